import { get } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, testInNewTab as test } from '#e2e/lib/fixtures.ts'
import { sailingWithCargo } from '#e2e/lib/sailing-data.ts'

/** Bytes of JavaScript, gzipped, until the first screen is complete. */
const BUDGET = 230_000
/** Requests until the first screen is complete with its rows, and until nothing more is asked for. */
const REQUESTS = 15
const REQUESTS_AT_REST = 60
/** The sum of all layout shifts of a load, as the browser counts them. */
const SHIFT = 0.02

/** Size of a file as transferred: gzipped, in bytes. */
const gzipped = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => resolve(size))
    }).on('error', reject)
  })

interface Watched {
  /** Milliseconds after which everything of the first screen was there. */
  completeAt?: number
  shifts: number[]
}

/** What a complete screen of orders has: the menu with its icons, search, bell, theme, views, chips and rows. */
const PARTS = [
  'nav[aria-label="Main menu"] svg',
  'header button[aria-label="Find anything"]',
  'header button[aria-label*="otification"]',
  'nav[aria-label="Views"] a',
  'ul[aria-label^="What needs attention"] button',
  'table[aria-label="Orders"] tbody a',
]

/** Notes in each page that is loaded when all parts were there, and what moved. */
const watch = (page: Page) =>
  page.addInitScript((parts) => {
    const watched: Watched = { shifts: [] }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    const observer = new MutationObserver(() => {
      if (!parts.every((part) => document.querySelector(part))) return
      watched.completeAt = performance.now()
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, PARTS)

const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** The addresses that a page asked for until `before`, each once, and the page itself. */
const askedFor = (page: Page, before = Number.POSITIVE_INFINITY) =>
  page.evaluate(
    (most) => [
      location.href,
      ...new Set(
        performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime <= most ? [name] : [])),
      ),
    ],
    before,
  )

/** Waits until a page has asked for nothing new for a while; what is fetched ahead comes two seconds after the screen. */
async function rest(page: Page, quietMs = 3_000): Promise<void> {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = (await askedFor(page)).length
        const isStill = now === before
        before = now
        return isStill
      },
      { intervals: [quietMs] },
    )
    .toBe(true)
}

test('the first screen, the shell counted, needs at most 230 KB of JavaScript and 15 requests, and 60 until rest', async ({
  page,
  login,
}) => {
  await watch(page)
  // The screen must be complete without the parts that load once the browser is idle: the first load never is.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('whole') === null) Object.assign(window, { requestIdleCallback: () => 0 })
  })
  await login(page, 'admin', '/orders')
  await expect.poll(async () => (await watched(page)).completeAt).toBeDefined()
  const { completeAt } = await watched(page)
  const asked = await askedFor(page, completeAt)
  const scripts = asked.filter((url) => /\.js(\?|$)/.test(url))
  const sizes = await Promise.all(scripts.map(gzipped))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  await page.evaluate(() => sessionStorage.setItem('whole', '1'))
  await page.reload()
  await rest(page)
  const atRest = await askedFor(page)
  test.info().annotations.push({
    type: 'measured',
    description: `the first screen takes ${(total / 1000).toFixed(1)} KB of gzipped JavaScript and ${asked.length} requests, ${atRest.length} until rest`,
  })
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(BUDGET)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(REQUESTS)
  expect(atRest.length, atRest.join('\n')).toBeLessThanOrEqual(REQUESTS_AT_REST)
})

test('nothing moves on the screens of every day while they load with the processor slowed four times', async ({
  page,
  login,
  server,
}) => {
  await login(page, 'admin', '/orders')
  const { token } = await server.tokenOf('admin')
  const { data } = await server.call<{ items: { id: number; idUser: number | null }[] }>(
    'request/booking/get_all?per_page=1',
    { token },
  )
  const [order] = data.items
  const sailing = await sailingWithCargo(server)
  const mostUsed = ['/orders', '/today', '/sailings', '/clients', '/templates', '/reports', '/mail-log', '/freight']
  const paths = [...mostUsed, '/arrivals', '/inbox', '/offers']
  await watch(page)
  const slowed = await page.context().newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const path of [...paths, `/orders/${order?.id}`, `/sailings/${sailing}`]) {
    await page.goto(path)
    await rest(page, 1_500)
    const { shifts } = await watched(page)
    const sum = shifts.reduce((total, shift) => total + shift, 0)
    expect.soft(sum, `${path}: ${shifts.join()}`).toBeLessThanOrEqual(SHIFT)
  }
})
