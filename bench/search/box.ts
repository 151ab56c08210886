import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type Bench, benchInBrowser, LINE_TITLES, line, measured } from '#bench/in-browser.ts'
import { login } from '#bench/login.ts'
import { pageOfIds, read } from '#bench/read.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { createPool } from '#server/db/client.ts'

// `npm run bench -- box [--folder …]` measures the box in a real browser, from its key to the frame that
// shows it, and from the request to the frame with the first record; with --folder on the database that `npm
// run bench -- search --folder …` has left there.
const { values } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true })
const TURNS = 25
const ORDERS = 50_000
/** Milliseconds. */
const AIMS = { open: 50, first: 80 }

const field = 'input[role="combobox"][aria-controls="box-list"]'
const RECORD = '#box-list [id^="box-order"]'

/** Milliseconds from the event to the frame after the element appears. */
async function until(
  page: Page,
  event: 'keydown' | 'search',
  wanted: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    ([what, selector]) => {
      document.body.removeAttribute('data-painted')
      const since = (began: number) =>
        new MutationObserver((_, seen) => {
          if (!document.querySelector(selector)) return
          seen.disconnect()
          requestAnimationFrame(() =>
            scheduler.postTask(() => document.body.setAttribute('data-painted', String(performance.now() - began)), {
              priority: 'user-blocking',
            }),
          )
        }).observe(document.documentElement, { childList: true, subtree: true, attributes: true })
      if (what === 'keydown') {
        window.addEventListener('keydown', ({ timeStamp }) => since(timeStamp), { once: true, capture: true })
        return
      }
      const send = window.fetch
      window.fetch = (...call) => {
        if (String(call[0]).includes('/api/search?')) {
          window.fetch = send
          since(performance.now())
        }
        return send(...call)
      }
    },
    [event, wanted] as const,
  )
  await act()
  await page.locator('body[data-painted]').waitFor()
  return page.evaluate(() => Number(document.body.dataset.painted))
}

async function closeBox(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(field).waitFor({ state: 'detached' })
}

async function openings({ page }: Bench): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    times.push(await until(page, 'keydown', field, () => page.keyboard.press('Control+k')))
    await closeBox(page)
  }
  return times
}

/** Times until the first result, for texts that were not searched before. */
async function firstResults({ page }: Bench, texts: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) {
    await page.keyboard.press('Control+k')
    await page.locator(field).waitFor()
    times.push(await until(page, 'search', RECORD, () => page.locator(field).fill(text)))
    await closeBox(page)
  }
  return times
}

async function measure(bench: Bench): Promise<string> {
  const { server, page } = bench
  const { user_token: token } = await login(server)
  const row = pageOfIds.shape.items.element.extend({
    hashSum: z.string(),
    customCode: z.string(),
    companyName: z.string(),
  })
  const orders = (await read(`${server.url}/api/request/booking/get_all?page=7&per_page=200`, token, listOf(row))).items
  const codes = orders.map(({ hashSum, customCode }) => hashSum + customCode)
  const names = [...new Set(orders.map(({ companyName }) => companyName))]
  await page.goto(`${server.url}/orders`)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  await page.locator(field).waitFor()
  await closeBox(page)
  // Each text is used once over both rounds of a measurement.
  const fresh = (all: string[]) => () => firstResults(bench, all.splice(0, TURNS))
  const opened = await measured(bench.devtools, () => openings(bench))
  const code = await measured(bench.devtools, fresh(codes.slice(0, 2 * TURNS)))
  const start = await measured(bench.devtools, fresh(codes.slice(60, 60 + 2 * TURNS).map((each) => each.slice(0, 7))))
  const name = await measured(bench.devtools, fresh(names.slice(0, 2 * TURNS)))
  return [
    `| milliseconds | ${LINE_TITLES.join(' | ')} |`,
    `|---|${LINE_TITLES.map(() => '---|').join('')}`,
    line('the box, key to painted', opened, AIMS.open),
    line('a tracking code, request to the first result painted', code, AIMS.first),
    line('the beginning of a code, request to the first result painted', start, AIMS.first),
    line("a company's name, request to the first result painted", name, AIMS.first),
  ].join('\n')
}

async function addOrders(url: string): Promise<void> {
  const pool = createPool(url, 1, { patient: true })
  await loadBulkOrders(pool, ORDERS)
  await pool.end()
}

await benchInBrowser('box', measure, { prepare: addOrders, folder: values.folder })
