import type { Browser, Locator, Page } from '@playwright/test'
import type { Offer } from '#contract/offers/offers.ts'
import type { RateSet } from '#contract/rates/rate-sets.ts'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { firstOfNextMonth } from '#e2e/lib/next-month.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

// The whole way of a price, in one journey with a mail server: prepared, tried, offered, accepted, booked, and dearer
// from next month on.
// Rates change for everybody: this file has a server of its own.
test.use({ holdSeconds: 1 })

const SET = 'Five percent more'
const PHONE = { width: 375, height: 812 }
const linkIn = (html = '') => /\/site\/offer\/[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? ''
const option = (page: Page, position: number) => page.getByRole('region', { name: `Option ${position}` })
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Rate set' })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
/** The first price of a text, such as '$1 278.20', in USD. */
const usd = (text: string | null) => Number(/\$([\d\s]+\.\d\d)/.exec(text ?? '')?.[1]?.replaceAll(/\s/g, ''))

/** The freight of today as a spreadsheet has it, five percent dearer. */
async function dearerSheet(server: RunningServer): Promise<Buffer> {
  const call = await asAdmin(server)
  const { items } = await call<{ items: { tier: number; dest: string; cbm: number; mt: number }[] }>(
    'value/freight?per_page=1000',
  )
  const more = (rate: number) => (Math.round(rate * 105) / 100).toFixed(2)
  const rows = items.map(({ tier, dest, cbm, mt }) => `${tier},${dest},${more(cbm)},${more(mt)}`)
  return Buffer.from(['Tier,Dest,CBM,MT', ...rows].join('\r\n'))
}

async function choose(scope: Page | Locator, page: Page, label: string, text: string) {
  const field = scope.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(text)
  await page.getByRole('option', { name: text }).first().click()
}
async function enterShipment(scope: Page | Locator, page: Page) {
  await choose(scope, page, 'Pick-up location', 'Dongguan')
  await choose(scope, page, 'Destination', 'LGB8')
  await scope.getByLabel('Volume, CBM').fill('3,5')
  await scope.getByLabel('Weight, KG').fill('620')
}

/** Uploads the sheet into a new rate set, looks at what it would have done, and schedules it. Returns its id. */
async function prepareRates(page: Page, server: RunningServer): Promise<number> {
  await button(page, 'New rates…').click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(SET)
  await dialog(page).getByRole('textbox', { name: 'From' }).fill(firstOfNextMonth())
  await button(dialog(page), 'Save').click()
  await expect(page).toHaveURL(/\/freight\?set=\d+$/)
  await button(page, 'Import').click()
  const file = { name: 'next month.csv', mimeType: 'text/csv', buffer: await dearerSheet(server) }
  await dialog(page).locator('input[type=file]').setInputFiles(file)
  await dialog(page)
    .getByRole('button', { name: /^Apply \d+ changes/ })
    .click()
  await expect(bar(page)).toContainText(/Freight \d+/)
  await button(page, 'What would this do?').click()
  await expect(dialog(page)).toContainText(/Of the last 200 quotes, \d+ quotes would have another price/)
  await expect(dialog(page).getByRole('table', { name: 'Quotes that differ most' })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await button(page, 'Schedule…').click()
  await button(dialog(page), 'Schedule').click()
  await expect(bar(page)).toContainText('Scheduled')
  return Number(new URL(page.url()).searchParams.get('set'))
}

/** Accepts the price on a phone without scripts, from the link of a mail. */
async function acceptOnPhone(browser: Browser, url: string, price: string) {
  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const client = await phone.newPage()
  await client.goto(url)
  const first = client.getByRole('region').filter({ hasText: price }).first()
  await first.getByLabel('Your name').fill('Nina New')
  await button(first, 'Accept this').click()
  await expect(client.getByText(/Nina New accepted/)).toBeVisible()
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await phone.close()
}

/** Makes client and order of an accepted offer in one step. */
async function book(page: Page) {
  await button(page, 'Book').click()
  await button(dialog(page), 'Book').click()
  await expect(dialog(page).getByLabel('Phone').first()).toHaveAttribute('aria-invalid', 'true')
  for (const field of await dialog(page).getByLabel('Phone').all()) await field.fill('16045550111')
  await dialog(page).getByLabel('Company address').fill('1 Harbour Road, Vancouver')
  const password = `Offer-${crypto.randomUUID()}`
  for (const label of [/^Password/, /^Repeat password/]) await dialog(page).getByLabel(label).first().fill(password)
  await button(dialog(page), 'Book').click()
  await expect(page).toHaveURL(/\/orders\/\d+/)
}

test('next month’s prices are prepared from a sheet and tried; an offer of today is accepted without scripts, booked in one step, and keeps its price when the month comes', async ({
  page,
  login,
  server,
  browser,
}) => {
  const call = await asAdmin(server)
  // The demo has a set that comes earlier, on which this one would build.
  const scheduled = await call<{ items: RateSet[] }>('rate-set?state=scheduled')
  for (const { id } of scheduled.items) await call(`rate-set/${id}/cancel`, 'POST', {})
  await login(page, 'admin', '/freight')
  const setId = await prepareRates(page, server)

  // Two prices for somebody new.
  const email = `nina-${crypto.randomUUID().slice(0, 8)}@prospect.example`
  await login(page, 'admin', '/offers')
  await page.getByRole('link', { name: 'New offer' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nina New')
  await page.getByRole('textbox', { name: 'Company' }).fill('New Ltd.')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await enterShipment(option(page, 1), page)
  await button(page, 'FCL option').click()
  await option(page, 2).getByLabel('Label').fill('20 ft to Los Angeles')
  await option(page, 2).getByLabel('Price, USD').fill('2900')
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'Save draft').dblclick()
  await expect(page.getByRole('region', { name: 'Option 2: 20 ft to Los Angeles' })).toContainText('$2 900.00')
  const price = (await option(page, 1).getByText(/^\$\d/).first().textContent()) ?? ''
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'Send').click()
  await button(dialog(page), 'Send').click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  const offerPath = new URL(page.url()).pathname
  const mailsOf = () => server.smtp.mails.filter(({ mail }) => JSON.stringify(mail.to).includes(email))
  await server.mailThat((received) => mailsOf().includes(received) && linkIn(received.mail.html) !== '')

  // It waits in its list, and somebody asks again, with a link of its own.
  await page.getByRole('link', { name: 'Offers' }).first().click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Waiting' }).click()
  await page
    .getByRole('link', { name: /Nina New|Q-\d{4}/ })
    .first()
    .waitFor()
  await expect(page.getByRole('table', { name: 'Offers' })).toContainText('New Ltd.')
  await login(page, 'admin', offerPath)
  await button(page, 'Follow up').click()
  await dialog(page)
    .getByRole('button', { name: /^(Send|Follow up)/ })
    .click()
  await expect.poll(() => new Set(mailsOf().map(({ mail }) => linkIn(mail.html))).size).toBe(2)
  const newest = linkIn(mailsOf().at(-1)?.mail.html)

  await acceptOnPhone(browser, `${server.url}${newest}`, price)
  const confirmed = await server.mailThat(
    ({ mail }) => /was accepted/.test(mail.subject ?? '') && JSON.stringify(mail.to).includes(email),
  )
  expect(confirmed.mail.html).toContain('Nina New')

  // The page hears of the answer by itself.
  await book(page)
  const glance = page.getByRole('region', { name: 'Order at a glance' })
  await expect(glance).toContainText(/From Q-\d{4}-\d{4}/)
  const orderPath = new URL(page.url()).pathname
  const { items } = await call<{ items: Offer[] }>(`offer?search=${encodeURIComponent(email)}`)
  expect(items).toHaveLength(1)
  const [offer] = items
  expect(offer).toMatchObject({
    state: 'accepted',
    answeredName: 'Nina New',
    orderId: expect.any(Number),
    followUps: 1,
  })

  // The first of the month comes: staff move it to a moment from now, since nothing can move the clock of the database.
  const soon = new Date(Date.now() + 5_000).toISOString()
  await call(`rate-set/${setId}`, 'PUT', { validFrom: soon })
  const stateOfSet = async () => (await call<RateSet>(`rate-set/${setId}`)).state
  await expect.poll(stateOfSet).toBe('current')
  const order = await call<{ estimatedTransportation: number; price: { booked: number } }>(
    `request/booking/get/${offer?.orderId}`,
  )
  expect([order.estimatedTransportation, order.price.booked]).toEqual([usd(price), usd(price)])
  await login(page, 'admin', orderPath)
  await expect(page.getByText(price).first()).toBeVisible()

  // A new quote has the new price, and says since when.
  await login(page, 'admin', '/clients/7')
  await page.getByRole('link', { name: 'Create new order' }).click()
  await expect(page.getByRole('combobox', { name: 'Pick-up location' })).toHaveValue(/\S/)
  await enterShipment(page, page)
  await button(page, 'Calculate').click()
  const quote = page.getByRole('region', { name: 'Quote', exact: true })
  await expect(quote).toContainText(new RegExp(`Rates since .+, ${SET}`))
  await expect.poll(async () => usd(await quote.textContent())).toBeGreaterThan(usd(price))
  const { inputs } = offer?.options[0] ?? {}
  const { shipmentTradeTerms: _, ...asked } = inputs ?? {}
  const before = await call<{ amzlclCost: number }>(
    `calculator/pick-up_from_supplier?on=${offer?.answeredAt}`,
    'POST',
    asked,
  )
  expect(before.amzlclCost).toBe(usd(price))
})
