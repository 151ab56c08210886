import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { openCluster } from '#server/db/embedded/cluster.ts'
import { takeLock } from '#server/db/embedded/lock.ts'
import { launch, type Postgres, signal, stopOrphan, stopPostgres } from '#server/db/embedded/process.ts'
import { runAsFor } from '#server/db/embedded/user.ts'

export { AlreadyRunningError } from '#server/db/embedded/lock.ts'

const DATABASE = 'quayside'
/** A restart begins while the old process is still stopping. */
const PATIENCE_MS = 1_500

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  jit: 'off',
  wal_compression: 'on',
  // The log has no values of anybody's data: no statements and no parameters. The details of errors: see createDatabase.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

export interface EmbeddedOptions {
  /** Receives a sentence before each slow step. */
  onProgress?: (text: string) => void
  /** PostgreSQL settings that replace or complete ours. */
  settings?: Record<string, string>
}

/** A running embedded database. */
export interface Embedded {
  /** Connection string of the database `quayside`, password included. */
  url: string
  pid: number
  /** Resolves if postgres ends on its own, for example if it was killed for lack of memory. */
  died: Promise<void>
  /** Ends all sessions, writes everything to disk and waits for the process to end. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts our own PostgreSQL on this folder: creates what is missing, recovers from whatever killed the last one.
 * Throws AlreadyRunningError while another process uses the folder.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const report = options.onProgress ?? (() => {})
  const settings = { ...defaults, ...options.settings }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const unlock = await takeLock(home, PATIENCE_MS)
  try {
    const runAs = await runAsFor(join(home, 'postgres'), home)
    const binaries = await findBinaries(home, runAs)
    const { folder, password } = await openCluster(home, binaries, runAs, report, settings.fsync !== 'off')
    await stopOrphan(binaries, folder, report)
    const postgres = await launch({ binaries, runAs, folder, logFile: join(home, 'postgres.log'), settings, report })
    const base = `postgres://quayside:${password}@127.0.0.1:${postgres.port}`
    const running = supervise(postgres, `${base}/${DATABASE}`, () =>
      stopPostgres(binaries, postgres.pid).finally(unlock),
    )
    // If Node ends without stop() (an uncaught error, process.exit), so does the database.
    const farewell = () => signal(binaries, postgres.pid, 'INT')
    process.on('exit', farewell)
    postgres.child.once('exit', () => process.off('exit', farewell))
    await createDatabase(`${base}/postgres`).catch(async (error) => {
      await running.stop()
      throw error
    })
    return running
  } catch (error) {
    await unlock()
    throw error
  }
}

function supervise({ child, pid }: Postgres, url: string, end: () => Promise<void>): Embedded {
  let stopping: Promise<void> | undefined
  const died = new Promise<void>((resolve) => child.once('exit', () => stopping ?? resolve()))
  child.unref()
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  return { url, pid, died, stop }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    // A standby takes databases and settings from its primary.
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) return
    // Leaves out the rows and keys that errors are about. Not for the whole server: details say why it does not start.
    await client.query(`alter database ${DATABASE} set log_error_verbosity = 'terse'`)
  } finally {
    await client.end()
  }
}
