import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { openCluster } from '#server/db/embedded/cluster.ts'
import { takeLock } from '#server/db/embedded/lock.ts'
import { type Addresses, prepareDatabase } from '#server/db/embedded/owner.ts'
import { launch, type Postgres, signal, stopOrphan, stopPostgres } from '#server/db/embedded/process.ts'
import { runAsFor } from '#server/db/embedded/user.ts'

export { AlreadyRunningError } from '#server/db/embedded/lock.ts'

/** Milliseconds to wait for the old process after a restart. */
const PATIENCE_MS = 1_500

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  jit: 'off',
  wal_compression: 'on',
  // The log contains no data of people: no statements and no parameters. owner.ts treats the details of
  // errors.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

export interface EmbeddedOptions {
  /** Receives a sentence before each slow step. */
  onProgress?: (text: string) => void
  /** PostgreSQL settings that replace or complete ours. */
  settings?: Record<string, string>
  /** Gives up the start: once that rejects, everything it started has ended. */
  signal?: AbortSignal | undefined
  /** Called once postgres was spawned: what blocks this process from here on costs the start nothing. */
  onSpawn?: () => void
}

/** A running embedded database. */
export interface Embedded extends Addresses {
  pid: number
  /** Resolves if postgres ends on its own, for example if it was killed for lack of memory. */
  died: Promise<void>
  /** Ends all sessions, writes everything to disk and waits for the process to end. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts our own PostgreSQL in this folder: creates what is missing, and recovers after a kill or a crash.
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
    const { folder, password } = await openCluster(
      { dataDir: home, binaries, runAs, durable: settings.fsync !== 'off' },
      report,
    )
    await stopOrphan(binaries, folder, report)
    options.signal?.throwIfAborted()
    const logFile = join(home, 'postgres.log')
    const { signal: aborted, onSpawn = () => {} } = options
    const postgres = await launch({ binaries, runAs, folder, logFile, settings, report, signal: aborted, onSpawn })
    const running = supervise(postgres, () => stopPostgres(binaries, postgres.pid).finally(unlock))
    // The database ends with Node, even without stop() (an uncaught error, process.exit).
    const farewell = () => signal(binaries, postgres.pid, 'INT')
    process.on('exit', farewell)
    postgres.child.once('exit', () => process.off('exit', farewell))
    const addresses = await prepareDatabase(postgres.port, password).catch(async (error) => {
      await running.stop()
      throw error
    })
    return { ...addresses, ...running }
  } catch (error) {
    await unlock()
    throw error
  }
}

function supervise({ child, pid }: Postgres, end: () => Promise<void>): Omit<Embedded, keyof Addresses> {
  let stopping: Promise<void> | undefined
  const died = new Promise<void>((resolve) => child.once('exit', () => stopping ?? resolve()))
  child.unref()
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  return { pid, died, stop }
}
