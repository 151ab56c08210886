import type { ElementHandle, Page } from '@playwright/test'
import { createPool } from '#server/db/client.ts'
import { type Bench, benchInBrowser, LINE_TITLES, line, measured } from './in-browser.ts'

// `npm run bench -- pages` measures the orders list and a list with row menus, each with 100 rows, in a real
// browser: from the click on 'Next page' to the frame with the rows of that page, and from a click to the
// first frame that answers it.
const TURNS = 30
/** Milliseconds. */
const AIMS = { page: 300, click: 50 }

/**
 * Presses the button where it is; waits for the rows of another page, or only for the next frame. Returns ms
 * since the click. `locator.click()` would not do: finding a button by its role lays out all rows, also those
 * out of sight, which no user's click does.
 */
async function click(page: Page, button: ElementHandle, until: 'rows' | 'frame'): Promise<number> {
  // Named functions are avoided: the compiler would mark their names with a helper that the page lacks.
  await page.evaluate((wanted) => {
    const first = document.querySelector('tbody tr td')?.textContent
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        new MutationObserver((_, seen) => {
          if (wanted === 'rows' && document.querySelector('tbody tr td')?.textContent === first) return
          seen.disconnect()
          requestAnimationFrame(() =>
            // A message runs ahead of React's remaining rendering; a timer would fire long after the frame.
            scheduler.postTask(
              () => document.body.setAttribute('data-painted', String(performance.now() - timeStamp)),
              { priority: 'user-blocking' },
            ),
          )
        }).observe(document.documentElement, { childList: true, subtree: true, characterData: true, attributes: true })
      },
      { once: true, capture: true },
    )
  }, until)
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.locator('body[data-painted]').waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const time = Number(document.body.dataset.painted)
    document.body.removeAttribute('data-painted')
    return time
  })
}

/** The demo has twenty pages: three forward, one back. */
const turnPage = (n: number) => (n % 4 === 3 ? 'Previous page' : 'Next page')

/** A shorter list. */
const toAndFro = (n: number) => (n % 2 === 1 ? 'Previous page' : 'Next page')

/**
 * When the next click comes: as soon as the last one is answered, while its rows are still being drawn; at a
 * person's pace; or once all rows are there and the page is idle.
 */
type Pause = 'none' | 'quick' | 'rest'

const QUICK_MS = 100
const PAUSES: readonly [Pause, string][] = [
  ['none', 'at once'],
  ['quick', `after ${QUICK_MS} ms`],
  ['rest', 'at rest'],
]

async function waitFor(page: Page, pause: Pause): Promise<void> {
  if (pause === 'quick') await page.waitForTimeout(QUICK_MS)
  if (pause !== 'rest') return
  await page.locator('table[aria-busy="false"]').waitFor()
  await page.locator('tbody tr').nth(99).waitFor()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

interface Turns {
  buttonOf: (n: number) => string
  until: 'rows' | 'frame'
  pause?: Pause
}

async function times(page: Page, { buttonOf, until, pause = 'none' }: Turns): Promise<number[]> {
  const all: number[] = []
  const buttons = new Map<string, ElementHandle>()
  const find = (name: string) => page.getByRole('button', { name, exact: true }).first().elementHandle()
  for (let n = 0; n < TURNS; n++) {
    const name = buttonOf(n)
    const button = buttons.get(name) ?? (await find(name))
    if (!button) throw new Error(`No button ${name}`)
    buttons.set(name, button)
    await waitFor(page, pause)
    all.push(await click(page, button, until))
  }
  return all
}

/** The machine's share: a click on a button that changes one text. */
async function emptyPage(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.setContent('<button onclick="this.nextSibling.textContent += 1">Click</button><p></p>')
}

/** The first page, once everything is there. */
async function open({ server, page }: Pick<Bench, 'server' | 'page'>, path: string): Promise<void> {
  await page.goto(`${server.url}${path}?per_page=100`)
  await page.getByText('1–100 of').waitFor()
  await page.waitForLoadState('networkidle')
}

async function measure({ server, page, devtools }: Bench): Promise<string> {
  const figures: string[] = []
  const add = async (name: string, aim: number, turns: Turns, path = '/orders') => {
    const taken = await measured(
      devtools,
      () => times(page, turns),
      () => open({ server, page }, path),
    )
    figures.push(line(name, taken, aim))
  }
  await add('page change, click to the rows painted', AIMS.page, { buttonOf: turnPage, until: 'rows' })
  await add('ports: page change, click to the rows painted', AIMS.page, { buttonOf: toAndFro, until: 'rows' }, '/ports')
  const clicks = [
    { name: 'Next page', path: '/orders', buttonOf: turnPage },
    { name: 'a sorted column', path: '/orders', buttonOf: () => 'Company' },
    { name: 'ports: Next page', path: '/ports', buttonOf: toAndFro },
    { name: 'ports: a sorted column', path: '/ports', buttonOf: () => 'Name' },
  ]
  for (const { name, path, buttonOf } of clicks)
    for (const [pause, when] of PAUSES)
      await add(`${name}, ${when}`, AIMS.click, { buttonOf, until: 'frame', pause }, path)
  await add('Compact rows', AIMS.click, { buttonOf: () => 'Compact rows', until: 'frame' })
  await emptyPage(page)
  const onButton = { buttonOf: () => 'Click', until: 'frame' } as const
  figures.push(line('the same in an empty page', await measured(devtools, () => times(page, onButton))))
  return [
    `| milliseconds, 100 rows | ${LINE_TITLES.join(' | ')} |`,
    `|---|${LINE_TITLES.map(() => '---|').join('')}`,
    ...figures,
  ].join('\n')
}

/** Ports for three pages: a list whose rows have menus. */
async function addPorts(url: string): Promise<void> {
  const pool = createPool(url, 1)
  await pool.query(
    `insert into ports (code, name)
     select 'ZZ' || n, 'Port ' || n from generate_series(1, $1 - (select count(*)::int from ports)) n`,
    [300],
  )
  await pool.end()
}

await benchInBrowser('list-pages', measure, { prepare: addPorts })
