import { existsSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { login } from '#bench/login.ts'
import { measure } from '#bench/measure.ts'
import { type Running, startServer } from '#bench/processes.ts'
import { stolenSince, undisturbed } from '#bench/stolen.ts'
import { withDatabase } from '#bench/temporary.ts'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadDemo } from '#demo/load.ts'
import { keepItems, rebuildItems } from '#server/attention/keep-items.ts'
import { createDb, createPool, type Db, SESSION_SETTINGS, startupOptions } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { measureSaves } from './saves.ts'

// `npm run bench -- queue --orders 1000000`: what the queue costs. Reading it, saves that keep it beside saves that do not, the
// five-minute job and a rebuild.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    /** Orders in progress; the others are completed. */
    open: { type: 'string', default: '50000' },
    /** Seconds that each call is measured. */
    seconds: { type: 'string', default: '5' },
    /** Saves with the queue, and as many without. */
    saves: { type: 'string', default: '500' },
    /** A folder that keeps the database for the next run; otherwise it is temporary. */
    folder: { type: 'string' },
  },
})
const CALLERS = 8
/** Seconds that each call runs before it is measured. */
const WARM_UP = 3
/** Milliseconds. */
const AIMS = { read: 60, job: 2000 }
const say = (text: string) => process.stderr.write(`${text}\n`)
const print = (text: string) => process.stdout.write(`${text}\n`)
const judge = (ms: number, aim: number) => `${ms.toFixed(0)} ms (aim ${aim}${ms > aim ? ', falls short' : ''})`

async function prepare(url: string, folder: string): Promise<void> {
  await migrate(url)
  const done = join(folder, 'prepared')
  if (existsSync(done)) return
  const pool = createPool(url, 2, { patient: true })
  say('Loading the demo data …')
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  say(`Adding orders up to ${values.orders} …`)
  await loadBulkOrders(pool, Math.max(0, Number(values.orders) - 2000))
  await pool.end()
  writeFileSync(done, '')
}

/** Leaves the newest orders in progress, `--open` of them, and fills the queue. Returns how many there are of each. */
async function openNewest(client: pg.Client): Promise<{ orders: number; items: number }> {
  say(`Leaving ${values.open} orders in progress …`)
  await client.query("set statement_timeout = 0; set quayside.attention = 'off'")
  await client.query(
    `update orders o set status = case when newest then 0 else 2 end
     from (select id, row_number() over (order by id desc) <= $1 as newest from orders where deleted_at is null) ranked
     where ranked.id = o.id and (o.status = 0) <> newest`,
    [Number(values.open)],
  )
  await client.query('select refresh_attention(stale_attention())')
  await client.query('vacuum (analyze) orders, attention')
  const { rows } = await client.query<{ orders: number; items: number }>(
    `select (select count(*)::int from orders where status = 0 and deleted_at is null) as orders,
      (select count(*)::int from attention where resolved_at is null) as items`,
  )
  return rows[0] ?? { orders: 0, items: 0 }
}

async function measureReads(server: Running, token: string): Promise<void> {
  const paths = {
    'Today, my own': 'attention?owner=me',
    'Today, everybody’s': 'attention',
    'Today, one rule': 'attention?rule=quiet',
    'counts of the menu and the chips': 'attention/counts',
    'figures of the day': 'attention/figures',
    'what the charts show': 'attention/charts',
  }
  for (const [name, path] of Object.entries(paths)) {
    const read = (seconds: number) => measure(`${server.url}/api/${path}`, CALLERS, seconds, { 'user-token': token })
    await read(WARM_UP)
    const { perSecond, p50, p99 } = await undisturbed(() => read(Number(values.seconds)))
    print(`${name}, ${CALLERS} callers: ${perSecond}/s, p50 ${p50} ms, p99 ${judge(p99, AIMS.read)}`)
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

/** How many items are open, and a sum that differs when any of them does. */
async function fingerprint(client: pg.Client): Promise<{ n: number; sum: string }> {
  const { rows } = await client.query<{ n: number; sum: string }>(
    `select count(*)::int as n, md5(string_agg(
        concat_ws(' ', order_id, rule, subject, severity, due_at, detail, in_charge_id), ',' order by order_id, rule, subject)) as sum
     from attention where resolved_at is null`,
  )
  return rows[0] ?? { n: 0, sum: '' }
}

async function measureKeeping(db: Db, client: pg.Client): Promise<void> {
  const first = await timed(() => keepItems(db))
  print(`five-minute job after the saves: ${first.result} orders refreshed, ${judge(first.ms, AIMS.job)}`)
  for (let n = 0; n < 3; n++)
    print(`the same, nothing to do: ${judge((await timed(() => keepItems(db))).ms, AIMS.job)}`)
  const before = await fingerprint(client)
  const { ms, result } = await timed(() => rebuildItems(db))
  const after = await fingerprint(client)
  const same = before.sum === after.sum ? 'exactly those that were there' : 'NOT those that were there'
  print(`rebuild of ${result.orders} orders: ${(ms / 1000).toFixed(1)} s, ${after.n} items, ${same}`)
}

/** The same database for a server that leaves its queue alone. */
function withoutQueue(url: string): string {
  const other = new URL(url)
  other.searchParams.set('options', startupOptions({ ...SESSION_SETTINGS, 'quayside.attention': 'off' }))
  return other.href
}

async function measureAll(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { orders, items } = await openNewest(client)
  print(`${values.orders} orders, ${orders} of them in progress, ${items} items; load ${loadavg()[0]?.toFixed(1)}`)
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
  const start = (more = {}) => startServer(['dist/server/main.js'], { ...env, ...more }, '/api/health')
  const keeping = await start()
  const leaving = await start({ DATABASE_URL: withoutQueue(url) })
  const pool = createPool(url, 2, { patient: true })
  try {
    const { user_token: token } = await login(keeping)
    await measureReads(keeping, token)
    for (const line of await measureSaves({ keeping, leaving, token, saves: Number(values.saves) })) print(line)
    await measureKeeping(createDb(pool), client)
  } finally {
    await Promise.all([keeping.stop(), leaving.stop(), pool.end(), client.end()])
  }
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
await withDatabase({ folder: values.folder, settings }, async ({ url }, folder) => {
  const stolen = stolenSince()
  await prepare(url, folder)
  await measureAll(url, folder)
  print(
    `load ${loadavg()[0]?.toFixed(1)} at the end; the host took ${(stolen() * 100).toFixed(0)} % of the processor time`,
  )
})
