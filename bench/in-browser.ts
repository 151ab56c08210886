import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { login } from './login.ts'
import { type Running, startServer } from './processes.ts'
import { withDatabase } from './temporary.ts'

// Shared by all measurements in a real browser: the demo data, a logged-in page, times and the page's own
// work.

const say = (text: string) => process.stderr.write(`${text}\n`)

/** The time that the share `part` of all times does not exceed. */
export const share = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

/** Times in ms, and the page's own share of them. */
export interface Measured {
  times: readonly number[]
  /** CPU time of the page's main thread per turn, which other load on the machine does not change. */
  own: number
}
/** The titles of the columns that `line` fills. */
export const LINE_TITLES = ['p50', 'p95', 'slowest', 'page itself', 'aim', '']
/**
 * A row of the table of figures; it says `falls short` where p95 misses the aim. A row without an aim is a
 * baseline.
 */
export const line = (name: string, { times, own }: Measured, aim?: number) => {
  const most = share(times, 0.95)
  const figures = [share(times, 0.5), most, Math.max(...times), own].map((time) => time.toFixed(0))
  return `| ${name} | ${figures.join(' | ')} | ${aim ?? ''} | ${aim !== undefined && most > aim ? 'falls short' : ''} |`
}

/**
 * CPU time of the page's main thread during the work, in ms. The browser's accounting slows down what it
 * counts by up to half, so nothing else is measured meanwhile.
 */
export async function cpuTime(devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await spent()
  await work()
  const time = ((await spent()) - before) * 1000
  await devtools.send('Performance.disable')
  return time
}

/**
 * Measures the times of all turns; then, in as many turns more, the page's CPU time. `begin` brings the page
 * to where they begin.
 */
export async function measured(
  devtools: CDPSession,
  work: () => Promise<number[]>,
  begin: () => Promise<unknown> = async () => {},
): Promise<Measured> {
  await begin()
  const times = await work()
  await begin()
  return { times, own: (await cpuTime(devtools, work)) / times.length }
}

/** A logged-in page of the server at 1440 × 900, and its developer tools. */
async function openPage(server: Running) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The compiler marks names of functions with this helper, which exists in Node but not in the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  // Measurements begin when the network is idle, which it never is while the stream of changes is open.
  await page.route(/\/api\/live/, (route) => route.abort())
  const { user_token, id } = await login(server)
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('quayside-token', String(token))
      localStorage.setItem('quayside-user-id', String(user))
    },
    [user_token, id],
  )
  const devtools = await page.context().newCDPSession(page)
  return { browser, page, devtools }
}

/** Tools that a measurement works with. */
export interface Bench {
  server: Running
  page: Page
  devtools: CDPSession
}

interface Data {
  /** Adds the records to measure to the demo data. */
  prepare?: (url: string) => Promise<void>
  /** A folder with a database that already has these records (`npm run bench -- --folder …`). */
  folder?: string | undefined
}

/**
 * Measures the built server with the demo data in a browser; prints the figures and keeps them in
 * `bench/results/`.
 */
export async function benchInBrowser(
  name: string,
  measure: (at: Bench) => Promise<string>,
  { prepare, folder: kept }: Data = {},
): Promise<void> {
  await withDatabase({ folder: kept }, async (database, folder) => {
    await migrate(database.url)
    if (!existsSync(join(folder, 'prepared'))) {
      say('Loading the demo data …')
      const pool = createPool(database.url, 2)
      await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
      await pool.end()
      await prepare?.(database.url)
      writeFileSync(join(folder, 'prepared'), '')
    }
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
    const server = await startServer(['dist/server/main.js'], env, '/api/health')
    const { browser, ...at } = await openPage(server)
    try {
      const text = await measure({ server, ...at })
      mkdirSync('bench/results', { recursive: true })
      writeFileSync(`bench/results/${name}.md`, `${text}\n`)
      process.stdout.write(`\n${text}\n`)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}
