import type { Page } from '@playwright/test'
import type { Figures } from '#contract/attention/figures.ts'
import { expect, test } from '#e2e/lib/fixtures.ts'

const figures = (page: Page) => page.getByRole('region', { name: 'Figures of the day' })
/** The number and the link of a figure. */
async function figure(page: Page, label: string | RegExp) {
  const link = figures(page).getByRole('link', { name: label })
  await expect(link).toHaveText(/^\d+/)
  return { link, n: Number.parseInt((await link.textContent()) ?? '', 10) }
}

test('each figure opens the list that it counts, and goes back to the queue', { tag: '@long' }, async ({
  page,
  login,
  server,
}) => {
  await login(page, 'admin', '/today?owner=all')
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<Figures>('attention/figures', { token })
  await expect(page.getByRole('table', { name: 'Needs attention' })).toBeVisible()
  for (const label of ['Arrivals this week', 'Unconfirmed for over a day', 'Unopened documents']) {
    const { link, n } = await figure(page, label)
    await link.click()
    await expect(link).toHaveAttribute('aria-current', /page|true/)
    // A page of ten rows, and the head.
    await expect(page.getByRole('table', { name: label }).getByRole('row')).toHaveCount(Math.min(n, 10) + 1)
  }
  await page.getByRole('link', { name: 'Show the queue' }).click()
  await expect(page.getByRole('table', { name: 'Needs attention' })).toBeVisible()
  const failed = await figure(page, 'Failed mail')
  expect(failed.n).toBe(data.failedMails)
  await failed.link.click()
  await expect(page).toHaveURL(/\/mail-log\?state=failed/)
  await page.goBack()
  const cutOffs = await figure(page, /Sailings? with a cut-off in 48 h/)
  expect(cutOffs.n).toBe(data.cutOffCount)
  await expect(page.getByRole('list', { name: 'Next cut-offs' }).getByRole('link')).toHaveCount(cutOffs.n)
  await cutOffs.link.click()
  await expect(page).toHaveURL(/\/sailings\?.*f\.nextCutOff=next/)
  await expect(page.getByText('Next cut-off in the next 48 hours')).toBeVisible()
  // Sailings that the figure counts, and the head.
  const rows = page.getByRole('table', { name: 'Sailings' }).getByRole('row')
  await expect(rows).toHaveCount(cutOffs.n + 1)
  for (const { reference } of data.cutOffs) await expect(rows.filter({ hasText: reference })).toHaveCount(1)
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
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('row').nth(2).getByRole('checkbox').check()
  await expect(tools).toContainText('2 of')
  await tools.getByRole('button', { name: 'Claim' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'is on it' })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await tools.getByRole('button', { name: 'Release' }).click()
  await expect(rows).toHaveCount(0)
})
