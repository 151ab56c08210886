import type { Browser, Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { asAdmin, findOrder, shownCode } from '#e2e/lib/order-data.ts'
import { type Account, openAs, type RunningServer } from '#e2e/lib/server.ts'

/** A page of a colleague, in a browser of their own. */
async function colleague(browser: Browser, server: RunningServer, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await openAs(page, server, account, path)
  return page
}

/** Waits until the page hears of changes. */
const isLive = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/live'))

const list = (page: Page) => page.getByRole('table', { name: 'Orders' })
const present = (page: Page) => page.getByRole('status', { name: 'Also here' })

// The delay is measured by `npm run bench -- live`.
test("a colleague's change is on the screen by itself, and no row moves", async ({ page, server, login }) => {
  const call = await asAdmin(server)
  const order = await findOrder(server, ({ status }) => status === 0)
  const live = isLive(page)
  await login(page, 'manager', '/orders?per_page=100')
  await live
  const row = list(page)
    .getByRole('row')
    .filter({ hasText: shownCode(order) })
  await row.scrollIntoViewIfNeeded()
  await row.hover()
  const place = await row.boundingBox()
  const text = await row.textContent()

  await call(`request/booking/edit/${order.id}`, 'PUT', { ...order, status: 2 })
  await expect(row).toContainText('Completed')
  expect(await row.boundingBox()).toEqual(place)
  expect(text).not.toContain('Completed')
})

test('a row that would move stays under the pointer, until the button is pressed', { tag: '@long' }, async ({
  page,
  server,
  login,
}) => {
  const call = await asAdmin(server)
  const [event] = await call<{ items: { id: number }[] }>('request/event/get_all?page=1&per_page=1').then(
    ({ items }) => items,
  )
  const live = isLive(page)
  await login(page, 'manager', '/orders?sort=lastUpdate.desc')
  await live
  const row = list(page).getByRole('row').nth(6)
  await row.hover()
  const place = await row.boundingBox()
  const [id = ''] = (await row.getByRole('link').first().getAttribute('href'))?.match(/\d+/) ?? []
  const first = list(page).getByRole('row').nth(1)
  const before = await first.textContent()
  await call('request/event/data/add', 'POST', {
    ...{ bookingRequestId: Number(id), eventId: event?.id, comment: '', emailTemplateId: null, documents: [] },
    date: String(Math.floor(Date.now() / 1000)),
  })
  const chip = page.getByRole('button', { name: 'Show 1 moved' })
  await expect(chip).toBeVisible()
  expect(await row.getByRole('link').first().getAttribute('href')).toBe(`/orders/${id}`)
  expect(await row.boundingBox()).toEqual(place)
  expect(await first.textContent()).toBe(before)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await chip.press('Enter')
  await expect(first.getByRole('link').first()).toHaveAttribute('href', `/orders/${id}`)
  // The button is gone, and the focus is in the list.
  await expect(list(page).locator(':focus')).toHaveCount(1)
  await expect(chip).toHaveCount(0)
})

test('who has an order open is seen by others, until they leave', { tag: '@long' }, async ({
  page,
  server,
  login,
  browser,
}) => {
  const order = await findOrder(server, ({ status, lastEventId }) => status === 0 && lastEventId !== null)
  const path = `/orders/${order.id}?tab=shipment&panel=shipment`
  await login(page, 'manager', path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(shownCode(order))
  const other = await colleague(browser, server, 'admin', path)

  await test.step('each sees the other', async () => {
    await expect(present(page)).toHaveText('Ingrid Solheim is here')
    await expect(present(other)).toHaveText('Marcus Oyelaran is here')
  })
  await test.step('who edits is named with the panel, and the word goes with the edit', async () => {
    await other.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(present(page)).toHaveText('Ingrid Solheim is editing Shipment')
    expect(await axeProblemsInBothThemes(page)).toEqual([])
    await other.getByRole('button', { name: 'Cancel' }).click()
    await expect(present(page)).toHaveText('Ingrid Solheim is here')
  })
  await test.step('two tabs of one person are one person', async () => {
    const second = await other.context().newPage()
    await second.goto(path)
    // A later tab is told what the other tabs know.
    await expect(present(second)).toHaveText('Marcus Oyelaran is here')
    await second.close()
    await expect(present(page)).toHaveText('Ingrid Solheim is here')
  })
  await test.step('no ghost stays: another page, a closed tab', async () => {
    await other.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(present(page)).toHaveText('')
    await other.goBack()
    await expect(present(page)).toHaveText('Ingrid Solheim is here')
    await other.close({ runBeforeUnload: true })
    await expect(present(page)).toHaveText('', { timeout: 10_000 })
  })
  await other.context().close()
})

test('an open order follows, and a panel in edit says what a colleague changed', { tag: '@long' }, async ({
  page,
  server,
  login,
}) => {
  const call = await asAdmin(server)
  // The order needs a price: without it, the panel cannot be saved.
  const order = await findOrder(
    server,
    ({ status, shipmentWeight, estimatedTransportation }) =>
      status === 0 && Number(shipmentWeight) > 0 && Number(estimatedTransportation) > 0,
  )
  const read = () => call<Order>(`request/booking/get/${order.id}`)
  const live = isLive(page)
  await login(page, 'manager', `/orders/${order.id}?tab=shipment&panel=quote`)
  await live

  await test.step('a panel that is not edited shows the new value', async () => {
    await call(`request/booking/edit/${order.id}`, 'PUT', { ...order, shipmentWeight: '4321' })
    await expect(page.getByRole('tabpanel', { name: 'QUOTE SUMMARY' })).toContainText(/4\s321/)
  })
  await test.step('a panel in edit keeps what was typed, and names who changed what', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('form', { name: 'QUOTE SUMMARY' })
    const weight = form.getByLabel('Weight', { exact: false })
    await weight.fill('5000')
    await call(`request/booking/edit/${order.id}`, 'PUT', { ...(await read()), shipmentWeight: '4444' })
    await expect(form.getByText(/^Ingrid Solheim changed .*Weight/)).toBeVisible()
    await expect(weight).toHaveValue('5000')
    expect(await axeProblemsInBothThemes(page)).toEqual([])
  })
  await test.step('saving asks, as for any stale save', async () => {
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('dialog')).toContainText(/4\s?444/)
    await expect(page.getByRole('dialog')).toContainText(/5\s?000/)
  })
})

