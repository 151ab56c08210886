import type { Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import type { RunningServer } from '#e2e/lib/server.ts'
import { visit } from '#e2e/lib/visit.ts'

interface Row {
  id: number
  hashSum: string
  customCode: string
}
const rows = (page: Page) => page.locator('tbody tr')
const search = (page: Page) => page.getByLabel('Search by tracking code')
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

async function firstOrder(server: Pick<RunningServer, 'call' | 'tokenOf'>, perPage = 1): Promise<Row> {
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: Row[] }>(`request/booking/get_all?per_page=${perPage}`, { token })
  const { items } = data
  return items.at(-1)!
}

// Other journeys on the same server may have added orders to the 2 400 of the demo.
const ofAll = (range: string) => new RegExp(`^${range} of 2\\s4\\d\\d$`)
const LAST_PAGE = /^(2\s391|2\s4\d1)–2\s4\d\d of 2\s4\d\d$/

test('the list shows the newest orders first, with all columns, and passes axe', async ({ page, login }) => {
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'ID',
    'Date',
    'User',
    'Company',
    'Tracking Code',
    'Event',
    'Origin',
    'Destination',
    'Volume',
    'Status',
    'Last update',
  ])
  await expect(header(page, 'ID')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText(ofAll('1–10'))).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test('the address keeps page, page size and sort order; the size is kept per person', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  await login(page)
  const saved = page.waitForResponse(/user\/personal\/preferences/)
  await page.getByLabel('Rows per page').selectOption('50')
  await saved
  await expect(rows(page)).toHaveCount(50)
  await header(page, 'Company').getByRole('button').click()
  await expect(header(page, 'Company')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/per_page=50/)
  await expect(page).toHaveURL(/sort=company\.asc/)
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(ofAll('51–100'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(ofAll('51–100'))).toBeVisible()
  await expect(header(page, 'Company')).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await expect(page.getByText(ofAll('1–50'))).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await login(page)
  await expect(page.getByText(ofAll('1–50'))).toBeVisible()
  const { token } = await server.tokenOf('admin')
  await server.call('user/personal/preferences', { token, method: 'PUT', body: { rowsPerPage: 10 } })
})

