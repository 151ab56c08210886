import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { login } from '#bench/login.ts'
import { type Figure, measure, medianOf } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { statementReader } from '#bench/statements.ts'
import { stolenSince, undisturbed } from '#bench/stolen.ts'
import { withDatabase } from '#bench/temporary.ts'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadBulkSailings } from '#demo/bulk-sailings.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { saves } from './saves.ts'
import { textsOf } from './texts.ts'

// `npm run bench -- search --orders 1000000` measures the box's searches beside their own statements, and how
// much the terms slow down a save.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    /** Seconds that each search is measured. */
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    /** A folder that keeps the database for the next run; otherwise it is temporary. */
    folder: { type: 'string' },
    /** Measures only the searches, or only the saves. */
    only: { type: 'string', default: 'searches,saves' },
  },
})
const SAILINGS = 2000
const WARM_UP = 3
/** The login whose searches are measured. */
const ORDERS = 40
/** Milliseconds. */
const AIM = 15
const seconds = Number(values.seconds)
const callers = Number(values.callers)
const print = (text: string) => process.stdout.write(`${text}\n`)

async function prepare(pool: Pool, folder: string): Promise<void> {
  if (existsSync(join(folder, 'prepared'))) return
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  await loadBulkOrders(pool, Math.max(0, Number(values.orders) - 2400))
  await loadBulkSailings(pool, SAILINGS)
}

const inTurns = async (work: () => Promise<Figure>) => {
  const figures: Figure[] = []
  for (let round = 0; round < Number(values.rounds); round++) figures.push(await undisturbed(work))
  return medianOf(figures)
}

async function searches(url: string, folder: string, pool: Pool, env: Record<string, string>): Promise<void> {
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], env)
  try {
    const { user_token: token } = await login(server)
    const reader = await statementReader(url, folder, token)
    const pathOf = (text: string) => `/api/search?q=${encodeURIComponent(text)}`
    /** The address at which the raw server replays the statements of a search. */
    const replayed = async (text: string) => {
      // No transaction of its own: the raw server has no time limits.
      const statements = (await reader.statementsOf(pathOf(text))).filter(
        (each) => !/^(begin|commit|rollback|savepoint|set) ?/.test(each.text),
      )
      const sent = await fetch(`${raw.url}/remember`, { method: 'POST', body: JSON.stringify(statements) })
      return `${raw.url}/replay?n=${await sent.text()}`
    }
    print(
      `| texts of ${ORDERS} orders, ${callers} callers | /s | raw /s | p50 ms | p99 ms | raw p99 ms | aim ${AIM} ms |\n|---|---|---|---|---|---|---|`,
    )
    const compared = async (name: string, ours: string[], rawOnes: string[]) => {
      const read = (time: number) => measure(ours, callers, time, { 'user-token': token })
      await read(WARM_UP)
      const limit = await inTurns(() => measure(rawOnes, callers, seconds))
      const figure = await inTurns(() => read(seconds))
      const verdict = figure.p99 > AIM ? 'falls short' : ''
      print(
        `| ${name} | ${figure.perSecond} | ${limit.perSecond} | ${figure.p50} | ${figure.p99} | ${limit.p99} | ${verdict} |`,
      )
    }
    const every: { ours: string; raw: string; place: number }[] = []
    for (const [name, texts] of await textsOf(pool, ORDERS)) {
      const ours = texts.map((text) => server.url + pathOf(text))
      const rawOnes: string[] = []
      for (const text of texts) rawOnes.push(await replayed(text))
      await compared(name, ours, rawOnes)
      for (const [place, one] of ours.entries()) every.push({ ours: one, raw: rawOnes[place] ?? '', place })
    }
    // Texts of each kind alternate, as they come from eight people.
    const mixed = every.toSorted((one, other) => one.place - other.place)
    await compared(
      'all of these in turns',
      mixed.map((each) => each.ours),
      mixed.map((each) => each.raw),
    )
    await reader.close()
  } finally {
    await Promise.all([server.stop(), raw.stop()])
  }
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
await withDatabase({ folder: values.folder, settings }, async ({ url }, folder) => {
  const stolen = stolenSince()
  const began = performance.now()
  await migrate(url)
  print(`migrations: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const pool = createPool(url, 2, { patient: true })
  await prepare(pool, folder)
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
  if (values.only.includes('searches')) await searches(url, folder, pool, env)
  if (values.only.includes('saves'))
    for (const line of await saves(pool, env, { seconds, rounds: Number(values.rounds) })) print(line)
  await pool.end()
  print(
    `load ${loadavg()[0]?.toFixed(1)} at the end; the host took ${(stolen() * 100).toFixed(0)} % of the processor time`,
  )
})
