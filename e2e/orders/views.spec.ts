import type { Page } from '@playwright/test'
import { axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'

interface SavedView {
  id: number
  name: string
  updatedAt: string
}

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
const statuses = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('td:nth-child(11)')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const IN_PROGRESS = { filters: { status: 'is:0' }, perPage: 50 }

/** Saves a view by the API, as a demo account. */
async function addView(server: RunningServer, account: 'admin' | 'manager', values: object): Promise<SavedView> {
  const { token } = await server.tokenOf(account)
  const body = { list: 'orders', name: 'Open orders', definition: IN_PROGRESS, ...values }
  return (await server.call<SavedView>('views', { token, method: 'POST', body })).data
}

/** Deletes all views: what somebody opened last is gone then, too. */
async function deleteViews({ server }: { server: RunningServer }): Promise<void> {
  for (const account of ['admin', 'manager'] as const) {
    const { token } = await server.tokenOf(account)
    const { data } = await server.call<{ items: (SavedView & { editable: boolean })[] }>('views', { token })
    for (const { id, editable } of data.items)
      if (editable) await server.call(`views/${id}`, { token, method: 'DELETE' })
  }
}
test.beforeEach(deleteViews)
test.afterAll(deleteViews)

test('a filter is added by keyboard, is in the address, survives a reload, and is removed by Delete', async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders')
  await button(page, 'Add filter').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add filter' })
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await dialog.getByLabel('Cancelled').press('Space')
  await dialog.getByLabel('Cancelled').press('Enter')
  await expect(page).toHaveURL(/\/orders\?f\.status=is:1$/)
  await expect(chips(page)).toHaveText(['Status is Cancelled'])
  await expect(statuses(page).first()).toHaveText('Cancelled')
  await page.reload()
  await expect(chips(page)).toHaveText(['Status is Cancelled'])
  await page.getByRole('button', { name: 'Status is Cancelled' }).press('Delete')
  await expect(chips(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/orders$/)
  await page.goBack()
  await expect(chips(page)).toHaveText(['Status is Cancelled'])
})

test('changes are seen and save nothing; Save as new makes another view and leaves the first one', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const first = await addView(server, 'admin', { name: 'First' })
  await login(page, 'admin', `/orders?view=${first.id}`)
  await expect(chips(page)).toHaveText(['Status is In progress'])
  await expect(page.getByText('Changed', { exact: true })).toBeHidden()
  await button(page, 'Remove filter Status').click()
  await expect(page).toHaveURL(new RegExp(`view=${first.id}&without=status$`))
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await page.reload()
  // A filter that somebody removed stays removed.
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
  // Only the address holds the filters: a copy in the browser would hide the server's state.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /view|filter/i.test(key)))).toEqual([])
  await button(page, 'Save as new').click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name').fill('First')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(views(page).locator('[aria-current]')).toContainText('First')
  await expect(page).not.toHaveURL(new RegExp(`view=${first.id}\\b`))
  await page.goto(`/orders?view=${first.id}`)
  await expect(chips(page)).toHaveText(['Status is In progress'])
})

test('Save changes the view for its owner, asks when it is shared, and Reset takes changes back', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { id } = await addView(server, 'admin', { shared: true })
  await login(page, 'admin', `/orders?view=${id}&f.status=is:2`)
  await expect(chips(page)).toHaveText(['Status is Completed'])
  await button(page, 'Reset').click()
  await expect(chips(page)).toHaveText(['Status is In progress'])
  await page.goBack()
  await expect(chips(page)).toHaveText(['Status is Completed'])
  await button(page, 'Save').click()
  const question = page.getByRole('dialog', { name: 'Save "Open orders"?' })
  await expect(question).toContainText('saving changes it for everybody')
  await question.getByRole('button', { name: 'Save for everybody' }).click()
  await expect(page.getByText('Changed', { exact: true })).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`\\?view=${id}$`))
  await login(page, 'manager', `/orders?view=${id}&f.status=is:1`)
  await expect(chips(page)).toHaveText(['Status is Cancelled'])
  await expect(button(page, 'Save as new')).toBeVisible()
  await expect(button(page, 'Save')).toHaveCount(0)
})

test('when somebody saved the view meanwhile, both definitions are shown before one is lost', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { id } = await addView(server, 'admin', {})
  await login(page, 'admin', `/orders?view=${id}&f.status=is:2`)
  await expect(button(page, 'Save')).toBeVisible()
  const { token } = await server.tokenOf('admin')
  await server.call(`views/${id}`, { token, method: 'PUT', body: { definition: { filters: { status: 'is:1' } } } })
  // The page has read the view again by now, which is no reason to save over it.
  await expect(page.getByText(/ changed the view "Open orders"$/)).toBeVisible()
  await expect(chips(page)).toHaveText(['Status is Completed'])
  await button(page, 'Save').click()
  const conflict = page.getByRole('dialog', { name: /^This view was changed by/ })
  await expect(conflict.getByRole('row', { name: /^Filters/ })).toContainText('Status is Cancelled')
  await expect(conflict.getByRole('row', { name: /^Filters/ })).toContainText('Status is Completed')
  await conflict.getByRole('button', { name: 'Save yours over it' }).click()
  await expect(conflict).toBeHidden()
  await expect(chips(page)).toHaveText(['Status is Completed'])
})

