import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { issueCode } from '#server/accounts/first-run.ts'
import { whyKeptOn } from '#server/accounts/password-login.ts'
import { isUnavailable } from '#server/db/failures.ts'
import type { FileStore } from '#server/files/files.ts'
import { portOf } from '#server/http/port-of.ts'
import type { Metrics } from '#server/ops/metrics.ts'
import { unreadableFonts } from '#server/pdf/make-pdf.ts'
import { addressesOf, type Config } from './config/config.ts'
import { type Database, hasPooler, openDatabase } from './config/database.ts'
import { openFileStore } from './config/file-store.ts'
import { createLogger } from './config/logger.ts'
import { openScanner } from './config/scanner.ts'
import { createDb, type Db } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openPools } from './db/pools.ts'
import { isSuperuser, limitsNotHeld } from './db/role-limits.ts'
import { messageOf } from './errors.ts'
import type { Services } from './services.ts'
import { openDataFolder } from './start/data-folder.ts'
import { hasDemoLogins, loadDemoOnce, loadReferenceOnce, refusePublished, refuseToLoad } from './start/demo.ts'
import { checkPorts, isReachable, listening } from './start/listen.ts'
import { atStop, exitNow, stopping } from './start/stopping.ts'
import { openTracing } from './start/tracing.ts'
import { zoneOf } from './zones/iana.ts'
import { keepClock, keepZoneClocks } from './zones/keep-clock.ts'

type Say = (text: string) => void

/** The exit code that tells `npm start` to start the server again (scripts/lib/supervise.mjs). */
const DATABASE_DIED = 75

/**
 * Starts everything: database, migrations, demo data, server and jobs. start/stopping.ts ends the process.
 */
