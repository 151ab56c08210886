import { parseArgs } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { FULL_VOYAGE, loadBulkSailings } from '#demo/bulk-sailings.ts'
import { createPool } from '#server/db/client.ts'
import { type Bench, benchInBrowser, cpuTime, LINE_TITLES, line, type Measured, measured, share } from './in-browser.ts'

// `npm run bench -- sailing [--folder …]` measures the list of 20,000 sailings and a sailing with 200 orders
// in a real browser, from the click to the frame in which they can be read; with --folder on the database
// that `npm run bench -- --folder …` has left there.
const { values } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true })
const TURNS = 20
const ORDERS = 50_000
const SAILINGS = 20_000
/** Milliseconds. */
const AIM = 300

/** Rows of the list, and of the orders aboard with the containers. */
const LIST = 'table[aria-label="Sailings"][aria-busy="false"] tbody tr:nth-child(5)'
const ABOARD = 'table[aria-label^="Orders on"][aria-busy="false"] tbody tr:nth-child(10)'
const FILLED = 'meter[aria-label^="CBM of"], meter[aria-label^="kg of"]'

/** Milliseconds from the click to the frame that has all of these elements. */
async function opening(page: Page, what: Locator, shown: readonly string[]): Promise<number> {
  await page.evaluate((wanted) => {
    document.body.removeAttribute('data-painted')
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        new MutationObserver((_, seen) => {
          if (wanted.some((each) => !document.querySelector(each))) return
          seen.disconnect()
          requestAnimationFrame(() =>
            scheduler.postTask(
              () => document.body.setAttribute('data-painted', String(performance.now() - timeStamp)),
              { priority: 'user-blocking' },
            ),
          )
        }).observe(document.documentElement, { childList: true, subtree: true, attributes: true })
      },
      { once: true, capture: true },
    )
  }, shown)
  await what.click()
  await page.locator('body[data-painted]').waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => Number(document.body.dataset.painted))
}

/** Goes from the orders list to the sailings, again and again. */
async function listTimes({ server, page }: Bench): Promise<number[]> {
  const times: number[] = []
  await page.goto(`${server.url}/orders`)
  await page.waitForLoadState('networkidle')
  for (let turn = 0; turn < TURNS; turn++) {
    times.push(await opening(page, page.getByRole('link', { name: 'Sailings', exact: true }), [LIST]))
    await page
      .getByRole('link', { name: 'Bookings', exact: true })
      .or(page.locator('a[href="/orders"]'))
      .first()
      .click()
    await page.waitForLoadState('networkidle')
  }
  return times
}

/** Goes from the list to the sailing with 200 orders, in a page that is reloaded for each turn. */
async function sailingTimes({ server, page, devtools }: Bench): Promise<Measured> {
  const row = page.getByRole('table', { name: 'Sailings', exact: true }).getByRole('link').first()
  const load = async () => {
    await page.goto(`${server.url}/sailings?search=${FULL_VOYAGE}`)
    await row.waitFor()
    await page.waitForLoadState('networkidle')
  }
  const open = () => opening(page, row, [ABOARD, FILLED])
  const times: number[] = []
  const own: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    await load()
    times.push(await open())
    await load()
    own.push(await cpuTime(devtools, open))
  }
  return { times, own: share(own, 0.5) }
}

async function measure(bench: Bench): Promise<string> {
  const list = await measured(bench.devtools, () => listTimes(bench))
  const one = await sailingTimes(bench)
  return [
    `| milliseconds | ${LINE_TITLES.join(' | ')} |`,
    `|---|${LINE_TITLES.map(() => '---|').join('')}`,
    line('the list of sailings, click to the rows painted', list, AIM),
    line('a sailing with 200 orders, click to orders and containers painted', one, AIM),
  ].join('\n')
}

async function addSailings(url: string): Promise<void> {
  const pool = createPool(url, 1, { patient: true })
  await loadBulkOrders(pool, ORDERS)
  await loadBulkSailings(pool, SAILINGS)
  await pool.end()
}

await benchInBrowser('sailing-page', measure, { prepare: addSailings, folder: values.folder })
