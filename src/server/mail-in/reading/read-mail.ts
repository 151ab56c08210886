import { AppError } from '#server/errors.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { createThreads } from '#server/threads/threads.ts'
import type { IncomingMail, ReadingOptions } from './incoming-mail.ts'
import type { MAIL_WORK } from './mail-work.ts'

class TooSlow extends Error {}

const inThread = createThreads<typeof MAIL_WORK>({
  file: 'mail-thread',
  beside: import.meta.url,
  threads: 2,
  most: 50,
  limitMs: 5_000,
  memoryMb: 256,
  tooSlow: () => new TooSlow('The mail takes too long to read'),
  moves: ([raw]) => (raw instanceof Uint8Array && raw.buffer instanceof ArrayBuffer ? [raw.buffer] : []),
})

/** A copy that may move to a thread. */
const copyOf = (raw: Uint8Array) => new Uint8Array(raw)

/**
 * Everything that is known about a mail by itself, from its bytes. Broken mails give what can be read; one of more than
 * 25 MB, or that takes more than 5 s, its header only, with `size` in `leftOut`. Throws 503 if too many mails wait.
 */
export async function readMail(
  raw: Uint8Array,
  options: ReadingOptions = {},
  caller: Caller = null,
): Promise<IncomingMail> {
  const parsed = await inThread(caller, 'parse', copyOf(raw), options).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    // A mail whose parts break the reader is kept all the same, and the mails behind it do not wait.
    return inThread(caller, 'header', copyOf(raw), options)
  })
  const { putPictures } = await import('./put-pictures.ts')
  return putPictures(parsed)
}
