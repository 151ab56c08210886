import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { measure } from '#bench/measure.ts'
import { type Running, startServer } from '#bench/processes.ts'
import { stolenSince, undisturbed } from '#bench/stolen.ts'
import { withDatabase } from '#bench/temporary.ts'
import { loadMany } from './load.ts'

/** A measurement's surroundings: a database with many orders, and the options of the command line. */
interface Setting {
  url: string
  /** The folder where the server keeps its files. */
  folder: string
  client: pg.Client
  /** Seconds that each call is measured. */
  seconds: number
  /** How many saves with the queue to measure, and as many without. */
  saves: number
  /** How many callers ask at the same time, where that can be chosen. */
  callers: number
  /** Measures only the parts with this in their name. */
  only: string
  /** Starts the built server on the database, optionally with other settings. */
  start: (more?: Record<string, string>) => Promise<Running>
}

const CALLERS = 8
/** Seconds that each call runs before it is measured. */
const WARM_UP = 3

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** A time beside its limit, in milliseconds. */
export const judge = (ms: number, aim: number) => `${ms.toFixed(0)} ms (aim ${aim}${ms > aim ? ', falls short' : ''})`

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

/**
 * Reads each path (below /api/, keyed by its name in words) with 8 callers, and prints how long that takes
 * beside the aim at p99.
 */
export async function measureReads(
  server: Running,
  token: string,
  paths: Record<string, string>,
  { seconds, aim }: { seconds: number; aim: number },
): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    const read = (length: number) => measure(`${server.url}/api/${path}`, CALLERS, length, { 'user-token': token })
    await read(WARM_UP)
    const { perSecond, p50, p99 } = await undisturbed(() => read(seconds))
    print(`${name}, ${CALLERS} callers: ${perSecond}/s, p50 ${p50} ms, p99 ${judge(p99, aim)}`)
  }
}

async function printAmounts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ orders: string; open: string; items: string; done: string }>(
    `select (select count(*) from orders where deleted_at is null) as orders,
      (select count(*) from orders where status = 0 and deleted_at is null) as open,
      count(*) filter (where resolved_at is null) as items, count(*) filter (where resolved_at is not null) as done from attention`,
  )
  const [{ orders, open, items, done } = { orders: 0, open: 0, items: 0, done: 0 }] = rows
  print(`${orders} orders, ${open} of them in progress; ${items} things wait, ${done} were done`)
}

/**
 * Measures on a database with many orders. --orders 1000000 --open 50000 --sailings 2000 say how many,
 * --seconds how long each call is measured. --callers and --only apply to measurements that take them.
 * --folder keeps the database for the next run; otherwise it is temporary.
 */
export async function measureMany(measureAll: (setting: Setting) => Promise<void>): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      orders: { type: 'string', default: '100000' },
      open: { type: 'string', default: '50000' },
      sailings: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '5' },
      saves: { type: 'string', default: '500' },
      callers: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      folder: { type: 'string' },
    },
  })
  const amounts = { orders: Number(values.orders), open: Number(values.open), sailings: Number(values.sailings) }
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
  await withDatabase({ folder: values.folder, settings }, async ({ url }, folder) => {
    const stolen = stolenSince()
    const load = () => `load ${loadavg()[0]?.toFixed(1)}`
    await loadMany(url, folder, amounts)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('set statement_timeout = 0')
    const running: Running[] = []
    const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: '0', SMTP_URL: '' }
    const start = async (more = {}) => {
      const server = await startServer(['dist/server/main.js'], { ...env, ...more }, '/api/health')
      running.push(server)
      return server
    }
    try {
      await printAmounts(client)
      print(load())
      const [seconds, saves, callers] = [values.seconds, values.saves, values.callers].map(Number) as [
        number,
        number,
        number,
      ]
      await measureAll({ url, folder, client, seconds, saves, callers, only: values.only, start })
    } finally {
      await Promise.all([...running.map((server) => server.stop()), client.end()])
    }
    print(`${load()} at the end; the host took ${(stolen() * 100).toFixed(0)} % of the processor time`)
  })
}
