import type { Page } from '@playwright/test'
import { createPool } from '#server/db/client.ts'
import { type Bench, benchInBrowser, LINE_TITLES, line, type Measured, measured, share } from './in-browser.ts'

// `npm run bench -- grid`: the delivery grid of 60 × 60 cells in a real browser, from click to paint and key
// to paint. The demo has more cartages.
const SIZE = 60
const KEYS = 200
/** Milliseconds. */
const AIMS = { mount: 400, key: 50, throttled: 100 }

/** Fills the grid: depots and cartages up to the size, and days in every cell. */
async function fill(url: string): Promise<void> {
  const pool = createPool(url, 1)
  await pool.query(
    `insert into depots (name, code, tier, depot_fixed, depot_var, depot_var_min)
     select 'Depot ' || n, 'D' || n, 1, 1, 1, 1 from generate_series(1, $1 - (select count(*)::int from depots)) n`,
    [SIZE],
  )
  await pool.query(
    `insert into cartages (name, category_id, dest)
     select 'Cartage ' || n, 5, 'US-CHI' from generate_series(1, $1 - (select count(*)::int from cartages)) n`,
    [SIZE],
  )
  // The demo has more cartages than the grid's limit; no order needs them here.
  await pool.query('truncate orders cascade')
  await pool.query('delete from cartages where id not in (select id from cartages order by id limit $1)', [SIZE])
  await pool.query(
    `insert into delivery_times (depot_id, cartage_id, days)
     select d.id, c.id, 20 + (d.id + c.id) % 30 from depots d, cartages c on conflict do nothing`,
  )
  await pool.end()
}

/** Opens a screen from which the grid is one click away. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Hints' }).click()
  await page.getByRole('heading', { name: 'Hints' }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Milliseconds from a click on the menu to the frame that shows the grid. */
async function mountTime(page: Page): Promise<number> {
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      (click) => {
        const seen = new MutationObserver(() => {
          if (!document.querySelector('[role=grid]')) return
          seen.disconnect()
          requestAnimationFrame(() =>
            setTimeout(() => document.body.setAttribute('data-mounted', String(performance.now() - click.timeStamp))),
          )
        })
        seen.observe(document.body, { childList: true, subtree: true })
      },
      { once: true, capture: true },
    )
  })
  await page.getByRole('link', { name: 'Delivery Time' }).click()
  await page.locator('body[data-mounted]').waitFor()
  return page.evaluate(() => {
    const time = Number(document.body.dataset.mounted)
    document.body.removeAttribute('data-mounted')
    return time
  })
}

/** The machine's share: the same keys in a page with one input. */
async function emptyPage(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.setContent('<input type="text">')
}

/** Milliseconds from each key to the next frame: digits, and arrows in all directions, at the edges too. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    document.addEventListener(
      'keydown',
      (key) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - key.timeStamp))),
      { capture: true },
    )
  })
  await page.getByRole('textbox').first().click()
  const keys = ['7', '4', 'ArrowDown', '9', 'ArrowRight', 'PageDown', '1', '2', 'End', 'ArrowLeft', 'ArrowUp', 'Home']
  for (let n = 0; n < KEYS; n++) await page.keyboard.press(keys[n % keys.length] ?? '1', { delay: 20 })
  await page.waitForTimeout(500)
  return page.evaluate(() => Reflect.get(globalThis, 'times') as number[]) // collected in the page
}

async function measure({ server, page, devtools }: Bench): Promise<string> {
  const figures: string[] = []
  const add = async (name: string, aim: number | undefined, work: () => Promise<number[]>) => {
    figures.push(line(name, await measured(devtools, work), aim))
  }
  await page.goto(`${server.url}/hints`)
  const openings: Measured[] = []
  for (let n = 0; n < 11; n++) {
    const opening = await measured(
      devtools,
      async () => [await mountTime(page)],
      () => leave(page),
    )
    openings.push(opening)
  }
  const [first, ...others] = openings
  if (first) figures.push(line('first opening, from the click in the menu', first, AIMS.mount))
  const again = {
    times: others.flatMap(({ times }) => times),
    own: share(
      others.map(({ own }) => own),
      0.5,
    ),
  }
  figures.push(line('opening again, 10 times', again, AIMS.mount))
  for (const [rate, name, aim] of [
    [1, 'key to paint', AIMS.key],
    [4, 'key to paint, processor 4 times slower', AIMS.throttled],
  ] as const) {
    await page.goto(`${server.url}/delivery-time`)
    await page.getByRole('grid').waitFor()
    await page.waitForLoadState('networkidle')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    await add(name, aim, () => keyTimes(page))
    await emptyPage(page)
    await add('the same in an empty page', undefined, () => keyTimes(page))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
  await page.goto(`${server.url}/delivery-time`)
  await page.getByRole('grid').waitFor()
  const size = [await page.getByRole('rowheader').count(), (await page.getByRole('columnheader').count()) - 1]
  return [
    `Delivery grid, ${size.join(' × ')} cells, milliseconds, ${KEYS} keys`,
    '',
    `| what | ${LINE_TITLES.join(' | ')} |`,
    `|---|${LINE_TITLES.map(() => '---|').join('')}`,
    ...figures,
  ].join('\n')
}

await benchInBrowser('delivery-grid', measure, { prepare: fill })
