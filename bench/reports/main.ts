import { existsSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { login } from '#bench/login.ts'
import { measure } from '#bench/measure.ts'
import { startServer } from '#bench/processes.ts'
import { stolenSince, undisturbed } from '#bench/stolen.ts'
import { withDatabase } from '#bench/temporary.ts'
import { REPORTS } from '#contract/reports/reports.ts'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadBulkSailings } from '#demo/bulk-sailings.ts'
import { loadDemo } from '#demo/load.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'
import { rebuildDays, rollUp } from '#server/reports/keep-days.ts'

// `npm run bench -- reports --orders 1000000`: each report of a year with the year before it, from kept days; counting all days, and one.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    sailings: { type: 'string', default: '2000' },
    /** Seconds that each report is measured. */
    seconds: { type: 'string', default: '5' },
    /** A folder that keeps the database for the next run; otherwise it is temporary. */
    folder: { type: 'string' },
  },
})
const WARM_UP = 3
/** Milliseconds. */
const AIM = 300
const say = (text: string) => process.stderr.write(`${text}\n`)
const print = (text: string) => process.stdout.write(`${text}\n`)

/** As many orders in progress as `npm run bench -- queue` has; older ones are completed, and need nobody. */
const CLOSED = `
  with done as (
    update orders set status = 2 where status = 0 and id < (select max(id) - 50000 from orders) returning id
  ) update attention set resolved_at = since from done where order_id = done.id and resolved_at is null`

/** A quote for two of three bulk orders, most of them booked. */
const QUOTES = `
  insert into quotes (kind, asked_at, user_id, client_id, origin, destination, inputs, price, answered_at, order_id, booked_at, booked_price)
  select 'instant', o.created_at, o.in_charge_id, o.user_id, coalesce(d.code, ''), coalesce(c.dest, ''), '{}', o.estimated_transportation,
    o.created_at, case when o.id % 3 = 0 then o.id end, case when o.id % 3 = 0 then o.created_at end,
    case when o.id % 3 = 0 then o.estimated_transportation end
  from orders o left join locations l on l.id = o.origin_location_id
    left join depots d on d.id = coalesce(o.origin_depot_id, l.depot_id) left join cartages c on c.id = o.shipment_destination
  where o.id > 2000 and o.id % 3 < 2`

/** Entries before the one of each bulk order, so that there are days between milestones. */
const ENTRIES = `
  insert into order_events (order_id, event_id, event_name, event_public_status, milestone, date, user_id, created_at)
  select o.id, e.id, e.name, e.public_status, e.milestone, o.created_at, o.in_charge_id, o.created_at
  from orders o, (select * from events where milestone is not null order by id limit 1) e
  where o.id > 2000 and o.last_milestone > e.milestone`

async function prepare(url: string, folder: string): Promise<void> {
  await migrate(url)
  const done = join(folder, 'prepared')
  if (existsSync(done)) return
  const pool = createPool(url, 1, { patient: true })
  say('Loading the demo data …')
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  say(`Adding orders up to ${values.orders} …`)
  await loadBulkOrders(pool, Math.max(0, Number(values.orders) - 2000))
  await loadBulkSailings(pool, Number(values.sailings))
  await pool.query("set statement_timeout = 0; set quayside.attention = 'off'")
  for (const sql of [CLOSED, QUOTES, ENTRIES, 'vacuum (analyze) quotes, orders, order_events, attention'])
    await pool.query(sql)
  await pool.end()
  writeFileSync(done, '')
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

async function measureAll(url: string, folder: string): Promise<void> {
  const pool = createPool(url, 2, { patient: true })
  await pool.query('set statement_timeout = 0')
  const db = createDb(pool)
  const counting = await timed(() => rebuildDays(db))
  print(`${values.orders} orders, counting all ${counting.result} days: ${(counting.ms / 1000).toFixed(1)} s`)
  await pool.query(
    'vacuum (analyze) report_volume, report_quotes, report_arrivals, report_steps, report_staff, report_queue, report_days',
  )
  await pool.query('insert into report_changes values ($1)', [dayOf(40)])
  print(
    `one changed day: ${(await timed(() => rollUp(db))).ms.toFixed(0)} ms, nothing to do: ${(await timed(() => rollUp(db))).ms.toFixed(0)} ms`,
  )
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  try {
    const { user_token: token } = await login(server)
    for (const name of REPORTS) {
      const path = `${server.url}/api/report/${name}?from=${dayOf(364)}&to=${dayOf(0)}&compare=previous`
      const read = (seconds: number) => measure(path, 1, seconds, { 'user-token': token })
      await read(WARM_UP)
      const { perSecond, p50, p99 } = await undisturbed(() => read(Number(values.seconds)))
      print(
        `${name}, a year and the one before: ${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms (aim ${AIM}${p99 > AIM ? ', falls short' : ''})`,
      )
    }
  } finally {
    await Promise.all([server.stop(), pool.end()])
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