test('the default view opens with the list, also after going elsewhere; All still shows all', async ({
  page,
  login,
  server,
}) => {
  const { id } = await addView(server, 'admin', {})
  await login(page, 'admin', `/orders?view=${id}`)
  await button(page, 'Options of view Open orders').click()
  await page.getByRole('menuitem', { name: 'Open this view first' }).click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`view=${id}$`))
  await expect(rows(page)).toHaveCount(50)
  await views(page).getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/view=all$/)
  await expect(rows(page)).toHaveCount(10)
  await page.reload()
  await expect(views(page).getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
})

test('the list opens with the view that was opened last, in another browser too; Back leads where one was', async ({
  page,
  login,
  browser,
}) => {
  await login(page, 'manager', '/orders')
  const current = (of: Page) => views(of).locator('[aria-current]')
  await expect(current(page)).toHaveText('All')
  await views(page).getByRole('link', { name: 'Mine' }).click()
  await expect(chips(page)).toHaveText(['In charge is Me'])
  await page.goBack()
  await expect(current(page)).toHaveText('All')
  await expect(page).toHaveURL(/\/orders$/)
  const other = await browser.newPage()
  await login(other, 'manager', '/clients')
  await other.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(chips(other)).toHaveText(['In charge is Me'])
  await expect(other).toHaveURL(/\/orders\?view=mine$/)
  await other.goBack()
  await expect(other.getByRole('table', { name: 'Clients' })).toBeVisible()
  // A link that says what it shows is no plain one.
  await login(other, 'manager', '/orders?f.status=is:1')
  await expect(chips(other)).toHaveText(['Status is Cancelled'])
  await views(other).getByRole('link', { name: 'All' }).click()
  await expect(chips(other)).toHaveCount(0)
  await login(other, 'manager', '/orders')
  await expect(rows(other)).toHaveCount(10)
  await expect(current(other)).toHaveText('All')
  await other.close()
})

test('a pinned view is a tab with its count; a deleted one can be restored, and its link still opens its filters', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const definition = { filters: { company: 'has:no such company' } }
  const { id } = await addView(server, 'admin', { name: 'Pinned', definition })
  await login(page, 'admin', `/orders?view=${id}`)
  await button(page, 'Options of view Pinned').click()
  await page.getByRole('menuitem', { name: 'Pin as tab' }).click()
  await expect(views(page).getByRole('link', { name: 'Pinned 0' })).toBeVisible()
  await button(page, 'Options of view Pinned').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(views(page).getByRole('link', { name: 'Pinned' })).toHaveCount(0)
  await page.goto(`/orders?view=${id}&f.company=has:acme&f.colour=is:red`)
  await expect(page.getByText('This view was deleted, or is not shared with you.')).toBeVisible()
  await expect(chips(page)).toHaveText(['Company contains "acme"'])
  await expect(page.getByText('A filter of this link was left out: colour')).toBeVisible()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Deleted views…' }).click()
  await button(page, 'Restore Pinned').click()
  await expect(button(page, 'Restore Pinned')).toHaveCount(0)
})

test('columns of a view have their own order and are kept apart from the column settings', async ({
  page,
  login,
  server,
}) => {
  const { id } = await addView(server, 'admin', {})
  await login(page, 'admin', `/orders?view=${id}`)
  await button(page, 'Column settings').click()
  const chooser = page.getByRole('dialog', { name: 'Columns of this view' })
  await chooser.getByRole('button', { name: 'Move Date up' }).click()
  await chooser.getByRole('switch', { name: 'User' }).press('Space')
  await chooser.getByRole('switch', { name: 'Compact rows' }).press('Space')
  await page.keyboard.press('Escape')
  // Headings with text, which leaves out the checkbox that selects the page.
  const headings = page.getByRole('columnheader').filter({ hasText: /./ })
  await expect(headings.first()).toHaveText('Date')
  await expect(headings).toHaveCount(10)
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await views(page).getByRole('link', { name: 'All' }).click()
  await expect(headings).toHaveCount(11)
  await expect(headings.first()).toHaveText('ID')
  await button(page, 'Column settings').click()
  // On All it is the popup of the eleven columns and In charge.
  await expect(page.getByRole('dialog', { name: 'Column settings' }).getByRole('switch')).toHaveCount(12)
})

