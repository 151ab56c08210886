import type { ImportMapping } from '#contract/imports/imports.ts'
import { AppError, busy, invalid } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { createThreads } from '#server/threads/threads.ts'
import type { CHECK_WORK, Refused } from './check-work.ts'
import type { SentFile } from './stage-file.ts'

/** The memory of a file that was sent, if nothing else lies in it. */
const wholeOf = (file: unknown): ArrayBuffer[] => {
  if (typeof file !== 'object' || file === null || !('data' in file)) return []
  const { data } = file
  const owns = data instanceof Uint8Array && data.byteLength === data.buffer.byteLength
  return owns && data.buffer instanceof ArrayBuffer ? [data.buffer] : []
}

const inThread = createThreads<typeof CHECK_WORK>({
  file: 'import-check-thread',
  beside: import.meta.url,
  threads: 1,
  most: 3,
  limitMs: 110_000,
  memoryMb: 512,
  // What was read is a good deal of memory, and the run that follows needs none of it.
  idleMs: 1_000,
  moves: ([, file]) => wholeOf(file),
  tooSlow: () => invalid({ file: 'This file takes too long to check. Please split it.' }),
})

/** Files that are received or checked at the same time: each is in memory meanwhile. */
const MOST_FILES = 3
let files = 0

/** Receives and checks a file. Throws 503 while as many as may be are in hand. */
export async function inHand<T>(work: () => Promise<T>): Promise<T> {
  if (files >= MOST_FILES) throw busy(`${MOST_FILES} files are being imported. Please try again in a moment.`)
  files++
  try {
    return await work()
  } finally {
    files--
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

/** Reads and checks a file in a thread, so that nobody waits for it. Throws 400 at `file` and `mapping`, 503 if too many files wait. */
export const checkFile = async (services: Pick<Services, 'queuePool' | 'config'>, file: SentFile): Promise<number> =>
  idOf(await inThread('file', placeOf(services), file))

/** Checks a file again with another mapping, in the same way. Throws 404, 409, 400 at `mapping`, 503. */
export const checkAgain = async (
  services: Pick<Services, 'queuePool' | 'config'>,
  id: number,
  mapping: ImportMapping,
): Promise<number> => idOf(await inThread('again', placeOf(services), id, mapping))
