import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { isUnavailable } from '#server/db/failures.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Metrics } from '#server/ops/metrics.ts'
import { addressesOf, type Config } from './config.ts'
import { type Database, hasPooler, openDatabase } from './database.ts'
import { createDb, createPool, type Db } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openPools } from './db/pools.ts'
import { isSuperuser, limitsNotHeld } from './db/role-limits.ts'
import { openFileStore } from './file-store.ts'
import { createLogger } from './logger.ts'
import type { Services } from './services.ts'
import { openDataFolder } from './start/data-folder.ts'

type Say = (text: string) => void

/** Starts everything: database, migrations, demo data, server and jobs. SIGINT and SIGTERM stop it. */
export async function run(config: Config, say: Say): Promise<void> {
  await openDataFolder(config, say)
  // The database starts while the server's code loads.
  const [database, { buildApp }, { startWork }] = await Promise.all([
    openDatabase(config, say),
    import('./app.ts'),
    import('./jobs/start-work.ts'),
  ])
  const closers: (() => Promise<unknown>)[] = [() => database.stop()]
  const stop = async (code: number) => {
    for (const close of closers.splice(0).reverse()) await close().catch((error) => say(String(error)))
    process.exit(code)
  }
  const log = createLogger(config.logLevel)
  try {
    const files = await openFileStore(config)
    await prepare(config, database, files, say)
    const { end, ...pools } = openPools({ ...database, readUrl: config.databaseReadUrl })
    closers.push(end)
    if (hasPooler(database)) await tellLimitsNotHeld(pools.pool, say)
    if (await isSuperuser(pools.pool)) say(SUPERUSER)
    const addresses = { app: `http://${config.host}:${config.port}` }
    const db = createDb(pools.pool)
    const metrics = await openMetrics(config, pools.pool, db, say)
    if (metrics) closers.push(() => metrics.stop())
    const services: Services = {
      config,
      ...pools,
      files,
      db,
      metrics,
      log,
      ...addressesOf(config, () => addresses.app),
    }
    const app = await buildApp(services)
    await app.listen({ port: config.port, host: config.host })
    closers.push(() => closeApp(app))
    const { port } = app.server.address() as AddressInfo // a server on TCP has a port
    addresses.app = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
    const work = await startWork(services)
    closers.push(() => work.stop())
    announce(config, addresses.app, say)
  } catch (error) {
    await Promise.allSettled(
      closers
        .splice(0)
        .reverse()
        .map((close) => close()),
    )
    throw error
  }
  handleSignals(stop, say)
  surviveLostConnections(log)
  database.died.then(() => {
    say('The embedded database stopped unexpectedly. See postgres.log in the data folder.')
    return stop(1)
  })
}

/** Finishes running requests. Closes connections as they fall idle; otherwise clients keep them open for a minute. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}

/** Serves metrics to Prometheus on a separate port if METRICS_PORT is set. */
async function openMetrics(config: Config, pool: pg.Pool, db: Db, say: Say): Promise<Metrics | null> {
  if (config.metricsPort === undefined) return null
  const [{ createMetrics }, { queueFigures }] = await Promise.all([
    import('#server/ops/metrics.ts'),
    import('#server/ops/queue-figures.ts'),
  ])
  const metrics = createMetrics(pool, queueFigures(db))
  const port = await metrics.listen(config.metricsPort, config.host)
  say(`Metrics: port ${port}, /metrics`)
  return metrics
}

/** Connections that the pooler opened before the role got its limits run without them until they are reopened. */
async function tellLimitsNotHeld(pool: pg.Pool, say: Say): Promise<void> {
  const missing = await limitsNotHeld(pool)
  if (missing.length === 0) return
  say(`Warning: connections through DATABASE_URL ignore these limits: ${missing.join(', ')}.`)
  say('  Log in as the same role on both addresses, then make the pooler reconnect (RECONNECT).')
}

const SUPERUSER = `Warning: DATABASE_URL logs in as a superuser, who may do anything in all databases of the server.
  Use a role that owns this database only: create role quayside login password '…'; (docs/operations.md)`

async function prepare(config: Config, database: Database, files: FileStore, say: Say): Promise<void> {
  const applied = await migrate(database.directUrl, { pooler: hasPooler(database) })
  if (applied.length > 0) say(`Applied ${applied.length} database migrations.`)
  if (!config.demo) return
  const pool = createPool(database.directUrl, 2, { patient: true })
  try {
    const { rowCount } = await pool.query('select 1 from users limit 1')
    if (rowCount) return
    say('Loading the demo data …')
    const { loadDemo } = await import('#demo/load.ts')
    await loadDemo({ pool, files, onProgress: say })
  } finally {
    await pool.end()
  }
}

function announce(config: Config, address: string, say: Say): void {
  say(`\nQuayside is running at ${address}`)
  if (config.demo) {
    say('  admin@quayside.example    quayside-admin')
    say('  manager@quayside.example  quayside-manager')
    say('  client@quayside.example   quayside-client   (a client: can only use the public site)')
  } else say('  First administrator: npm run staff -- add you@company.com "Your Name" --role admin')
  if (config.host === '127.0.0.1') say('  To allow access from other machines: HOST=0.0.0.0 npm start')
  if (!config.smtpUrl) say('  SMTP_URL is not set: mails are logged but not sent.')
  say('  Press Ctrl+C to stop.\n')
}

/**
 * If the job queue cannot mark a job as done, it rejects without a handler, which would end the process. A lost connection
 * must not: the job runs again. Any other unhandled rejection still ends the process.
 */
function surviveLostConnections(log: FastifyBaseLogger): void {
  process.on('unhandledRejection', (error) => {
    if (!isUnavailable(error)) throw error
    log.warn({ err: error }, 'lost a connection to the database')
  })
}

function handleSignals(stop: (code: number) => Promise<void>, say: Say): void {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) return
      asked = true
      say('Stopping …')
      void stop(0)
    })
  }
}
