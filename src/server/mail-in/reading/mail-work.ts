import type { ParsedMail, ReadingOptions } from './incoming-mail.ts'
import { parseHeader, parseMail } from './parse-mail.ts'

/** The part that runs in a thread. */
export const MAIL_WORK = {
  parse: (raw: Uint8Array, options: ReadingOptions): Promise<ParsedMail> => parseMail(raw, options),
  header: (raw: Uint8Array, options: ReadingOptions): ParsedMail => parseHeader(raw, options),
}
