import { invalid } from '#server/errors.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { createThreads } from '#server/threads/threads.ts'
import type { MadePdf, PdfSource } from './pdf-source.ts'
import type { PDF_WORK } from './pdf-work.ts'

const inThread = createThreads<typeof PDF_WORK>({
  file: 'pdf-thread',
  beside: import.meta.url,
  threads: 2,
  most: 20,
  limitMs: 10_000,
  memoryMb: 512,
  tooSlow: () => invalid({ kind: 'This PDF takes too long to make. Please shorten its texts.' }),
})

/**
 * Makes a PDF in a thread, so that nobody else waits for it; callers take turns. `fonts` is a folder of
 * further fonts. Throws 400 at `kind` if it takes longer than 10 s, 503 if too many wait.
 */
export const makePdf = (source: PdfSource, fonts: string | null, caller: Caller): Promise<MadePdf> =>
  inThread(caller, 'make', source, fonts)

/** Starts a thread and opens the fonts: whoever looks at the list of documents is about to make one. */
export function warmUp(fonts: string | null): void {
  inThread(null, 'warmUp', fonts).catch(() => {})
}

const unreadable = new Map<string, Promise<string[]>>()

/** The names of the files in a folder of further fonts that cannot be read as fonts; looked at once. */
export function unreadableFonts(fonts: string | null): Promise<string[]> {
  if (fonts === null) return Promise.resolve([])
  const known = unreadable.get(fonts)
  if (known) return known
  const looked = inThread(null, 'unreadable', fonts)
  unreadable.set(fonts, looked)
  // The queue was full; the next call looks again.
  looked.catch(() => unreadable.delete(fonts))
  return looked
}
