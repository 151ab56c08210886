import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/lib/files.ts'
import { type Case, calculatorCase, casesOf } from './cases.ts'
import { login } from './login.ts'
import { measure } from './measure.ts'
import { memoryOf, type Running, startServer } from './processes.ts'
import { type Result, report } from './report.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,8,32' },
    only: { type: 'string', default: '' },
  },
})
const orders = Number(values.orders)
const say = (text: string) => process.stderr.write(`${text}\n`)

async function prepare(url: string, folder: string): Promise<void> {
  await migrate(url)
  const pool = createPool(url, 2, { patient: true })
  say('Loading the demo data …')
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  say(`Adding orders up to ${orders} …`)
  await loadBulkOrders(pool, Math.max(0, orders - 2000), (done) => say(`${done} orders …`))
  await pool.end()
}

/** Waits for what the last measurement left running: a page deep in a million orders goes on for a second. */
async function databaseIsQuiet(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const others = "state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'"
  while ((await client.query(`select 1 from pg_stat_activity where ${others}`)).rowCount) await wait(50)
  await client.end()
}

async function compare(each: Case, server: Running, raw: Running, token: string): Promise<Result[]> {
  const results: Result[] = []
  for (const connections of values.connections.split(',').map(Number)) {
    const seconds = Number(values.seconds)
    await databaseIsQuiet()
    const limit = await measure(raw.url + each.raw, connections, seconds)
    await databaseIsQuiet()
    const ours = await measure(server.url + each.ours, connections, seconds, { 'user-token': token })
    results.push({ name: each.name, connections, ours, limit })
    say(`${each.name} · ${connections} connections: ${ours.perSecond}/s beside ${limit.perSecond}/s`)
  }
  return results
}

const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'))
const database = await startEmbedded(folder, { settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
try {
  await prepare(database.url, folder)
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
  const server = await startServer(['dist/server/main.js'], env, '/api/health')
  const raw = await startServer(['--import', 'tsx', 'bench/raw-server.ts'], env)
  try {
    const { user_token: token } = await login(server)
    const idle = memoryOf(server.pid)
    const results: Result[] = []
    for (const each of await casesOf(server.url, token)) {
      if (each.name.includes(values.only)) results.push(...(await compare(each, server, raw, token)))
    }
    const { path, body } = await calculatorCase(server.url, token)
    const headers = { 'user-token': token, 'content-type': 'application/json' }
    const calculator = await measure(server.url + path, 1, Number(values.seconds), headers, body)
    const text = report(orders, results, calculator, idle?.now ?? null, memoryOf(server.pid)?.peak ?? null)
    mkdirSync('bench/results', { recursive: true })
    writeFileSync(`bench/results/orders-${orders}.md`, text)
    process.stdout.write(`\n${text}\n`)
  } finally {
    await Promise.all([server.stop(), raw.stop()])
  }
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