test('ten tabs of one browser share one stream, and none of them hangs', { tag: '@long' }, async ({
  page,
  server,
  login,
}) => {
  const call = await asAdmin(server)
  let streams = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams += 1
  })
  const live = isLive(page)
  await login(page, 'manager', '/orders')
  await live
  const others = Array.from({ length: 9 }, async () => {
    const tab = await page.context().newPage()
    await tab.goto('/orders')
    return tab
  })
  const tabs = [page, ...(await Promise.all(others))]
  const firstIn = (tab: Page) => list(tab).getByRole('row').nth(1)
  // Ten pages load at once, and all of them load what is live last.
  const timeout = 60_000
  for (const tab of tabs) {
    await expect(firstIn(tab)).toBeVisible({ timeout })
    await expect(tab.getByRole('status', { name: 'Live' })).toBeAttached({ timeout })
  }
  const [id = ''] = (await firstIn(page).getByRole('link').first().getAttribute('href'))?.match(/\d+/) ?? []
  const order = await call<Order>(`request/booking/get/${id}`)
  await call(`request/booking/edit/${id}`, 'PUT', { ...order, companyName: 'Ten Tabs Ltd' })
  for (const tab of tabs) await expect(firstIn(tab)).toContainText('Ten Tabs Ltd')
  expect(streams).toBe(1)
})
