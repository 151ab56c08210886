import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import { environment, pathFor } from '#server/db/embedded/cluster.ts'
import { errorCode, StartError } from '#server/errors.ts'
import { freePort } from './free-port.ts'
import { birthOf, isThere, processesIn, worksIn } from './process-identity.ts'
import type { RunAs } from './user.ts'
import { startWatchdog } from './watchdog.ts'

const FAST_SHUTDOWN_MS = 15_000
const QUICK_SHUTDOWN_MS = 5_000
const LOG_BYTES = 10_000_000

/** How to start postgres. */
export interface Launch {
  binaries: Binaries
  runAs: RunAs | undefined
  folder: string
  logFile: string
  settings: Record<string, string>
  report: (text: string) => void
  signal: AbortSignal | undefined
  onSpawn: () => void
}

/** A running postgres. */
export interface Postgres {
  pid: number
  port: number
  child: ChildProcess
}

/**
 * Starts postgres on a free port of this machine and waits until it accepts connections, recovery included.
 */
export async function launch(options: Launch, attempt = 1): Promise<Postgres> {
  const port = await freePort()
  const earlier = await stat(options.logFile).catch(() => undefined)
  if (earlier && earlier.size > LOG_BYTES) await rename(options.logFile, `${options.logFile}.old`)
  const log = await open(options.logFile, 'a', 0o600)
  const logStart = (await log.stat()).size
  const args = ['-D', pathFor(options.runAs, options.folder), '-p', String(port)]
  for (const [name, value] of Object.entries(options.settings)) args.push('-c', `${name}=${value}`)
  const watchdog = startWatchdog(options.binaries.pgCtl, options.runAs)
  // Detached: Ctrl+C is meant for Node, which stops the database last.
  const child = spawn(options.binaries.postgres, args, {
    cwd: options.folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...options.runAs,
  })
  if (child.pid !== undefined) watchdog.watch(child.pid)
  let failed: Error | undefined
  child.on('error', (error) => {
    failed = error
    watchdog.dismiss()
  })
  child.once('exit', () => watchdog.dismiss())
  await log.close()
  options.onSpawn()
  const isReady = await ready(child, options, () => failed)
  if (isReady && child.pid !== undefined) return { pid: child.pid, port, child }
  if (options.signal?.aborted && child.pid !== undefined) await stopPostgres(options.binaries, child.pid)
  options.signal?.throwIfAborted()
  const said = (await readFile(options.logFile, 'utf8')).slice(logStart).trim()
  // Another program may have taken the port, or the last process of a dead server may still be ending.
  const attempts = said.includes('lock file "postmaster.pid" already exists') ? 25 : 3
  if (!failed && attempt < attempts) return await sleep(200).then(() => launch(options, attempt + 1))
  throw new StartError(`PostgreSQL did not start (or set DATABASE_URL): ${failed?.message ?? said}`)
}

async function ready(child: ChildProcess, { folder, report, signal }: Launch, failed: () => Error | undefined) {
  const started = Date.now()
  let nextReport = started + 2_000
  while (!failed() && !signal?.aborted && child.exitCode === null && child.signalCode === null) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[0] === String(child.pid) && lines[7]?.startsWith('ready')) return true
    if (Date.now() > nextReport) {
      report('The database is recovering from an unclean shutdown')
      nextReport += 10_000
    }
    await sleep(4)
  }
  return false
}

/**
 * Asks postgres to stop: INT ends sessions and writes everything to disk, QUIT leaves that to the next start.
 */
export function signal(binaries: Binaries, pid: number, name: 'INT' | 'QUIT'): void {
  // Windows has no signals: Node would kill the process.
  if (process.platform === 'win32') spawnSync(binaries.pgCtl, ['kill', name, String(pid)])
  else
    try {
      process.kill(pid, `SIG${name}`)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
}

/** Stops postgres and waits until it is gone: properly, or by force after 15 s. */
export async function stopPostgres(binaries: Binaries, pid: number): Promise<void> {
  const born = await birthOf(pid)
  if (born === undefined) return
  for (const [name, patience] of [
    ['INT', FAST_SHUTDOWN_MS],
    ['QUIT', QUICK_SHUTDOWN_MS],
  ] as const) {
    signal(binaries, pid, name)
    const end = Date.now() + patience
    while (Date.now() < end) {
      if ((await birthOf(pid)) !== born) return
      await sleep(5)
    }
  }
  throw new StartError(`PostgreSQL (process ${pid}) does not stop. Kill it, then start again.`)
}

/**
 * Stops a postgres that outlived its Node process, if the process with its pid works in this folder. If the
 * pid now belongs to another program or to a zombie, the pid file is removed, since PostgreSQL would refuse
 * to start.
 */
export async function stopOrphan(binaries: Binaries, folder: string, report: (text: string) => void): Promise<void> {
  const note = join(folder, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(note, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isThere(pid)) return
  if (await worksIn(pid, folder)) {
    report('Stopping the database process that an unclean shutdown left behind')
    await stopPostgres(binaries, pid)
    return
  }
  for (let attempt = 0; attempt < 100 && (await processesIn(folder)).length > 0; attempt++) await sleep(50)
  await rm(note, { force: true })
}
