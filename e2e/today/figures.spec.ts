import type { Page } from '@playwright/test'
import type { Figures } from '#contract/attention/figures.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

/** The chip of a figure, with its number. */
async function figure(page: Page, label: string) {
  const link = page.getByRole('list', { name: 'What needs attention' }).getByRole('link', { name: label })
  await expect(link).toHaveText(/\d+$/)
  return { link, n: Number((await link.textContent())?.match(/\d+$/)?.[0]) }
}

test('each figure opens the list that it counts, of the scope that is shown, and goes back to the queue', {
  tag: '@long',
}, async ({ page, login, server }) => {
  const { token } = await server.tokenOf('admin')
  const counts = async (owner: string) => (await server.call<Figures>(`attention/figures${owner}`, { token })).data
  await login(page, 'admin', '/today')
  await page.getByRole('button', { name: /^\+\d+ more$/ }).click()
  for (const [scope, owner] of [
    ['Mine', '?owner=me'],
    ['Team', ''],
    ['Unassigned', '?owner=none'],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Whose' }).getByText(scope, { exact: true }).click()
    const data = await counts(owner)
    await expect
      .poll(async () => [(await figure(page, 'Arrivals this week')).n, (await figure(page, 'Unconfirmed')).n])
      .toEqual([data.arrivals, data.unconfirmed])
    const { link, n } = await figure(page, 'Arrivals this week')
    await link.click()
    await expect(link).toHaveAttribute('aria-current', /page|true/)
    // A page of ten rows, and the head.
    const rows = page.getByRole('table', { name: 'Arrivals this week' }).getByRole('row')
    if (n > 0) await expect(rows).toHaveCount(Math.min(n, 10) + 1)
    await page.getByRole('link', { name: 'Show the queue' }).click()
    await expect(page.getByRole('table', { name: 'Needs attention' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Sailings with a cut-off in 48 h' }).click()
  await expect(page).toHaveURL(/\/sailings\?.*f\.nextCutOff=next/)
  await expect(page.getByText('Next cut-off in the next 48 hours')).toBeVisible()
  const { cutOffs, cutOffCount } = await counts('')
  // Sailings that the figure counts, and the head.
  const rows = page.getByRole('table', { name: 'Sailings' }).getByRole('row')
  await expect(rows).toHaveCount(cutOffCount + 1)
  for (const { reference } of cutOffs) await expect(rows.filter({ hasText: reference })).toHaveCount(1)
})

test('charts load when they are opened, stay open in a copied link, and have their figures in a table', {
  tag: '@long',
}, async ({ page, login }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await login(page, 'admin', '/today')
  const button = page.getByRole('button', { name: 'Charts' })
  await button.click()
  await expect(page).toHaveURL(/charts=1/)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Chart: Open orders by milestone' })).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Volume booked per week, CBM' })
  await chart.getByText('Figures').click()
  await expect(chart.getByRole('table').getByRole('row')).toHaveCount(14)
  await button.click()
  await expect(chart).toBeHidden()
  expect(problems).toEqual([])
})

test('several items are claimed and released at once', { tag: '@long' }, async ({ page, login }) => {
  await login(page, 'admin', '/today?owner=all')
  const tools = page.getByRole('group', { name: 'Selected items' })
  const single = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: /[A-Z]{4} - \d{4}/, hasNotText: /\d things/ })
  await single.nth(0).getByRole('checkbox').check()
  await single.nth(1).getByRole('checkbox').check()
  await expect(tools).toContainText('2 items selected')
  await tools.getByRole('button', { name: 'Claim' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'is on it' })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await tools.getByRole('button', { name: 'Release' }).click()
  await expect(rows).toHaveCount(0)
})
