import type { Page } from '@playwright/test'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { EventEntry, Order } from '#contract/orders/orders.ts'
import type { Run, RunItem, RunWithMails } from '#contract/runs/runs.ts'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, shownCode } from '#e2e/lib/order-data.ts'

// A separate server: its runs can be undone however long the journey takes, and many orders change.
test.use({ runHoldSeconds: 600 })

const bar = (page: Page) => page.getByRole('group', { name: 'Selected orders' })
const strip = (page: Page) => page.getByRole('complementary', { name: 'Bulk changes' })
const drawer = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })

test('all that match a search and a filter get an event with a mail, in sight on every page, and Undo takes it back', async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  await login(page, 'admin', '/orders?search=Z&f.status=in:0,1')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(bar(page)).toContainText('10 orders selected')
  await bar(page)
    .getByRole('button', { name: /^Select all \d+ that match$/ })
    .click()
  const said =
    (await bar(page)
      .getByText(/^All \d+ orders that match/)
      .first()
      .textContent()) ?? ''
  const all = Number(/\d+/.exec(said)?.[0])
  expect(all).toBeGreaterThan(20)
  expect(await axeProblems(page)).toEqual([])

  await bar(page).getByRole('button', { name: 'Set event' }).click()
  await drawer(page).getByLabel('Event', { exact: true }).selectOption({ label: 'Departed' })
  await drawer(page).getByRole('combobox', { name: 'Send mail' }).selectOption({ index: 1 })
  // Orders that departed already, or are further on, stay out unless somebody wants them.
  await drawer(page).getByRole('checkbox', { name: 'Leave out orders that have it' }).uncheck()
  await drawer(page).getByRole('checkbox', { name: 'Leave out orders that are further on' }).uncheck()
  const applies = drawer(page).getByText(/^Applies to \d+, skips \d+ \(\d+ cancelled\)$/)
  await expect(applies).toBeVisible()
  const [to = 0, skips] = [...((await applies.textContent()) ?? '').matchAll(/\d+/g)].map(([n]) => Number(n))
  expect(to + (skips ?? 0)).toBe(all)
  await expect(drawer(page).getByText(new RegExp(`^${to} mails to \\d+ addresses`))).toBeVisible()
  await drawer(page)
    .getByRole('button', { name: /cannot: the order is cancelled$/ })
    .click()
  await expect(drawer(page).getByRole('link', { name: /^Z/ }).first()).toBeVisible()
  await expect(drawer(page).getByRole('region', { name: 'Mail preview' }).getByText(/@/).first()).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await drawer(page)
    .getByRole('button', { name: `Set event on ${to} orders` })
    .click()

  await expect(strip(page)).toContainText('Set event: Departed')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page).toHaveURL('/clients')
  await expect(strip(page)).toContainText('Set event: Departed')
  await page.reload()
  await expect(strip(page)).toContainText(`${to} orders changed`, { timeout: 60_000 })
  await expect(strip(page)).toContainText(/Mails leave in \d+ s/)
  expect(await axeProblems(page)).toEqual([])

  await strip(page).getByRole('link', { name: 'Set event: Departed' }).click()
  await expect(page.getByRole('heading', { name: 'Set event: Departed' })).toBeVisible()
  await expect(page.getByRole('radio', { name: `Done ${to}` })).toBeAttached()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Undone', { timeout: 60_000 })
  const { items } = await call<{ items: Run[] }>('runs')
  const run = await call<RunWithMails>(`runs/${items[0]!.id}`)
  expect(run).toMatchObject({ state: 'undone', total: to, done: 0, mails: { sent: 0, waiting: 0 } })
  const undone = await call<{ items: RunItem[]; totalCount: number }>(`runs/${run.id}/items?state=undone`)
  expect(undone.totalCount).toBe(to)
  const history = await call<EventEntry[]>(`request/event/data/${undone.items[0]!.orderId}`)
  expect(history.filter(({ date, withdrawnAt }) => date >= run.createdAt.slice(0, 16) && !withdrawnAt)).toEqual([])
})

/** A day that no form asks about. */
const IN_SIXTY_DAYS = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10)
const MISSING =
  'The commercial invoice lacks the name of the consignee, the HS code of 3 positions, the country of origin, the incoterm, the weight and the value of the cargo.'

