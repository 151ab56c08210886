import type { Locator, Page } from '@playwright/test'
import { axeProblems } from '#e2e/lib/axe.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'
import { visit } from '#e2e/lib/visit.ts'

const rows = (page: Page) => page.locator('tbody tr')
const list = (page: Page) => page.locator('[data-scroll-restoration-id=list]')
const scrolled = (page: Page) => list(page).evaluate((element) => element.scrollTop)
const message = (page: Page) => page.getByRole('status', { name: 'Messages' })
const cutOff = (text: Locator) =>
  text.evaluate((element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
/** How far the page reaches beyond the window; negative where the scroll bar's place is free. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a drag that begins in the padding of a cell opens nothing, wherever it ends', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page)
  await expect(rows(page)).toHaveCount(10)
  const cell = (await rows(page).nth(2).getByRole('cell').nth(5).boundingBox())!
  for (const end of [cell.x + 110, cell.x + 30, cell.x + 7]) {
    await page.mouse.move(cell.x + 2, cell.y + 4)
    await page.mouse.down()
    await page.mouse.move(end, cell.y + cell.height - 6, { steps: 4 })
    await page.mouse.up()
    await expect(page).toHaveURL(/\/$/)
  }
  await page.mouse.click(600, 20)
  await page.mouse.click(cell.x + 2, cell.y + 4)
  await expect(page).toHaveURL(/\/orders\/\d+$/)
})

test('the wheel over the title and Page Down after opening scroll a list of 100 rows', async ({ page, login }) => {
  await login(page, 'admin', '/orders?per_page=100')
  await expect(rows(page)).toHaveCount(100)
  await page.keyboard.press('PageDown')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
  await page.keyboard.press('PageUp')
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.getByRole('heading', { name: 'Orders', level: 1 }).hover()
  await page.mouse.wheel(0, 500)
  await expect.poll(() => scrolled(page)).toBe(500)
  // The page scrolls once, also where the list has a scroll area of its own.
  await rows(page).nth(15).hover()
  const before = await scrolled(page)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => scrolled(page)).toBe(before + 200)
  // Keys belong to the field while it has the focus.
  await page.getByLabel('Search by tracking code').focus()
  await page.keyboard.press('PageUp')
  expect(await scrolled(page)).toBe(before + 200)
})

test('at 1440 px nothing in the orders list is cut off, and the copy button covers no digit', async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/orders?per_page=50')
  await expect(rows(page)).toHaveCount(50)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('tbody a')]
      .filter((link) => link.scrollWidth > link.clientWidth)
      .map((link) => link.textContent),
  )
  expect(cut).toEqual([])
  expect(await list(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const row = rows(page).nth(3)
  await row.hover()
  const button = (await row.getByRole('button', { name: 'Copy tracking code' }).boundingBox())!
  const text = await row
    .getByRole('cell')
    .nth(5)
    .getByRole('link')
    .first()
    .evaluate((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return range.getBoundingClientRect().right
    })
  expect(text).toBeLessThanOrEqual(button.x)
})

test('the toast about a new record links to it, and its list jumps to it and marks it', { tag: '@long' }, async ({
  page,
  login,
}) => {
  await login(page, 'admin', '/ports?search=sha')
  await page.getByRole('button', { name: 'Add Port' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('QQNEW')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New Harbour')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const added = rows(page).filter({ hasText: 'QQNEW' })
  await expect(added).toBeInViewport()
  await expect(added).toHaveAttribute('data-added', 'true')
  await expect(page).toHaveURL(/\/ports\?page=\d{1,3}$/)
  const link = message(page).getByRole('link', { name: 'QQNEW · New Harbour' })
  await link.focus()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page).toHaveURL('/clients')
  await link.click()
  await expect(page).toHaveURL(/\/ports\?page=\d{1,3}$/)
  await expect(added).toHaveAttribute('data-added', 'true')
})

test("a client's orders scroll with the page, not in a box", async ({ page, login }) => {
  await login(page, 'admin', '/clients/6')
  const table = page.getByRole('table', { name: /^All orders of/ })
  await expect(table.locator('tbody tr')).toHaveCount(10)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/clients\/6\?page=2$/)
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(table.locator('tbody tr')).toHaveCount(50)
  expect(await list(page).evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
})

test('on a phone rows are cards that show what matters, and still a table', async ({ page, login }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const facts = (shown: string[]) =>
    shown.map((name) => expect(rows(page).first().getByText(name, { exact: true })).toBeVisible())
  await login(page, 'admin', '/orders')
  await expect(rows(page)).toHaveCount(10)
  const first = rows(page).first()
  await expect(first.getByText(/^[A-Z]{4} - \d{4} - \d{4}$/)).toBeVisible()
  await expect(first.getByText(/^(In progress|Cancelled|Completed)$/)).toBeVisible()
  await Promise.all(facts(['Date', 'User', 'Event']))
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('columnheader', { name: 'Event', exact: true })).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Date', exact: true }).getByRole('button')).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  // The title's link covers the whole card.
  await first.getByText('Event', { exact: true }).click({ force: true })
  await expect(page).toHaveURL(/\/orders\/\d+$/)

  await visit(page, '/mail-log')
  await Promise.all(facts(['To', 'State']))
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Failed' })
  const reason = rows(page)
    .first()
    .getByText(/^\d{3} /)
  await expect(reason).toBeInViewport()
  expect(await cutOff(reason)).toBe(false)
  for (const path of ['/blog', '/clients', '/audit', '/templates', '/locations/by-city', '/freight', '/vessels']) {
    await visit(page, path)
    await expect(rows(page).first()).toBeVisible()
    expect(await tooWide(page), path).toBeLessThanOrEqual(0)
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('tbody :is(a, td, button)')].filter(
        (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth,
      ),
    )
    expect(outside, path).toEqual([])
  }
  await visit(page, '/blog')
  const titles = page.getByRole('table').getByRole('link')
  await expect(titles).toHaveCount(await rows(page).count())
  for (const title of await titles.all()) expect(await cutOff(title)).toBe(false)
  // A click on an item that something covers would fail.
  await visit(page, '/events')
  await page.getByRole('button', { name: 'Actions for Departed', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click({ timeout: 5000 })
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a word of a hundred letters wraps, and the header stays in place from list to record', async ({
  page,
  login,
  server,
}) => {
  const { token } = await server.tokenOf('admin')
  const word = 'Donaudampfschifffahrt'.repeat(5).slice(0, 100)
  const person = { email: 'long.word@clients.example', phone: '16045550199' }
  const made = await server.call<{ id: number }>('registration', {
    method: 'POST',
    token,
    body: { ...person, username: word.slice(0, 50), companyName: word, companyAddress: word, password: 'a'.repeat(32) },
  })
  const { id: client } = made.data
  const request = { name: word.slice(0, 50), email: person.email, phoneNumber: person.phone, message: word }
  const asked = await server.call<{ id: number }>('request/quote', {
    method: 'POST',
    token,
    body: { ...request, origin: 1, destination: 1, destinationGoods: word, transportationMode: 1, userId: client },
  })
  const { id: order } = asked.data
  await login(page)
  const header = new Set<number>()
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/orders',
      `/orders/${order}?contact=true&quotes=true`,
      `/orders/${order}?tab=shipment&panel=contact`,
      `/set-event/${order}`,
      '/clients?sort=id.desc',
      `/clients/${client}`,
      `/new-order/${client}`,
    ]) {
      await visit(page, path)
      await expect(page.getByText(word.slice(0, 50)).first()).toBeAttached()
      expect(await tooWide(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
      if (width === 1440) header.add((await page.locator('header button').last().boundingBox())!.x)
    }
  }
  expect(header.size).toBe(1)
})
