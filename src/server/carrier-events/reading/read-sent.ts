import { AppError, invalid } from '#server/errors.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { createThreads } from '#server/threads/threads.ts'
import { MAX_EDI_TEXT, MAX_EVENTS } from './limits.ts'
import type { READING_WORK, SentEdi, SentEvents, SentOptions, Unreadable } from './reading-work.ts'

const TOO_LARGE = 413

const inThread = createThreads<typeof READING_WORK>({
  file: 'reading-thread',
  beside: import.meta.url,
  threads: 1,
  most: 20,
  limitMs: 30_000,
  memoryMb: 384,
  tooSlow: () => invalid({ text: 'This takes too long to read. Please send less at once.' }),
})

const UNREADABLE: Record<Unreadable, string> = {
  json: 'The body is no JSON',
  list: 'Send a list of events, or an object with one as events',
  many: `Send at most ${MAX_EVENTS.toLocaleString('en')} events at once`,
}

/**
 * Reads a body of DCSA events in a thread. Throws 413 for more than 10 MB, 400 at `events` for one that is no list or too
 * long, and 503 if too many wait.
 */
export async function readSentEvents(body: string, options: SentOptions, caller: Caller = null): Promise<SentEvents> {
  if (body.length > MAX_EDI_TEXT) throw new AppError(TOO_LARGE, 'The body is larger than 10 MB')
  const read = await inThread(caller, 'events', body, options)
  if (typeof read === 'string') throw invalid({ events: UNREADABLE[read] })
  return read
}

/**
 * Reads a text of EDI in a thread, as `parseEdi` does; with `ack`, each message has its answer. Throws 413 for more than
 * 10 MB, 400 at `text` for one that is no EDI or takes more than 30 s, and 503 if too many wait.
 */
export async function readSentEdi(
  text: string,
  options: SentOptions & { ack: boolean },
  caller: Caller = null,
): Promise<SentEdi> {
  if (text.length > MAX_EDI_TEXT) throw new AppError(TOO_LARGE, 'The text is larger than 10 MB')
  const read = await inThread(caller, 'edi', text, options)
  if (read.interchanges === 0)
    throw invalid({ text: 'The text has no interchange: it must begin with ISA, UNA or UNB' })
  return read
}