test('what failed stays selected with a mark and its reason, and its remedy does it', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const call = await asAdmin(server)
  const { items } = await call<{ items: OrderListItem[] }>('request/booking/get_all?per_page=50')
  const open = items.filter(({ status }) => status === OrderStatus.IN_PROGRESS)
  const records = await Promise.all(open.map(({ id }) => call<Order>(`request/booking/get/${id}`)))
  // An order that has an arrival cannot depart after it.
  const orders = open.filter((_, at) => !records[at]?.bookingConfirmation?.portEstimatedTimeOfArrivalAt).slice(0, 3)
  // A page that hears of the change would send the values that it then shows.
  await page.route('**/api/live', (route) => route.abort())
  await login(page, 'admin', '/orders?per_page=50')
  for (const order of orders) {
    await page.getByRole('link', { name: String(order.id), exact: true }).focus()
    await page.keyboard.press('x')
  }
  await expect(bar(page)).toContainText('3 orders selected')
  const changed = orders[1]!
  await bar(page).getByRole('button', { name: 'Confirmation dates' }).click()
  await drawer(page).getByRole('textbox', { name: 'Estimated time of departure' }).fill(IN_SIXTY_DAYS)
  await expect(drawer(page).getByText('Applies to 3')).toBeVisible()
  // The preview would have named what changed before it.
  const { updatedAt } = await call<Order>(`request/booking/get/${changed.id}`)
  await call(`request/booking/edit/${changed.id}`, 'PUT', { companyName: 'Changed Meanwhile Ltd', updatedAt })
  await drawer(page).getByRole('button', { name: 'Change dates of 3 orders' }).click()

  await expect(strip(page)).toContainText('2 of 3 orders changed, 1 failed')
  await expect(bar(page)).toContainText('1 order selected')
  const row = page.getByRole('row').filter({ hasText: shownCode(changed) })
  const mark = row.getByRole('button', { name: /^Not done: Changed by Ingrid Solheim at \d+:\d\d/ })
  await expect(mark).toBeVisible()
  await row.getByRole('link', { name: String(changed.id), exact: true }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(mark).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText(/^Changed by Ingrid Solheim/)
  await expect(strip(page).getByRole('region', { name: 'Not done' })).toContainText(/1 × Changed by Ingrid Solheim/)
  await expect(row.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])

  // A reason made of several missing facts is to be read in full.
  await page.route(/\/api\/runs\/\d+\/items/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: { items: RunItem[] } }
    const items = data.items.map((item) => ({ ...item, reason: MISSING }))
    await route.fulfill({ response, json: { ...rest, data: { ...data, items } } })
  })
  await page.reload()
  await strip(page).getByRole('button', { name: 'Select the failed orders' }).click()
  await expect(bar(page)).toContainText('1 order selected')
  await row.getByRole('button', { name: `Not done: ${MISSING}` }).hover()
  const reason = page.getByRole('tooltip')
  await expect(reason).toHaveText(MISSING)
  // Less than a line: rounding.
  expect(await reason.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThan(5)
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(strip(page).getByRole('button', { name: 'Select the failed orders' })).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  await expect(reason).toHaveCount(0)
  expect(await axeProblems(page)).toEqual([])

  await strip(page).getByRole('button', { name: 'Load again (1)' }).click()
  await expect(strip(page)).toContainText('3 orders changed')
  await expect(bar(page)).toHaveCount(0)
  const { bookingConfirmation } = await call<Order>(`request/booking/get/${changed.id}`)
  expect(bookingConfirmation?.estimatedTimeOfDepartureAt).toBe(`${IN_SIXTY_DAYS}T00:00:00.000Z`)
})

test('the selection survives paging and an opened order; another search ends it, and says so', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  const boxes = page.getByRole('checkbox', { name: /^Select [A-Z]{4} - / })
  await boxes.nth(1).check()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(bar(page).getByRole('status')).toHaveText('3 orders selected')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/orders?page=2')
  await boxes.first().check()
  await expect(bar(page)).toContainText('4 orders selected')
  await page.locator('tbody tr').nth(5).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await expect(bar(page)).toContainText('4 orders selected')
  await page.getByLabel('Search by tracking code').fill('Z')
  await expect(message(page)).toContainText('4 orders no longer selected: the list shows others now')
  await expect(bar(page)).toHaveCount(0)
})

test('clients of the ticked orders are asked for what is missing; orders that lack nothing are named', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const call = await asAdmin(server)
  const { items } = await call<{ items: OrderListItem[] }>('request/booking/get_all?per_page=50&page=3')
  const [asked, settled] = items.filter(({ status }) => status === OrderStatus.IN_PROGRESS)
  const path = (id: number) => `request/booking/${id}/requirements`
  for (const { id, state } of (await call<{ items: { id: number; state: string }[] }>(path(settled!.id))).items)
    if (state !== 'waived') await call(`${path(settled!.id)}/${id}`, 'PUT', { state: 'waived', reason: 'On file' })
  await call(path(asked!.id), 'POST', { name: 'Certificate of origin', categoryId: 6, supplier: 'client' })
  await login(page, 'admin', '/orders?per_page=50&page=3')
  for (const order of [asked!, settled!]) {
    await page.getByRole('link', { name: String(order.id), exact: true }).focus()
    await page.keyboard.press('x')
  }
  await bar(page).getByRole('button', { name: 'Ask for documents' }).click()
  await expect(drawer(page)).toContainText('Applies to 1, skips 1')
  await drawer(page).getByRole('button', { name: '1 order: no paper of the client is missing' }).click()
  await expect(drawer(page).getByRole('link', { name: shownCode(settled!) })).toBeVisible()
  await drawer(page).getByRole('combobox', { name: 'Preview mail for' }).click()
  await page.getByRole('option', { name: new RegExp(shownCode(asked!)) }).click()
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Certificate of origin')
  expect(await axeProblems(page)).toEqual([])
  await drawer(page).last().getByRole('button', { name: 'Close' }).click()
  await drawer(page).getByRole('button', { name: 'Ask clients of 1 order' }).click()
  await expect(strip(page)).toContainText('1 order changed')
  const { items: papers } = await call<{ items: { name: string; state: string }[] }>(path(asked!.id))
  expect(papers.find(({ name }) => name === 'Certificate of origin')).toMatchObject({ state: 'requested' })
})
