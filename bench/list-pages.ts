import type { Page } from '@playwright/test'
import { createPool } from '#server/db/client.ts'
import { type Bench, benchInBrowser, line, measured } from './in-browser.ts'

// `npm run bench -- pages`: the orders list and one with row menus, each with 100 rows, in a real browser. From the click on 'Next page' to the frame
// with the rows of that page, and from a click to the first frame that answers it.
const TURNS = 20
/** Milliseconds. */
const AIMS = { page: 300, click: 50 }

/** Waits for the rows of another page, or only for the next frame; answers ms since the click. */
async function click(page: Page, button: string, until: 'rows' | 'frame'): Promise<number> {
  // No named functions: the compiler would mark their names by a helper that the page lacks.
  await page.evaluate((wanted) => {
    const first = document.querySelector('tbody tr td')?.textContent
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        new MutationObserver((_, seen) => {
          if (wanted === 'rows' && document.querySelector('tbody tr td')?.textContent === first) return
          seen.disconnect()
          requestAnimationFrame(() =>
            setTimeout(() => document.body.setAttribute('data-painted', String(performance.now() - timeStamp))),
          )
        }).observe(document.documentElement, { childList: true, subtree: true, characterData: true, attributes: true })
      },
      { once: true, capture: true },
    )
  }, until)
  await page.getByRole('button', { name: button, exact: true }).first().click()
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

async function times(page: Page, buttonOf: (n: number) => string, until: 'rows' | 'frame'): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < TURNS; n++) all.push(await click(page, buttonOf(n), until))
  return all
}

/** The first page, once everything is there. */
async function open({ server, page }: Pick<Bench, 'server' | 'page'>, path: string): Promise<void> {
  await page.goto(`${server.url}${path}?per_page=100`)
  await page.getByText('1–100 of').waitFor()
  await page.waitForLoadState('networkidle')
}

async function measure({ server, page, devtools }: Bench): Promise<string> {
  const figures: string[] = []
  const add = async (
    name: string,
    aim: number,
    buttonOf: (n: number) => string,
    until: 'rows' | 'frame',
    path = '/orders',
  ) => {
    await open({ server, page }, path)
    figures.push(line(name, await measured(devtools, () => times(page, buttonOf, until)), aim))
  }
  await add('page change, click to the rows painted', AIMS.page, turnPage, 'rows')
  await add('click on Next page to the first frame', AIMS.click, turnPage, 'frame')
  await add('click on Compact rows to the first frame', AIMS.click, () => 'Compact rows', 'frame')
  await add('click on a sorted column to the first frame', AIMS.click, () => 'Company', 'frame')
  await add('ports: page change, click to the rows painted', AIMS.page, toAndFro, 'rows', '/ports')
  await add('ports: click on Next page to the first frame', AIMS.click, toAndFro, 'frame', '/ports')
  await add('ports: click on a sorted column to the first frame', AIMS.click, () => 'Name', 'frame', '/ports')
  return [
    '| milliseconds, 100 rows | p50 | p98 | of which the page itself | aim | |',
    '|---|---|---|---|---|---|',
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

await benchInBrowser('list-pages', measure, addPorts)
