import { decodeText } from './charsets.ts'
import { textBytes } from './text-forms.ts'
import { fromBase64, fromQuoted } from './transfer.ts'

/** An encoded word (RFC 2047). Its text may have spaces, as some programs write it. */
const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=/gi
const BETWEEN = /^[ \t\r\n]*$/

const wordBytes = (encoding: string, text: string): Uint8Array =>
  encoding.toLowerCase() === 'b' ? fromBase64(textBytes(text)) : fromQuoted(textBytes(text.replaceAll('_', ' ')), true)

const charsetOf = (label: string) => label.toLowerCase().replace(/\*.*$/, '')

/** Words of one charset beside each other: some programs cut characters between them, so they are one run of bytes. */
interface Run {
  charset: string
  bytes: Uint8Array[]
  begin: number
  end: number
}

function runsOf(value: string): Run[] {
  const runs: Run[] = []
  for (const { 0: word, 1: label = '', 2: encoding = '', 3: text = '', index } of value.matchAll(WORD)) {
    const last = runs.at(-1)
    const charset = charsetOf(label)
    const follows = last !== undefined && BETWEEN.test(value.slice(last.end, index))
    const bytes = wordBytes(encoding, text)
    const end = index + word.length
    if (follows && last.charset === charset) {
      last.bytes.push(bytes)
      last.end = end
    } else runs.push({ charset, bytes: [bytes], begin: index, end })
  }
  return runs
}

/**
 * The value of a field with each run of encoded words replaced by what `put` makes of its text. The rest is
 * given to `literal`, without the space between two runs.
 */
export function replaceWords(value: string, put: (text: string) => string, literal: (text: string) => string): string {
  let out = ''
  let at = 0
  for (const { charset, bytes, begin, end } of runsOf(value)) {
    const before = value.slice(at, begin)
    if (at === 0 || !BETWEEN.test(before)) out += literal(before)
    out += put(decodeText(Buffer.concat(bytes), charset))
    at = end
  }
  return out + literal(value.slice(at))
}

/** The text of plain bytes in a header: UTF-8, else Windows-1252. */
export const literalText = (value: string): string =>
  /[\x80-\xff]/.test(value) ? decodeText(textBytes(value), null) : value

/** The text of a field of free text (RFC 2047): a subject, or a name. */
export const decodeWords = (value: string): string => replaceWords(value, (text) => text, literalText)