export async function run(config: Config, say: Say): Promise<void> {
  const exposed = !config.demoPublic && (await isReachable(config.host))
  tellEncryption(config, say)
  await checkPorts(config)
  if (exposed) await refuseNewDemo(config)
  await openDataFolder(config, say)
  const { database, buildApp } = await openAndLoad(config, say)
  // Not closed: requests and work in hand wait for a database that is not there, for ten seconds.
  void database.died.then(() =>
    exitNow(DATABASE_DIED, 'The embedded database stopped unexpectedly. See postgres.log in the data folder.'),
  )
  const endTracing = await openTracing(config)
  if (endTracing) atStop(endTracing)
  const log = createLogger(config.logLevel)
  const files = await openFileStore(config)
  const scanner = openScanner(config)
  await scanner
    ?.check()
    .catch((error) => say(`Warning: SCAN_SOCKET: ${messageOf(error)}. Uploads are refused meanwhile.`))
  await prepare({ config, database, files, exposed }, say)
  const { end, ...pools } = openPools({ ...database, readUrl: config.databaseReadUrl })
  atStop(end)
  const db = createDb(pools.pool)
  await checkRole(database, pools.pool, say)
  await keepClock(db, zoneOf(config.timeZone))
  await keepZoneClocks(db)
  if (exposed) await refusePublished(db, config.host)
  const addresses = { app: `http://${config.host}:${config.port}` }
  const metrics = await openMetrics(config, pools.pool, db, say)
  if (metrics) atStop(() => metrics.stop())
  const services: Services = {
    config,
    ...pools,
    files,
    scanner,
    db,
    metrics,
    log,
    ...addressesOf(config, () => addresses.app),
  }
  surviveLostConnections(log)
  const code = await issueCode(db)
  const logins = config.demo && (await hasDemoLogins(db))
  // Callers are let go before the work that they cause.
  let stopWork = async () => {}
  atStop(() => stopWork())
  const app = await buildApp(services)
  await listening('PORT', config.port, config.host, () => app.listen({ port: config.port, host: config.host }))
  atStop(() => closeApp(app))
  addresses.app = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${portOf(app.server)}`
  // Jobs begin once callers are answered: their code takes as long to load as a tenth of the start.
  const { startWork } = await import('./jobs/start-work.ts')
  stopWork = (await startWork(services)).stop
  announce(config, { address: addresses.app, logins }, say)
  if (code) announceFirstRun(`${services.appUrl()}/first-run`, code, say)
  await tellPasswordsKeptOn(services, say)
  say('  Press Ctrl+C to stop.\n')
  void tellUnreadableFonts(services, say)
}

/** Opens the database, and loads the server's code, which blocks this thread, while it starts. */
async function openAndLoad(config: Config, say: Say) {
  let loading: Promise<typeof import('./app.ts')> | undefined
  const load = () => (loading ??= import('./app.ts'))
  const opening = openDatabase(config, { onProgress: say, signal: stopping, onSpawn: load })
  atStop(async () => (await opening.catch(() => null))?.stop())
  const database = await opening
  return { database, ...(await load()) }
}

/** Says why staff can sign in by password although PASSWORD_LOGIN is off. */
async function tellPasswordsKeptOn(services: Services, say: Say): Promise<void> {
  const why = await whyKeptOn(services)
  if (why) say(`Warning: PASSWORD_LOGIN=off has no effect yet: ${why}.`)
}

/**
 * Warns about files in PDF_FONTS that cannot be used: the names that they were meant for print as question
 * marks.
 */
async function tellUnreadableFonts({ config, log }: Services, say: Say): Promise<void> {
  try {
    const files = await unreadableFonts(config.pdfFonts ?? null)
    if (files.length === 0) return
    log.warn({ files }, 'fonts cannot be read')
    say(`Warning: PDF_FONTS has files that cannot be read as fonts: ${files.join(', ')}.`)
  } catch (error) {
    log.warn({ err: error }, 'fonts could not be looked at')
  }
}

/**
 * Finishes running requests. Closes connections as they become idle; otherwise clients keep them open for a
 * minute.
 */
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
  const wanted = config.metricsPort
  const port = await listening('METRICS_PORT', wanted, config.host, () => metrics.listen(wanted, config.host))
  say(`Metrics: port ${port}, /metrics`)
  return metrics
}

/**
 * Warns about connections that the pooler opened before the role got its limits: they run without them until
 * they are reopened.
 */
async function tellLimitsNotHeld(pool: pg.Pool, say: Say): Promise<void> {
  const missing = await limitsNotHeld(pool)
  if (missing.length === 0) return
  say(`Warning: connections through DATABASE_URL ignore these limits: ${missing.join(', ')}.`)
  say('  Log in as the same role on both addresses, then make the pooler reconnect (RECONNECT).')
}

const SUPERUSER = `Warning: DATABASE_URL logs in as a superuser, who may do anything in all databases of the server.
  Use a role that owns this database only: create role quayside login password '…'; (docs/operations.md)`

/** Warns about a role that may do too much, or whose limits do not apply. */
async function checkRole(database: Database, pool: pg.Pool, say: Say): Promise<void> {
  if (hasPooler(database)) await tellLimitsNotHeld(pool, say)
  if (await isSuperuser(pool)) say(SUPERUSER)
}

/**
 * Refuses to give a new embedded database the demo accounts where others can reach it, before anything is
 * created.
 */
async function refuseNewDemo({ demo, databaseUrl, dataDir, host }: Config): Promise<void> {
  if (demo && !databaseUrl && !existsSync(join(dataDir, 'postgres'))) throw refuseToLoad(host)
}

/** Says how the settings protect mails and data on their way. */
function tellEncryption({ mailNeedsTls, smtpUrl, plain }: Config, say: Say): void {
  if (plain.length > 0)
    say(`Warning: ALLOW_PLAIN_TLS=1: what goes through ${plain.join(', ')} may be read and changed on its way.`)
  if (mailNeedsTls && smtpUrl && new URL(smtpUrl).protocol === 'smtp:')
    say(`Mails are sent only while ${new URL(smtpUrl).hostname} offers STARTTLS with a valid certificate.`)
}

interface Prepared {
  config: Config
  database: Database
  files: FileStore
  exposed: boolean
}

async function prepare({ database, ...more }: Prepared, say: Say): Promise<void> {
  const applied = await migrate(database.directUrl, { pooler: hasPooler(database) })
  if (applied.length > 0)
    say(`Applied ${applied.length} database ${applied.length === 1 ? 'migration' : 'migrations'}.`)
  await loadDemoOnce({ url: database.directUrl, ...more }, say)
  await loadReferenceOnce(database.directUrl, more.config, say)
}

function announce(config: Config, { address, logins }: { address: string; logins: boolean }, say: Say): void {
  say(`\nQuayside is running at ${address}`)
  if (logins) {
    say('  admin@quayside.example    quayside-admin')
    say('  manager@quayside.example  quayside-manager')
    say('  client@quayside.example   quayside-client   (a client: can only use the public site)')
  }
  if (config.host === '127.0.0.1') {
    say('  To allow access from other machines: HOST=0.0.0.0 npm start')
    if (logins) say('    without the demo accounts: npm run staff -- remove-demo-accounts')
  }
  if (!config.smtpUrl) say('  SMTP_URL is not set: mails are logged but not sent.')
}

function announceFirstRun(page: string, code: string, say: Say): void {
  say(`
  Nobody can log in yet. Create the first administrator at
    ${page}
  with this code, which works until that is done:
    ${code}
  or with the command: npm run staff -- add you@company.com "Your Name" --role admin
`)
}

/**
 * Survives a failure of the job queue to mark a job as done, which rejects without a handler and would end
 * the process. A lost connection must not: the job runs again. Any other unhandled rejection still ends the
 * process.
 */
function surviveLostConnections(log: FastifyBaseLogger): void {
  process.on('unhandledRejection', (error) => {
    if (!isUnavailable(error)) throw error
    log.warn({ err: error }, 'lost a connection to the database')
  })
}