test('in compact rows at 1440 px only names are cut, and nothing scrolls sideways', async ({ page, login, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await login(page, 'admin', '/orders?per_page=100')
  await expect(rows(page)).toHaveCount(100)
  const saved = page.waitForResponse(/user\/personal\/preferences/)
  await page.getByRole('button', { name: 'Use them' }).click()
  await saved
  await expect(page.getByText('More orders fit in compact rows.')).toBeHidden()
  const { cut, wider } = await page.getByRole('table', { name: 'Orders' }).evaluate((table) => {
    const headings = [...table.querySelectorAll('th')].map(({ textContent }) => textContent)
    const texts = [...table.querySelectorAll('th, td')].flatMap((cell) =>
      [...cell.querySelectorAll('a, span, button')].map((text) => ({
        text,
        at: (cell as HTMLTableCellElement).cellIndex,
      })),
    )
    return {
      cut: [
        ...new Set(
          texts.flatMap(({ text, at }) =>
            text.scrollWidth > text.clientWidth && text.clientWidth > 0 ? headings[at] : [],
          ),
        ),
      ],
      wider: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
    }
  })
  // The column of boxes has no heading, and no text.
  expect(cut.filter((name) => !['', 'User', 'Company', 'Origin', 'Destination'].includes(name ?? ''))).toEqual([])
  expect(wider).toBe(0)
  // The choice is the person's: another browser has it too.
  await page.evaluate(() => localStorage.clear())
  await login(page)
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  const { token } = await server.tokenOf('admin')
  await server.call('user/personal/preferences', { token, method: 'PUT', body: { compactRows: false } })
})

test('on paper the list is its table alone, with all columns', async ({ page, login }) => {
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('list', { name: /^What needs attention/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await page.setViewportSize({ width: 1040, height: 720 })
  // A word of a hundred letters takes no more than its column.
  await rows(page)
    .first()
    .locator('td')
    .nth(4)
    .evaluate((cell) => {
      const text = cell.querySelector('span, a')
      if (text) text.textContent = 'Donaudampfschifffahrt'.repeat(5)
    })
  for (const name of ['ID', 'Tracking Code', 'Last update'])
    await expect(header(page, name)).toBeInViewport({ ratio: 1 })
})

test('ID and Date sort by creation time, and a page past the end shows the last page', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders?page=9999')
  await expect(page.getByText(LAST_PAGE)).toBeVisible()
  await expect(page).toHaveURL(/page=24\d/)
  const sorted = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('order[created]=asc'))
  await header(page, 'ID').getByRole('button').click()
  await sorted
  await expect(header(page, 'ID')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header(page, 'Date')).not.toHaveAttribute('aria-sort')
})

test('a tracking code pasted in any format finds its order, and Enter opens it', async ({ page, login, server }) => {
  const order = await firstOrder(server, 40)
  const code = `${order.hashSum}${order.customCode}`
  const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)}-${code.slice(8)}`
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  for (const pasted of [
    `Re: ${typed} – arrival`,
    ` ${code} `,
    `${code.slice(0, 4)} - ${code.slice(4, 8)} - ${code.slice(8)}`,
  ]) {
    await search(page).focus()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, pasted)
    await expect(search(page)).toHaveValue(`${code.slice(0, 4)} - ${code.slice(4, 8)} - ${code.slice(8)}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(new RegExp(`search=${code}`))
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(search(page)).toHaveValue('')
  }
  // While the search runs, the page shows a single other order: Enter waits for the result.
  const other = await firstOrder(server, 3)
  await page.goto(`/orders?search=${other.hashSum}${other.customCode}`)
  await expect(rows(page)).toHaveCount(1)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/booking\/search\?/, (route) => void held.then(() => route.continue()))
  await search(page).fill(code.slice(0, 11))
  await search(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`search=${code.slice(0, 11)}$`))
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}$`))
})

test('the first characters of a code are enough, and no match says so', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  const order = await firstOrder(server, 7)
  await login(page)
  await search(page).pressSequentially(order.hashSum.slice(0, 5))
  await expect(page).toHaveURL(new RegExp(`search=${order.hashSum.slice(0, 5)}`))
  await expect(page.getByRole('link', { name: String(order.id), exact: true })).toBeVisible()
  await search(page).fill('')
  await search(page).pressSequentially('ZZZZ9999')
  await expect(page.getByText('No order found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(rows(page)).toHaveCount(10)
})

test('Back from a search returns to the page where it started, whatever was typed', async ({ page, login }) => {
  await login(page, 'manager', '/orders?page=5')
  await expect(rows(page)).toHaveCount(10)
  await search(page).pressSequentially('ZZZ')
  await expect(page).toHaveURL(/search=ZZZ$/)
  await search(page).pressSequentially('Z9')
  await expect(page).toHaveURL(/search=ZZZZ9$/)
  await page.goBack()
  await expect(page).toHaveURL('/orders?page=5')
  await expect(search(page)).toHaveValue('')
  await expect(page.getByText(ofAll('41–50'))).toBeVisible()
})

test('columns can be hidden and shown, and the choice is kept per user', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'manager')
  await page.getByRole('button', { name: 'Column settings' }).click()
  await page.getByRole('switch', { name: 'Company' }).click({ force: true })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(header(page, 'Company')).toBeVisible()

  await page.getByRole('button', { name: 'Column settings' }).click()
  await expect(page.getByRole('switch', { name: 'Company' })).toBeChecked()
  await page.getByRole('switch', { name: 'Company' }).click({ force: true })
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Fields were saved successfully')
  await expect(header(page, 'Company')).toHaveCount(0)
  await page.reload()
  await expect(header(page, 'ID')).toBeVisible()
  await expect(header(page, 'Company')).toHaveCount(0)

  await page.getByRole('button', { name: 'Column settings' }).click()
  await page.getByRole('switch', { name: 'Company' }).click({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(header(page, 'Company')).toBeVisible()
})

test('rows open by click, by key and in a new tab, and their text can be selected', async ({
  page,
  login,
  server,
  context,
}) => {
  const order = await firstOrder(server)
  await login(page, 'admin', '/orders?per_page=50')
  const link = page.getByRole('link', { name: String(order.id), exact: true })
  // Dragging across a cell selects its text and opens nothing.
  const cell = rows(page).nth(2).getByRole('cell').nth(5)
  // Chromium selects nothing where a drag begins exactly between two letters: each try begins a little further right.
  let start = 12
  await expect(async () => {
    const box = (await cell.boundingBox())!
    await page.mouse.move(box.x + start++, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(4)
  }).toPass()
  await expect(page).toHaveURL('/orders?per_page=50')
  await page.mouse.click(600, 20)

  const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ button: 'middle' })])
  // Waits without toHaveURL, which in a tab behind this one may wait forever for the end of the navigation.
  await expect.poll(() => opened.url()).toBe(`${server.url}/orders/${order.id}`)
  await opened.close()
  await page.bringToFront()

  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/orders/${order.id}`)
})

