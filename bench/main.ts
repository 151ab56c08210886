import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { filterPaths } from '#bench/filters/paths.ts'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadBulkSailings } from '#demo/bulk-sailings.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import type { Embedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { calculatorCase, casesOf } from './cases.ts'
import { listPaths, type Path } from './lists.ts'
import { measureLive } from './live/measure-live.ts'
import { login } from './login.ts'
import { type Case, type Figure, measure, medianOf } from './measure.ts'
import { memoryOf, type Running, startServer } from './processes.ts'
import { type Report, type Result, report } from './report.ts'
import { sailingPaths } from './sailings.ts'
import { sizesOf } from './sizes.ts'
import { statementReader } from './statements.ts'
import { stolenSince, undisturbed } from './stolen.ts'
import { withDatabase } from './temporary.ts'
import { measureWrites, type WriteOptions } from './writes.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    /**
     * The newest orders, which are in progress; the others are completed or cancelled. Otherwise each is one
     * of these.
     */
    open: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    /** How often our server and the raw one are measured in turns; the median counts. */
    rounds: { type: 'string', default: '3' },
    /** Seconds that each question runs before it is measured. */
    warmUp: { type: 'string', default: '6' },
    connections: { type: 'string', default: '1,8,32' },
    /** Parts to measure: orders, filters, lists, sailings, writes, live, instances. */
    parts: { type: 'string', default: 'orders,filters,lists,sailings,writes,live,instances' },
    /** How many sailings carry a fifth of the orders. */
    sailings: { type: 'string', default: '20000' },
    /** Measures only cases with this in their name. */
    only: { type: 'string', default: '' },
    /** A folder that keeps the database for the next run; otherwise it is temporary. */
    folder: { type: 'string' },
  },
})
const orders = Number(values.orders)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const connections = values.connections.split(',').map(Number)
const wanted = (part: string) => values.parts.split(',').includes(part)
const warmUp = Number(values.warmUp)
/** The garbage of the start has been collected by then. */
const secondsUntilIdle = 30
let database: Embedded
let folder: string
const say = (text: string) => process.stderr.write(`${text}\n`)

async function prepare(url: string, folder: string): Promise<void> {
  await migrate(url)
  const pool = createPool(url, 2, { patient: true })
  say('Loading the demo data …')
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  say(`Adding orders up to ${orders} …`)
  const onProgress = (done: number) => done % 100_000 === 0 && say(`${done} orders …`)
  const open = values.open === undefined ? null : Number(values.open)
  await loadBulkOrders(pool, Math.max(0, orders - 2000), { mails: true, open, onProgress })
  await pool.end()
}

/** Adds the sailings, once. */
async function prepareSailings(url: string, folder: string): Promise<void> {
  const done = join(folder, 'prepared-sailings')
  if (existsSync(done)) return
  say(`Adding ${values.sailings} sailings …`)
  const pool = createPool(url, 1, { patient: true })
  await loadBulkSailings(pool, Number(values.sailings))
  await pool.end()
  writeFileSync(done, '')
}

/** Waits for statements of the last measurement: a page deep in a million orders takes a second. */
async function databaseIsQuiet(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const others = "state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'"
  while ((await client.query(`select 1 from pg_stat_activity where ${others}`)).rowCount) await wait(50)
  await client.end()
}

async function compare(each: Case, server: Running, raw: Running, token: string): Promise<Result[]> {
  const results: Result[] = []
  // Both servers are slower at first, while V8 compiles.
  await measure(raw.url + each.raw, 8, warmUp)
  await measure(server.url + each.ours, 8, warmUp, { 'user-token': token })
  for (const callers of connections) {
    const [limits, all]: [Figure[], Figure[]] = [[], []]
    // The servers take turns, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round++) {
      await databaseIsQuiet()
      limits.push(await undisturbed(() => measure(raw.url + each.raw, callers, seconds)))
      await databaseIsQuiet()
      all.push(await undisturbed(() => measure(server.url + each.ours, callers, seconds, { 'user-token': token })))
    }
    const [limit, ours] = [medianOf(limits), medianOf(all)]
    results.push({ name: each.name, connections: callers, ours, limit })
    say(`${each.name} · ${callers} connections: ${ours.perSecond}/s beside ${limit.perSecond}/s`)
  }
  return results
}

async function compareAll(cases: Case[], server: Running, raw: Running, token: string): Promise<Result[]> {
  const results: Result[] = []
  for (const each of cases) {
    if (each.name.includes(values.only)) results.push(...(await compare(each, server, raw, token)))
  }
  return results
}

