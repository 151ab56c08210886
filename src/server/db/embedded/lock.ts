import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { errorCode, StartError } from '#server/errors.ts'
import { birthOf } from './process-identity.ts'

/** Another living process uses this data folder. */
export class AlreadyRunningError extends StartError {
  constructor(dataDir: string, pid: number) {
    super(`Quayside is already running on ${dataDir} (process ${pid}). Stop it first, or choose another DATA_DIR.`)
    this.name = 'AlreadyRunningError'
  }
}

const NAME = 'quayside.lock'
/**
 * The longest turn to remove a stale lock, which takes a millisecond: after this, the process that had the
 * turn was killed.
 */
const TURN_MS = 5_000

/**
 * Locks the folder for this process; returns the function that unlocks it. A lock whose holder is gone (kill
 * -9, power loss) is taken over: pid and start time must both match, so a reused pid does not count. A living
 * holder gets `patienceMs` to end.
 */
export async function takeLock(dataDir: string, patienceMs = 0): Promise<() => Promise<void>> {
  const file = join(dataDir, NAME)
  const mine = JSON.stringify({ pid: process.pid, born: await birthOf(process.pid) })
  const end = Date.now() + patienceMs
  while (!(await create(file, mine))) {
    const held = await readSettled(file)
    if (held === undefined) continue
    const pid = await livingHolder(held)
    if (pid === undefined) await removeStale(file, held)
    else if (Date.now() > end) throw new AlreadyRunningError(dataDir, pid)
    else await sleep(50)
  }
  return () => rm(file, { force: true })
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * The text of the lock. An empty one gets a moment, since it may be about to be written. Undefined if it is
 * gone.
 */
async function readSettled(file: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== '' || attempt === 10) return text
    await sleep(20)
  }
}

const holder = z.object({ pid: z.int(), born: z.string() })

async function livingHolder(text: string): Promise<number | undefined> {
  try {
    const { pid, born } = holder.parse(JSON.parse(text))
    return (await birthOf(pid)) === born ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes a stale lock, one process at a time and after a second look: otherwise two processes that saw the
 * same stale lock would remove each other's new one.
 */
async function removeStale(file: string, stale: string): Promise<void> {
  const turn = `${file}.turn`
  if (await create(turn, '')) {
    if ((await readFile(file, 'utf8').catch(() => undefined)) === stale) await rm(file, { force: true })
    await rm(turn, { force: true })
    return
  }
  const taken = await stat(turn).catch(() => undefined)
  if (taken && Date.now() - taken.mtimeMs > TURN_MS) await rm(turn, { force: true })
  await sleep(10)
}