test('a built-in view offers all columns, keeps them as a new view, and names those beyond the edge', async ({
  page,
  login,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await login(page, 'admin', '/orders?view=in-progress')
  await button(page, 'Column settings').click()
  const chooser = page.getByRole('dialog', { name: 'Columns of this view' })
  await expect(chooser.getByRole('switch')).toHaveCount(24) // 23 columns, and compact rows
  await chooser.getByRole('switch', { name: 'Compact rows' }).press('Space')
  for (const name of ['Price', 'ETD']) await chooser.getByRole('switch', { name, exact: true }).press('Space')
  await page.keyboard.press('Escape')
  const headings = page.getByRole('columnheader').filter({ hasText: /./ })
  await expect(headings).toHaveText([
    /^ID/,
    /^Date/,
    /^User/,
    /^Company/,
    'Tracking Code',
    'Event',
    'Origin',
    'Destination',
    /^Volume/,
    /^Status/,
    /^Last update/,
    'Price',
    /^ETD/,
  ])
  await button(page, 'Price, ETD →').click()
  await expect(headings.last()).toBeInViewport()
  await expect(button(page, /^← ID/)).toBeVisible()
  await page.reload()
  await expect(headings).toHaveCount(13)
  await button(page, 'Save as new').click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name').fill('Prices in progress')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/view=\d+$/)
  await expect(headings).toHaveCount(13)
  await views(page).getByRole('link', { name: 'In progress', exact: true }).click()
  await expect(headings).toHaveCount(11)
})

test('orders of a client with a cut-off this week, soonest first, by keyboard alone', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const near = async (query: string) => {
    const path = `request/booking/get_all?f.cutOff=during:this-week&per_page=1&order[cargoCutOffAt]=asc${query}`
    return (await server.call<{ items: { id: number; username: string }[] }>(path, { token })).data.items[0]
  }
  const username = (await near(''))?.username ?? ''
  const soonest = await near(`&f.client=has:${encodeURIComponent(username)}`)
  await login(page, 'admin', '/orders?view=all')
  await expect(button(page, 'Add filter')).toBeVisible()
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: 'Add filter' })
  await keyboard.press('f')
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await keyboard.type('client')
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('Value')).toBeFocused()
  await keyboard.type(username)
  await keyboard.press('Enter')
  await expect(chips(page)).toHaveText([`Client contains "${username}"`])
  await keyboard.press('f')
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await keyboard.type('cut-off')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'When' })).toBeFocused()
  await keyboard.type('this week')
  await keyboard.press('Enter')
  await expect(chips(page)).toHaveText([`Client contains "${username}"`, 'Cargo cut-off is this week'])
  // The list shows the column of a filter, and sorts by it.
  const heading = page.getByRole('columnheader', { name: 'Cargo cut-off' })
  await expect(heading).toBeVisible()
  await keyboard.press('Control+k')
  await keyboard.type('sort by cargo')
  await expect(page.getByRole('option', { name: 'Sort by Cargo cut-off' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: String(soonest?.id), exact: true }),
  ).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
})

test('a filter on a record takes as many Enters as any other', async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  await expect(button(page, 'Add filter')).toBeVisible()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Add filter' })
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await page.keyboard.type('destination')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Values' })).toBeFocused()
  await page.keyboard.type('CFS Kent')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText(['Destination is CFS Kent, WA'])
})

test('Enter takes the first of several fields, whose value is not missed before anybody could type it', async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders')
  await expect(button(page, 'Add filter')).toBeVisible()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Add filter' })
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toBeFocused()
  await page.keyboard.type('c')
  await expect(page.getByRole('option', { name: 'Company' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Filter by' })).toHaveValue('In charge')
  await expect(dialog.getByRole('combobox', { name: 'Values' })).toBeFocused()
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0)
})

test('a filter on a record that is gone says so, and matches nothing', async ({ page, login }) => {
  await login(page, 'admin', '/orders?f.destination=is:999999')
  await expect(chips(page)).toHaveText(['Destination is deleted destination'])
  await expect(rows(page)).toHaveCount(0)
})

test('clients, mail log, audit and sailings have the same bar and views of their own', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const lists = [
    ['/clients', 'Clients', 'f.company=has:a', 'Company name contains "a"'],
    ['/mail-log', 'Mails', 'f.state=is:sent', 'State is Sent'],
    ['/audit', 'Audit trail', 'f.user=is:me', 'Who is Me'],
    ['/sailings', 'Sailings', 'f.status=is:planned', 'Status is Planned'],
  ] as const
  await login(page, 'admin', '/orders')
  for (const [path, table, filter, chip] of lists) {
    await page.goto(`${path}?${filter}`)
    await expect(chips(page)).toHaveText([chip])
    await expect(page.getByRole('table', { name: table }).locator('tbody tr').first()).toBeVisible()
    await button(page, 'Save as new').click()
    const dialog = page.getByRole('dialog', { name: 'Save as new view' })
    await dialog.getByLabel('Name').fill(`Of ${table}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}\\?view=\\d+$`))
    await expect(views(page).locator('[aria-current]')).toContainText(`Of ${table}`)
    await expect(chips(page)).toHaveText([chip])
    await expect(views(page).getByText(/^Of /)).toHaveCount(1)
  }
})

test('tabs, filters, editor and dialogs pass axe in both themes, and on a phone', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const { id } = await addView(server, 'admin', { shared: true })
  await login(page, 'admin', `/orders?view=${id}&f.inCharge=is:me&f.eta=next:7d`)
  await expect(chips(page)).toHaveCount(3)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'In charge is Me' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter In charge' })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await button(page, 'Save as new').click()
  await expect(page.getByRole('dialog', { name: 'Save as new view' })).toBeVisible()
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(chips(page)).toHaveCount(3)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
