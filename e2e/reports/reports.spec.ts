import type { Locator, Page } from '@playwright/test'
import { PAGE_SIZES } from '#contract/lib/envelope.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

/** A count as the page shows it. */
const shown = (n: number) => n.toLocaleString('en-US').replaceAll(',', '\u00a0')

/** Expects the list to have this many records, by its pager or its only page. */
async function expectRecords(page: Page, n: number, wait: { timeout?: number } = {}): Promise<void> {
  if (n > PAGE_SIZES[0]) await expect(page.getByText(new RegExp(`of ${shown(n)}\\b`))).toBeVisible(wait)
  else await expect(page.locator('tbody:not([aria-hidden]) tr')).toHaveCount(n, wait)
}

/** The number that a link shows. */
const figureOf = async (link: Locator) =>
  Number.parseInt((await link.textContent())?.replaceAll('\u00a0', '') ?? '', 10)

/** Expects a figure of this minute to lead to what it counts, and goes back: time may have opened an item meanwhile. */
async function expectLeads(page: Page, link: Locator, title: string): Promise<void> {
  await expect(async () => {
    const n = await figureOf(link)
    await link.click()
    try {
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expectRecords(page, n, { timeout: 5_000 })
    } catch (error) {
      await page.goBack()
      await page.reload()
      throw error
    }
  }).toPass()
}

