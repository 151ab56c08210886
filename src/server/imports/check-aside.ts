import type { RemapInput } from '#contract/imports/imports.ts'
import { AppError, busy, invalid } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { createThreads, type ThreadsOptions } from '#server/threads/threads.ts'
import type { CHECK_WORK, Refused } from './check-work.ts'
import type { SentFile } from './stage-file.ts'
import { removeSurplus } from './sweep-imports.ts'

const TOO_LONG = 'This file takes too long to check. Please split it.'
/** Thrown when a thread gave up a piece of work. */
class TooSlow extends Error {}

type Size = Pick<ThreadsOptions, 'threads' | 'own' | 'most' | 'limitMs' | 'memoryMb' | 'moves'>
const createLane = (size: Size) =>
  createThreads<typeof CHECK_WORK>({
    file: 'import-check-thread',
    beside: import.meta.url,
    // A thread that has read a large file holds its memory, which the run that follows does not need.
    idleMs: 1_000,
    tooSlow: () => new TooSlow(TOO_LONG),
    ...size,
  })
type Lane = ReturnType<typeof createLane>

/** The memory of a sent file, if nothing else lies in it. */
const wholeOf = (file: unknown): ArrayBuffer[] => {
  if (typeof file !== 'object' || file === null || !('data' in file)) return []
  const { data } = file
  const owns = data instanceof Uint8Array && data.byteLength === data.buffer.byteLength
  return owns && data.buffer instanceof ArrayBuffer ? [data.buffer] : []
}

/** Bytes of a new file, and rows of a known one, that are usually checked within a second. */
const SHORT = { bytes: 1024 * 1024, rows: 3_000 }

/*
 * The size of a file does not tell its work: half a megabyte may hold ten million cells. So a file that looks
 * short is tried in a thread that gives it three seconds; one that needs more begins again in the patient
 * thread. Nobody has both quick threads: short files never wait long, whatever others send.
 */
const quick = createLane({ threads: 2, own: 1, most: 20, limitMs: 3_000, memoryMb: 256 })
const patient = createLane({
  threads: 1,
  most: 12,
  limitMs: 110_000,
  memoryMb: 512,
  moves: ([, file]) => wholeOf(file),
})

/**
 * Runs work in the thread that suits it. Throws 400 at `file` if it takes too long even for the patient
 * thread.
 */
async function inThread<Answer>(isShort: boolean, run: (lane: Lane) => Promise<Answer>): Promise<Answer> {
  try {
    if (!isShort) return await run(patient)
    return await run(quick).catch((error) => {
      if (error instanceof TooSlow) return run(patient)
      throw error
    })
  } catch (error) {
    throw error instanceof TooSlow ? invalid({ file: TOO_LONG }) : error
  }
}

/** Files received or checked at the same time, each in memory meanwhile; `own` are those of one person. */
const MOST_FILES = { short: 12, long: 3, own: 2 }
const files = { short: 0, long: 0, own: new Map<number, number>() }

/**
 * Receives and checks a file of so many bytes (NaN if unknown). Throws 503 while this person, or everybody
 * together, has too many files in hand.
 */
export async function inHand<T>(
  { userId, bytes }: { userId: number; bytes: number },
  work: () => Promise<T>,
): Promise<T> {
  const size = bytes <= SHORT.bytes ? 'short' : 'long'
  const own = files.own.get(userId) ?? 0
  if (own >= MOST_FILES.own)
    throw busy(`${MOST_FILES.own} of your files are being checked. Please try again in a moment.`)
  if (files[size] >= MOST_FILES[size])
    throw busy(`${MOST_FILES[size]} files are being imported. Please try again in a moment.`)
  files[size]++
  files.own.set(userId, own + 1)
  try {
    return await work()
  } finally {
    files[size]--
    const left = (files.own.get(userId) ?? 1) - 1
    if (left > 0) files.own.set(userId, left)
    else files.own.delete(userId)
  }
}

const placeOf = ({ queuePool, config }: Pick<Services, 'queuePool' | 'config'>) => ({
  url: queuePool.options.connectionString ?? '',
  timeZone: config.timeZone,
})

function idOf(answer: { id: number } | Refused): number {
  if ('id' in answer) return answer.id
  const { status, message, data } = answer.refused
  throw new AppError(status, message, data)
}

type Needs = Pick<Services, 'queuePool' | 'config' | 'db'>

/**
 * Reads and checks a file in a thread, so that nobody else waits. Throws 400 at `file` and `mapping`, 503 if
 * too many files wait.
 */
export async function checkFile(services: Needs, file: SentFile & { userId: number }): Promise<number> {
  const { userId } = file
  const place = placeOf(services)
  const id = idOf(await inThread(file.data.length <= SHORT.bytes, (lane) => lane(userId, 'read', place, file)))
  await removeSurplus(services.db, userId)
  await check(services, userId, id)
  return id
}

/** Whether the rows of an import are usually read within a second. */
async function isShort(db: Needs['db'], id: number): Promise<boolean> {
  const found = await db.selectFrom('imports').select('rows').where('id', '=', id).executeTakeFirst()
  return (found?.rows ?? 0) <= SHORT.rows
}

async function check(services: Needs, userId: number, id: number): Promise<void> {
  const short = await isShort(services.db, id)
  idOf(await inThread(short, (lane) => lane(userId, 'check', placeOf(services), id)))
}

/**
 * Checks a file again as somebody chose, in a thread. Throws 404, 409, 400 at `file`, `mapping` and `options`,
 * 503.
 */
export async function checkAgain(
  services: Needs,
  userId: number,
  { id, ...given }: RemapInput & Pick<SentFile, 'remembers'> & { id: number },
): Promise<void> {
  const short = await isShort(services.db, id)
  idOf(await inThread(short, (lane) => lane(userId, 'again', placeOf(services), id, given)))
  await check(services, userId, id)
}