test('Back to Orders restores the list and its scroll position', async ({ page, login }) => {
  await login(page, 'admin', '/orders?per_page=200&sort=date.asc')
  await expect(rows(page)).toHaveCount(200)
  const row = rows(page).nth(120)
  await row.scrollIntoViewIfNeeded()
  const scrolled = await page.locator('[data-scroll-restoration-id=list]').evaluate((element) => element.scrollTop)
  expect(scrolled).toBeGreaterThan(1000)
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/orders\/\d+/)
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await expect(page).toHaveURL('/orders?per_page=200&sort=date.asc')
  await expect(rows(page)).toHaveCount(200)
  await expect
    .poll(() => page.locator('[data-scroll-restoration-id=list]').evaluate((element) => element.scrollTop))
    .toBe(scrolled)
})

test('an order is loaded when the pointer rests on its row', async ({ page, login }) => {
  await login(page)
  const wanted = page.waitForRequest(/\/api\/request\/booking\/get\/\d+/)
  await rows(page).nth(3).hover()
  expect((await wanted).method()).toBe('GET')
})

test('on a phone the page does not scroll sideways and the menu is a drawer', async ({ page, login }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // The place of the scroll bar is kept free.
  expect(over).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Options' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Orders',
    'Clients',
    'Blog',
    'Templates',
    'Events',
    'Depots',
    'Ports',
    'Cities',
    'Pick-up Locations',
    'Vessels',
    'Cartages',
    'Freight',
    'Constants',
    'Delivery Time',
    'Mail Settings',
    'Hints',
    'Carriers',
    'Document requirements',
    'Places',
    'Free time rules',
    'Holidays',
    /^Today/,
    'Sailings',
    'Arrivals',
    'Inbox',
    'Offers',
    'Reports',
    'Mail log',
  ])
  await expect(page.getByRole('link', { name: /^Today/ })).toBeInViewport({ ratio: 1 })
  // One group is open at a time.
  await page.getByRole('button', { name: 'Administration' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Orders',
    'Clients',
    'Blog',
    'Templates',
    /^Today/,
    'Sailings',
    'Arrivals',
    'Inbox',
    'Offers',
    'Reports',
    'Mail log',
    'Bulk changes',
    'Company',
    'Queue rules',
    'Integrations',
    'Audit',
  ])
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('link', { name: 'Vessels' }).click()
  await expect(page).toHaveURL('/vessels')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The entry of the page that is open is in sight, wherever it stands in its group.
  await visit(page, '/holidays')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: 'Holidays' })).toBeInViewport({ ratio: 1 })
})