/** A day so many days ago, yyyy-MM-dd. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('a manager reads the reports of a year, looks behind a figure, and takes a table along', async ({
  page,
  login,
  server,
}) => {
  await login(page, 'manager', '/reports')
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await page.getByText('This year', { exact: true }).click()
  await expect(page).toHaveURL(/period=this-year/)

  // In January this year has few orders or none; the year up to today always has them, and so has the one before.
  const first = daysAgo(360)
  await page.getByText('Custom', { exact: true }).click()
  await page
    .getByRole('textbox', { name: 'First day' })
    .fill(`${first.slice(5, 7)}/${first.slice(8)}/${first.slice(0, 4)}`)
  await expect(page).toHaveURL(new RegExp(`from=${first}`))
  const { token } = await server.tokenOf('manager')
  const query = `from=${first}&to=${new URL(page.url()).searchParams.get('to')}`
  const { data } = await server.call<{
    lanes: { originName: string; destinationName: string; orders: number; cancelled: number }[]
  }>(`report/volume?${query}`, { token })
  const lane = data.lanes[0]!

  await test.step('each question has its figures, a chart and tables', async () => {
    for (const title of [
      'Volume and orders',
      'Quotes that became bookings',
      'On time',
      'Days between milestones',
      'Workload and age of the queue',
    ])
      await expect(page.getByRole('region', { name: title })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Chart: Orders by month' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Orders by lane' })).toContainText(lane.originName)
  })

  await test.step('on paper tables repeat their heads and say how much they leave out, and nothing can be opened', async () => {
    const lanes = page.getByRole('table', { name: 'Orders by lane' })
    await page.emulateMedia({ media: 'print' })
    await expect(lanes.locator('thead')).toHaveCSS('display', 'table-header-group')
    await expect(lanes.locator('tbody tr').first()).toHaveCSS('display', 'table-row')
    await expect(page.getByText(/^The first 10 of \d+$/).first()).toBeVisible()
    await expect(page.locator('figure summary').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a table is exported with the period that is shown', async () => {
    const heading = page.getByRole('heading', { name: 'Orders by lane' })
    const download = page.waitForEvent('download')
    await heading.locator('xpath=..').getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Orders by lane .*\.csv$/)
  })

  await test.step('each figure of a lane leads to exactly its orders, and back leads to the year', async () => {
    const name = `${lane.originName} → ${lane.destinationName}`
    for (const [label, n] of [
      ['Orders', lane.orders],
      ['Cancelled', lane.cancelled],
    ] as const) {
      if (n === 0) continue
      await page
        .getByRole('table', { name: 'Orders by lane' })
        .getByRole('link', { name: `${name}, ${label}: ${shown(n)}`, exact: true })
        .click()
      await expect(page.getByRole('heading', { name: 'Orders booked' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Orders booked' }).getByRole('row').nth(1)).toContainText(name)
      await expectRecords(page, n)
      await page.goBack()
      await expect(page).toHaveURL(/period=custom/)
    }
  })

  const work = (
    await server.call<{
      people: { id: number | null; name: string; waiting: number; events: number }[]
    }>(`report/workload?${query}`, { token })
  ).data

  await test.step('how long items have been open leads to them', async () => {
    const ages = page.getByRole('table', { name: 'Age of the queue' })
    await expectLeads(page, ages.getByRole('link', { name: /^under 1 day, Open, now: \d+/ }), 'Queue items')
    await expect(page.getByText('Open now · under 1 day')).toBeVisible()
    await page.goBack()
  })

  await test.step('what waits for a person, and the events they set, are lists of their own', async () => {
    const person = work.people.find(({ id, waiting, events }) => id !== null && waiting > 0 && events > 0)!
    const table = page.getByRole('table', { name: 'Workload by person' })
    const of = (label: string) => table.getByRole('link', { name: new RegExp(`^${person.name}, ${label}: `) })
    for (const [label, title] of [
      ['Waiting, now', 'Queue items'],
      ['Events set', 'Events set'],
    ] as const) {
      await expectLeads(page, of(label), title)
      await page.goBack()
      await expect(page).toHaveURL(/period=custom/)
    }
  })

  await test.step('every figure of the whole period leads to what it counts', async () => {
    const cancelled = page
      .getByRole('region', { name: 'Volume and orders' })
      .getByRole('link', { name: /^Cancelled: \d+/ })
    const n = await figureOf(cancelled)
    await cancelled.click()
    await expectRecords(page, n)
    await page.goBack()
    await expect(page).toHaveURL(/period=custom/)
  })

  await test.step('what a figure was leads to what was counted then', async () => {
    const before = page
      .getByRole('region', { name: 'Volume and orders' })
      .getByRole('link', { name: /^Orders, .* to .*: \d/ })
    const n = await figureOf(before)
    await before.click()
    await expectRecords(page, n)
    await page.goBack()
    await expect(page).toHaveURL(/period=custom/)
  })

  await test.step('without comparison no figure says what it was before', async () => {
    await expect(page.getByText(/^was |, was /).first()).toBeVisible()
    await page.getByRole('switch', { name: 'Compare with the previous period' }).click()
    await expect(page).toHaveURL(/compare=0/)
    await expect(page.getByText(/, was /)).toHaveCount(0)
  })

  await test.step('a quote says who asked and what was answered, and the way back keeps period and comparison', async () => {
    await page
      .getByRole('region', { name: 'Quotes that became bookings' })
      .getByRole('link', { name: /^Booked: \d+/ })
      .click()
    const quotes = page.getByRole('table', { name: 'Quotes requested' })
    await expect(quotes.getByRole('columnheader', { name: 'Asked by' })).toBeVisible()
    // The last row is the oldest; another journey may have booked the newest at a manual rate.
    await quotes.locator('tbody tr', { hasText: 'Instant quote' }).last().getByRole('link').nth(1).click()
    const answer = page.getByRole('dialog', { name: 'Instant quote' })
    await expect(answer.getByText('Asked by')).toBeVisible()
    await expect(answer.getByRole('table', { name: 'Price breakdown' })).toContainText('Total')
    await page.keyboard.press('Escape')
    await expect(answer).toBeHidden()
    await page.getByRole('link', { name: 'Reports for this period' }).click()
    await expect(page).toHaveURL(/period=custom/)
    await expect(page).toHaveURL(/compare=0/)
  })
})

test('days that are no period are said at their field, once, and nothing is asked', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/report/')) calls.push(request.url())
  })
  await login(page, 'manager', '/reports?period=custom&from=2026-12-01&to=2026-01-01')
  await expect(page.getByText('The last day is before the first')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.goto('/reports?report=quotes&from=2026-02-30&to=2026-03-01')
  await expect(page.getByText('Enter a date as MM/dd/yyyy')).toHaveCount(1)
  expect(calls).toEqual([])
  await page.getByRole('textbox', { name: 'First day' }).fill('02/01/2026')
  await expect(page.getByRole('region', { name: 'Volume and orders' })).toBeVisible()
})
