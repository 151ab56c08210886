/** Controls that no line of a mail's header may have. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** Text that the database can store: without NUL and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Storable text in one line, its controls as spaces. */
export const oneLine = (text: string): string => storable(text).replaceAll(CONTROLS, ' ').trim()

/** The first `most` code points of a text, and whether there were more. */
export function cutText(text: string, most: number): { text: string; isCut: boolean } {
  if (text.length <= most) return { text, isCut: false }
  let [at, count] = [0, 0]
  while (at < text.length && count < most) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    count++
  }
  return { text: text.slice(0, at), isCut: at < text.length }
}

/** Bytes as a text of one character for each, and back. */
export const byteText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
export const textBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
