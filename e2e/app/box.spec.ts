import type { Page } from '@playwright/test'
import { axeProblems, axeProblemsInBothThemes } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { countedHands } from '#e2e/lib/hands.ts'

interface Row {
  id: number
  hashSum: string
  customCode: string
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const rows = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const chosen = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true })
const button = (page: Page) => page.getByRole('button', { name: 'Find anything' })
const codeOf = ({ hashSum, customCode }: Row) => `${hashSum}${customCode}`
const shown = ({ hashSum, customCode }: Row) => `${hashSum.slice(0, 4)} - ${hashSum.slice(4)} - ${customCode}`

async function openBox(page: Page): Promise<void> {
  // The box's part of the header is loaded when the browser is idle.
  await button(page).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
}

const paste = (page: Page, text: string) =>
  field(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a code pasted in any form opens its order, which is then the first of those opened last', async ({
  page,
  login,
  server,
}) => {
  const [order] = await ordersOf(server, 5)
  await login(page, 'admin', '/clients')
  await openBox(page)
  await field(page).fill(`Re: ${shown(order!).toLowerCase()}`)
  await expect(chosen(page)).toContainText(shown(order!))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders/${order!.id}$`))
  await expect(field(page)).toBeHidden()
  await openBox(page)
  await expect(rows(page).first()).toContainText(shown(order!))
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('what is typed at once is in the box, and the page stays in sight behind it', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders')
  await button(page).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('xegw')
  await expect(field(page)).toHaveValue('xegw')
  await expect(page).toHaveURL('/orders')
  const frame = page.getByRole('dialog', { name: /^Find anything/ }).locator('xpath=..')
  await expect(frame).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.keyboard.press('Escape')
})

test('results are looked at in both themes, by names and by numbers', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  await openBox(page)
  await field(page).fill('garage')
  await expect(chosen(page)).toContainText(/garage/i)
  await expect(page.getByText(/^Show all [\d\s]+ orders of/)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option')).toHaveCount(7)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true')
})

test('Ctrl+Enter opens a new tab, and Ctrl+C copies the code', { tag: '@long' }, async ({ page, login, server }) => {
  const [order] = await ordersOf(server, 6)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await login(page, 'admin', '/orders')
  await openBox(page)
  await field(page).fill(codeOf(order!))
  await expect(chosen(page)).toContainText(shown(order!))
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codeOf(order!))
  const tab = page.context().waitForEvent('page')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(await tab).toHaveURL(new RegExp(`/orders/${order!.id}$`))
  await expect(field(page)).toBeVisible()
})

test('the answer to an older text is never shown, however late it comes', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  await openBox(page)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/search?q=garag', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const sent = page.waitForRequest(/search\?q=garag$/)
  await field(page).fill('garag')
  await sent
  await field(page).fill('sailings')
  release()
  // The text may go on with the word that some searches took too long, on a busy machine.
  await expect(page.getByText(/^\d+ results?\b/)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Garage' })).toHaveCount(0)
  await expect(chosen(page)).toHaveText(/^Sailings/)
})

test('39 pasted codes, two of them unknown, become a view that a colleague opens', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const orders = await ordersOf(server, 0, 37)
  await login(page, 'admin', '/clients')
  await openBox(page)
  await paste(page, [...orders.map(codeOf), 'NOPE12345678', 'zzzz-0000-0000'].join('\n'))
  await expect(chosen(page)).toContainText('Show these 37 orders, 2 unknown')
  await expect(chosen(page)).toContainText('Unknown: NOPE12345678, zzzz-0000-0000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\?codes=/)
  const unknown = page.getByText('No orders have these 2 codes: NOPE - 1234 - 5678, ZZZZ - 0000 - 0000')
  await expect(unknown).toBeVisible()
  await expect(page.getByText('1–10 of 37')).toBeVisible()
  await page.getByRole('button', { name: 'Save as new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name').fill('From the letter')
  await dialog.getByLabel('Share with all staff').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/orders\?view=\d+$/)
  const shared = new URL(page.url())
  await login(page, 'manager', shared.pathname + shared.search)
  await expect(page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')).toContainText(
    'From the letter',
  )
  await expect(page.getByText('1–10 of 37')).toBeVisible()
  await expect(unknown).toBeVisible()
  // The orders would open with it from now on.
  const { token } = await server.tokenOf('admin')
  await server.call(`views/${shared.searchParams.get('view')}`, { token, method: 'DELETE' })
})

test('a code in a pasted mail is found, whatever else is in the mail', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const [order] = await ordersOf(server, 7)
  await login(page, 'admin', '/clients')
  await openBox(page)
  await field(page).fill(`Re: ${codeOf(order!)}, 12 pallets`)
  await expect(chosen(page)).toContainText(shown(order!))
  await field(page).fill('')
  const mail = `Hello,\n\n${'we are still waiting for our goods. '.repeat(8)}\n`
  await paste(page, `${mail}The code is ${shown(order!)}.\nAnna`)
  await expect(chosen(page)).toContainText(shown(order!))
  await field(page).fill('')
  await paste(page, mail)
  await expect(page.getByText('This text is too long to search')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test('it opens from the editor and from its source, and closing it leads back there', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/create-mail')
  await button(page).waitFor()
  const editor = page.frameLocator('iframe').first().locator('body')
  await editor.click()
  await page.keyboard.type('Hello')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('dialog', { name: /link/i })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await page
    .getByRole('tab', { name: 'Source' })
    .or(page.getByText('Source', { exact: true }))
    .first()
    .click()
  const source = page.locator('.cm-content')
  await source.click()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeHidden()
  await expect(source).toBeFocused()
})

test('a page offers its own actions', { tag: '@long' }, async ({ page, login, server }) => {
  const [order] = await ordersOf(server, 3)
  await login(page, 'admin', `/orders/${order!.id}`)
  await openBox(page)
  await expect(page.getByRole('group', { name: 'On this page' })).toContainText('Set event')
  await field(page).fill('set ev')
  await expect(chosen(page)).toContainText('Set event')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Set event/ })).toBeVisible()
})

test('g and a second key lead to the pages, j and k through a list, and ? lists all that works here', async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders')
  await button(page).waitFor()
  for (const [key, path] of [
    ['c', '/clients'],
    ['w', '/today'],
    ['s', '/sailings'],
    ['b', '/blog'],
    ['t', '/templates'],
    ['o', '/orders'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
  }
  const links = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await links.first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(links.nth(1).locator('a:focus')).toHaveCount(1)
  await page.keyboard.press('k')
  await expect(links.nth(0).locator('a:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(links.locator('a:focus')).toHaveCount(0)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const line of ['Set event', 'Next row', 'Search this list', 'Find anything', 'Today'])
    await expect(sheet).toContainText(line)
  expect(await axeProblemsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('single keys do nothing in a field, and nothing at all once they are switched off; Ctrl+K stays', {
  tag: '@long',
}, async ({ page, login }) => {
  await login(page, 'admin', '/orders')
  await button(page).waitFor()
  await page.getByLabel('Search by tracking code').focus()
  await page.keyboard.type('g')
  await page.keyboard.type('c')
  await expect(page).not.toHaveURL(/clients/)
  await page.getByLabel('Search by tracking code').fill('')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Single-key shortcuts').click()
  await page.keyboard.press('Escape')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await openBox(page)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await expect(page).not.toHaveURL(/clients/)
  await field(page).fill('keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Single-key shortcuts').click()
})

interface Server {
  tokenOf: (account: 'admin') => Promise<{ token: string }>
  call: <T>(path: string, options: { token: string }) => Promise<{ data: T }>
}

async function ordersOf(server: Server, from: number, count = 1): Promise<Row[]> {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: Row[] }>('request/booking/get_all?per_page=60', { token })
  return data.items.slice(from, from + count)
}

test('a new order for a client from anywhere is one key sequence; a client leads to all the orders', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: { id: number; companyName: string }[] }>('admin/user?per_page=20', {
    token,
  })
  const client = data.items.find(({ companyName }) => companyName !== '')!
  await login(page, 'admin', '/ports')
  await button(page).waitFor()
  const hands = countedHands(page)
  await hands.press('n')
  await hands.type(client.companyName.toLowerCase())
  await expect(chosen(page)).toContainText('New order for')
  await hands.press('Enter')
  await expect(page).toHaveURL(`/new-order/${client.id}`)
  expect(hands.actions()).toBe(3)

  await openBox(page)
  await page.keyboard.type(client.companyName.toLowerCase())
  const all = rows(page)
    .filter({ hasText: `of ${client.companyName}` })
    .first()
  await expect(all).toContainText(/^Show (all [\d\s]+ orders|the order) of/)
  const count = (await all.textContent())?.replaceAll(/\D/g, '') || '1'
  await all.click()
  await expect(page).toHaveURL(/\/orders\?f\.client=is/)
  await expect(
    page
      .getByText(count === '1' ? /^1 order/ : new RegExp(`of ${count}$`))
      .or(page.locator('main tbody tr').nth(Number(count) - 1))
      .first(),
  ).toBeVisible()

  await openBox(page)
  await page.keyboard.type('new sailing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New sailing' })).toBeVisible()
  await expect(page).toHaveURL('/sailings')
})
