import type { Page } from '@playwright/test'
import type { Offer } from '#contract/offers/offers.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'

const linkIn = (html = '') => /\/site\/offer\/[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? ''
const option = (page: Page, position: number) => page.getByRole('region', { name: `Option ${position}` })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, label: string, text: string) {
  const field = option(page, 1).getByRole('combobox', { name: label })
  await field.click()
  await field.fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

test('two prices are offered to somebody new, who accepts one without scripts, and become client and order in one step', async ({
  page,
  login,
  server,
  browser,
}) => {
  const email = `nina-${crypto.randomUUID().slice(0, 8)}@prospect.example`
  await login(page, 'admin', '/offers')
  await page.getByRole('link', { name: 'New offer' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nina New')
  await page.getByRole('textbox', { name: 'Company' }).fill('New Ltd.')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await choose(page, 'Pick-up location', 'Dongguan')
  await choose(page, 'Destination', 'LGB8')
  await option(page, 1).getByLabel('Volume, CBM').fill('3,5')
  await option(page, 1).getByLabel('Weight, KG').fill('620')
  await page.getByRole('button', { name: 'FCL option' }).click()
  await option(page, 2).getByLabel('Label').fill('20 ft to Los Angeles')
  await option(page, 2).getByLabel('Price, USD').fill('2900')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  await expect(page.getByRole('region', { name: 'Option 2: 20 ft to Los Angeles' })).toContainText('$2 900.00')
  const price = (await option(page, 1).getByText(/^\$\d/).first().textContent()) ?? ''
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()

  const { mail } = await server.mailThat(
    ({ mail: each }) => linkIn(each.html) !== '' && JSON.stringify(each.to).includes(email),
  )
  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })
  const client = await phone.newPage()
  await client.goto(`${server.url}${linkIn(mail.html)}`)
  const first = client.getByRole('region').filter({ hasText: price }).first()
  await first.getByLabel('Your name').fill('Nina New')
  await first.getByRole('button', { name: 'Accept this' }).click()
  await expect(client.getByText(/Nina New accepted/)).toBeVisible()
  await phone.close()

  // The page hears of the answer by itself.
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Book' }).click()
  await expect(dialog(page).getByLabel('Phone').first()).toHaveAttribute('aria-invalid', 'true')
  for (const field of await dialog(page).getByLabel('Phone').all()) await field.fill('16045550111')
  await dialog(page).getByLabel('Company address').fill('1 Harbour Road, Vancouver')
  const password = `Offer-${crypto.randomUUID()}`
  await dialog(page)
    .getByLabel(/^Password/)
    .first()
    .fill(password)
  await dialog(page)
    .getByLabel(/^Repeat password/)
    .first()
    .fill(password)
  await dialog(page).getByRole('button', { name: 'Book' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+/)
  await expect(page.getByRole('region', { name: 'Order at a glance' })).toContainText(/From Q-\d{4}-\d{4}/)
  const call = await asAdmin(server)
  const { items } = await call<{ items: Offer[] }>(`offer?search=${encodeURIComponent(email)}`)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ state: 'accepted', answeredName: 'Nina New', orderId: expect.any(Number) })
})