/** Compares calls with their own SQL statements, replayed by the raw server. */
async function replayed(paths: readonly Path[], raw: Running, token: string): Promise<Case[]> {
  const reader = await statementReader(database.url, folder, token)
  const cases: Case[] = []
  for (const { name, path } of paths.filter((each) => each.name.includes(values.only))) {
    const body = JSON.stringify(await reader.statementsOf(path))
    const n = await (await fetch(`${raw.url}/remember`, { method: 'POST', body })).text()
    cases.push({ name, ours: path, raw: `/replay?n=${n}` })
  }
  await reader.close()
  return cases
}

/** Compares two servers behind a balancer with a single one, on one database on the same machine. */
async function compareInstances(server: Running, env: Record<string, string>, token: string): Promise<Result[]> {
  const second = await startServer(['dist/server/main.js'], env, '/api/health')
  const ports = [server, second].map(({ url }) => new URL(url).port).join()
  const balanced = await startServer(['--import', 'tsx', 'bench/balancer.ts'], { BALANCED: ports }, '/api/health')
  const results: Result[] = []
  try {
    const wanted = ['list by id, first page', 'search by tracking code', 'one order']
    for (const each of (await casesOf(server.url, token)).filter(({ name }) => wanted.includes(name))) {
      const headers = { 'user-token': token }
      await databaseIsQuiet()
      const limit = await undisturbed(() => measure(server.url + each.ours, 32, seconds, headers))
      await databaseIsQuiet()
      const ours = await undisturbed(() => measure(balanced.url + each.ours, 32, seconds, headers))
      results.push({ name: each.name, connections: 32, ours, limit })
    }
  } finally {
    await Promise.all([balanced.stop(), second.stop()])
  }
  return results
}

/** Mails of an earlier run that are due by now would be sent during this one. */
async function forgetQueue(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query("update mail_deliveries set state = 'cancelled', next_attempt_at = null where state = 'queued'")
  await client.end()
}

/** Sets events through a server that sends mail; mails wait until the measurement is over. */
async function measureSending(raw: Running, env: Record<string, string>, options: WriteOptions): Promise<Result[]> {
  await forgetQueue()
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_HOLD_SECONDS: '120' }
  const server = await startServer(['dist/server/main.js'], { ...env, ...mail }, '/api/health')
  try {
    const { user_token: token } = await login(server)
    return await measureWrites(server, raw, token, { ...options, sending: true })
  } finally {
    await server.stop()
  }
}

async function measureAll(env: Record<string, string>): Promise<Report> {
  const stolen = stolenSince()
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], env)
  try {
    const { user_token: token, id: userId } = await login(server)
    await wait(secondsUntilIdle * 1000)
    const idle = memoryOf(server.pid)?.now ?? null
    const both = async (cases: Case[]) => compareAll(cases, server, raw, token)
    const questions = wanted('orders') ? await both(await casesOf(server.url, token)) : []
    const replay = async (paths: Path[]) => both(await replayed(paths, raw, token))
    const filters = wanted('filters') ? await replay(await filterPaths(server.url, token)) : []
    const lists = wanted('lists') ? await replay(await listPaths(server.url, token)) : []
    const sailings = wanted('sailings') ? await replay(await sailingPaths(server.url, token)) : []
    const { path, body } = await calculatorCase(server.url, token)
    const headers = { 'user-token': token, 'content-type': 'application/json' }
    const calculator = await undisturbed(() => measure(server.url + path, 1, seconds, headers, body))
    const options = { connections, seconds, only: values.only, quiet: databaseIsQuiet }
    const writes = wanted('writes')
      ? [...(await measureWrites(server, raw, token, options)), ...(await measureSending(raw, env, options))]
      : []
    const listening = { url: database.url, userId, token, seconds, rounds, quiet: databaseIsQuiet }
    const live = wanted('live') ? await measureLive(server, listening) : null
    const instances = wanted('instances') ? await compareInstances(server, env, token) : []
    const peak = memoryOf(server.pid)?.peak ?? null
    const sizes = await sizesOf(database.url)
    return {
      orders,
      questions,
      filters,
      lists,
      sailings,
      calculator,
      writes,
      live,
      instances,
      idle,
      peak,
      stolen: stolen(),
      sizes,
    }
  } finally {
    await Promise.all([server.stop(), raw.stop()])
  }
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
await withDatabase({ folder: values.folder, settings }, async (...opened) => {
  ;[database, folder] = opened
  const prepared = join(folder, 'prepared')
  if (!existsSync(prepared)) await prepare(database.url, folder)
  writeFileSync(prepared, '')
  if (wanted('sailings')) await prepareSailings(database.url, folder)
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
  const text = report(await measureAll(env))
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(`bench/results/orders-${orders}.md`, text)
  process.stdout.write(`\n${text}\n`)
})
