import type { Locator, Page } from '@playwright/test'
import type { RateSet } from '#contract/rates/rate-sets.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { pressOn, tabTo, typeInto } from '#e2e/lib/keys.ts'
import { firstOfNextMonth } from '#e2e/lib/next-month.ts'
import { asAdmin } from '#e2e/lib/order-data.ts'

// Prices from next month's rates to the acceptance of an offer, by somebody who has no mouse.
// Rates change for everybody: this file has a server of its own.
test.use({ holdSeconds: 2 })

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const option = (page: Page, position: number) => page.getByRole('region', { name: `Option ${position}` })

/** Chooses in a select that is searched: the first that is found. */
async function choose(page: Page, field: Locator, text: string) {
  await typeInto(page, field, text)
  await page.getByRole('option', { name: text }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(new RegExp(text))
}

test('rates are prepared, tried, scheduled and looked up in their history by keyboard alone', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  await login(page, 'admin', '/freight')
  await pressOn(page, button(page, 'New rates…'))
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('By keyboard')
  await typeInto(page, dialog(page).getByRole('textbox', { name: 'From' }), firstOfNextMonth())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/freight\?set=\d+$/)

  // A figure is typed, and the next one raised by a percentage.
  const grid = page.getByRole('grid')
  const cell = (row: number, column: number) =>
    grid
      .getByRole('row')
      .nth(row + 1)
      .getByRole('gridcell')
      .nth(column)
  await tabTo(page, cell(0, 0).getByRole('textbox'))
  await page.keyboard.type('77.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Rate set' })).toContainText('All saved')
  const percent = page.getByRole('textbox', { name: 'Percent' })
  await tabTo(page, percent, { back: true })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('+10 %')
  await page.keyboard.press('Enter')
  const line = page.getByRole('navigation', { name: 'Rates by date' })
  await expect(line).toContainText('2 changes')
  const { items } = await call<{ items: RateSet[] }>('rate-set?state=draft')
  const set = items.find(({ name }) => name === 'By keyboard')
  expect(set?.changes).toBe(2)

  await pressOn(page, button(page, 'What would this do?'), { back: true })
  await expect(dialog(page)).toContainText(/quotes would have another price/)
  await page.keyboard.press('Escape')
  await expect(button(page, 'What would this do?')).toBeFocused()
  await pressOn(page, button(page, 'Schedule…'))
  await pressOn(page, button(dialog(page), 'Schedule'))
  await expect(page.getByRole('region', { name: 'Rate set' })).toContainText('Scheduled')

  // Its history, from today's list.
  await pressOn(page, line.getByRole('link', { name: 'Today' }), { back: true })
  const actions = page.getByRole('button', { name: /^Actions for tier/ }).first()
  await pressOn(page, actions)
  const history = page.getByRole('menuitem', { name: 'History of rates' })
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(history).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  const ranges = page.getByRole('list', { name: 'Rates, newest first' })
  await expect(ranges.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ranges).toBeHidden()
  await expect(actions).toBeFocused()

  await call(`rate-set/${set?.id}/cancel`, 'POST', {})
})

test('an offer with two options is made, sent, followed up and accepted for its client by keyboard alone', async ({
  page,
  login,
  server,
}) => {
  const email = `keys-${crypto.randomUUID().slice(0, 8)}@prospect.example`
  await login(page, 'admin', '/offers')
  await pressOn(page, page.getByRole('link', { name: 'New offer' }))
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'Kay Board')
  await typeInto(page, page.getByRole('textbox', { name: 'Company' }), 'Keys Ltd.')
  await typeInto(page, page.getByRole('textbox', { name: 'Email' }), email)
  await choose(page, option(page, 1).getByRole('combobox', { name: 'Pick-up location' }), 'Dongguan')
  await choose(page, option(page, 1).getByRole('combobox', { name: 'Destination' }), 'LGB8')
  await typeInto(page, option(page, 1).getByLabel('Volume, CBM'), '3,5')
  await typeInto(page, option(page, 1).getByLabel('Weight, KG'), '620')
  await pressOn(page, button(page, 'FCL option'))
  await typeInto(page, option(page, 2).getByLabel('Label'), '20 ft to Los Angeles')
  await typeInto(page, option(page, 2).getByLabel('Price, USD'), '2900')
  await pressOn(page, button(page, 'Save draft'))
  await expect(page.getByRole('region', { name: 'Option 2: 20 ft to Los Angeles' })).toContainText('$2 900.00')

  await pressOn(page, button(page, 'Send'))
  await pressOn(page, button(dialog(page), 'Send'))
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  await server.mailThat(({ mail }) => JSON.stringify(mail.to).includes(email))
  await pressOn(page, button(page, 'Follow up'))
  await pressOn(page, button(dialog(page), 'Send follow-up'))
  await expect(dialog(page)).toBeHidden()

  // Found again in the list, from which Enter opens it.
  await login(page, 'admin', '/offers?search=Keys')
  await pressOn(page, page.getByRole('row').filter({ hasText: 'Keys Ltd.' }).getByRole('link').first())
  await expect(page).toHaveURL(/\/offers\/\d+$/)
  await pressOn(page, button(page, 'Accept for client'))
  const typed = dialog(page).getByRole('radio', { name: /20 ft/ })
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(typed).toBeChecked()
  await typeInto(page, dialog(page).getByLabel('How the client accepted'), 'By telephone')
  await pressOn(page, button(dialog(page), 'Accept'))
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await tabTo(page, button(page, 'Book'))
})
