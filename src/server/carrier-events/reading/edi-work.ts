import { parseEdi, type ReadEdi } from './parse-edi.ts'
import type { ReadingOptions } from './reading-options.ts'

/** The part that runs in a thread. */
export const EDI_WORK = {
  parse: (text: string, options: ReadingOptions): ReadEdi => parseEdi(text, options),
}
