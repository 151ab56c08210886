import { get } from 'node:http'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'

/** Limits in bytes. */
const BUDGET = 230_000

/** Size of a file as transferred: gzipped, in bytes. */
const gzipped = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => resolve(size))
    }).on('error', reject)
  })

test('the first screen after the login needs at most 230 KB of JavaScript', async ({ page, login }) => {
  // Files prefetched when idle are not needed for this screen.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await login(page, 'admin', '/orders')
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible()
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/\.js(\?|$)/.test(name) ? [name] : [])),
  )
  const sizes = await Promise.all([...new Set(scripts)].map(gzipped))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({
    type: 'measured',
    description: `the first screen takes ${(total / 1000).toFixed(1)} KB of gzipped JavaScript in ${sizes.length} files`,
  })
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(BUDGET)
})
