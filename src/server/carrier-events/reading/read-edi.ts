import { AppError, invalid } from '#server/errors.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { createThreads } from '#server/threads/threads.ts'
import type { EDI_WORK } from './edi-work.ts'
import { MAX_EDI_TEXT } from './limits.ts'
import type { ReadEdi } from './parse-edi.ts'
import type { ReadingOptions } from './reading-options.ts'

const inThread = createThreads<typeof EDI_WORK>({
  file: 'edi-thread',
  beside: import.meta.url,
  threads: 1,
  most: 20,
  limitMs: 30_000,
  memoryMb: 384,
  tooSlow: () => invalid({ text: 'This text takes too long to read. Please send fewer messages at once.' }),
})

/**
 * Reads a text of EDI in a thread, as `parseEdi` does. Throws 413 for more than 10 MB, 400 at `text` for one that is no
 * EDI or takes more than 30 s, and 503 if too many wait.
 */
export async function readEdi(text: string, options: ReadingOptions, caller: Caller = null): Promise<ReadEdi> {
  if (text.length > MAX_EDI_TEXT) throw new AppError(413, 'The text is larger than 10 MB')
  const read = await inThread(caller, 'parse', text, options)
  if (read.interchanges === 0)
    throw invalid({ text: 'The text has no interchange: it must begin with ISA, UNA or UNB' })
  return read
}
