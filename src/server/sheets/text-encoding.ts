import type { TextEncodingName } from '#contract/lib/import-options.ts'
import { withoutWesternWords } from './european-words.ts'
import { isChineseByChance } from './other-encodings.ts'
import { UnreadableSheet } from './sheet.ts'
import { windowsText } from './windows-1252.ts'

/** Bytes that are looked at to find an encoding, and decoded at a time: a large file never becomes one text. */
const PIECE = 1024 * 1024

/** What to do with a text that is not read. */
export const SAVE_IT = 'save it as CSV UTF-8 or .xlsx'

/** Bytes of a sample before its first byte beyond ASCII, and after it. */
const MOST_SAMPLE = 40

const MARKS: readonly [encoding: TextEncodingName, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
]

/** Marks and signs of encodings that are not read, whose bytes would be characters of those that are. */
const NOT_READ: readonly (readonly [name: string, bytes: readonly number[], anywhere?: true])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['Japanese in ISO-2022-JP', [0x1b, 0x24, 0x42], true],
  ['Korean in ISO-2022-KR', [0x1b, 0x24, 0x29, 0x43], true],
]

/** Throws UnreadableSheet for text whose first bytes, or signs that no text has, say that it is in another encoding. */
function refuseOther(data: Uint8Array): void {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, PIECE))
  const found = NOT_READ.find(([, bytes, anywhere]) => {
    const at = head.indexOf(Buffer.from(bytes))
    return anywhere ? at >= 0 : at === 0
  })
  if (found) throw new UnreadableSheet(`The text of this file is ${found[0]}, which is not read: ${SAVE_IT}`)
}

/** Names of encodings as spreadsheets have them. */
const LABELS: Record<TextEncodingName, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB18030',
  'windows-1252': 'Windows-1252',
}

/** Characters that bytes of another encoding become in GB18030: controls, private ones, and none at all. */
const NO_CHINESE = /[\u0080-\u009f\p{Co}\p{Cn}]/gu
const markOf = (data: Uint8Array): TextEncodingName | null =>
  MARKS.find(([, bytes]) => bytes.every((byte, at) => data[at] === byte))?.[0] ?? null

/** Whole sequences of UTF-8 beyond ASCII, and bytes that belong to none. */
function utf8Signs(data: Uint8Array): { whole: number; broken: number } {
  let [whole, broken, at] = [0, 0, 0]
  while (at < data.length) {
    const byte = data[at] ?? 0
    const more = byte < 0x80 ? 0 : byte < 0xc2 ? -1 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : -1
    at++
    if (more === 0) continue
    let read = 0
    while (read < more && ((data[at + read] ?? 0) & 0xc0) === 0x80) read++
    // A sequence that the end of the piece cuts off is not broken.
    if (read === more || (more > 0 && at + read === data.length)) whole++
    else broken++
    at += read
  }
  return { whole, broken }
}

/**
 * UTF-16 without its mark: half of the bytes of Latin text are zero, and the separators and line ends of any
 * text have one. Null for other text; one in UTF-8 may have a zero byte by mistake.
 */
function markless16(data: Uint8Array, isUtf8: boolean): TextEncodingName | null {
  let [even, odd] = [0, 0]
  for (let at = 0; at < data.length; at++) if (data[at] === 0) at % 2 === 0 ? even++ : odd++
  if (even + odd < data.length / (isUtf8 ? 4 : 50) || even + odd === 0) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * Whether text that is not UTF-8 is Chinese (GB18030) rather than Western (Windows-1252). Chinese characters
 * are pairs of bytes, nearly all of both above A0, and stand beside each other or by themselves. Accented letters
 * stand alone beside plain ones, and their small forms are no first byte of a frequent character.
 */
function isChinese(data: Uint8Array): boolean {
  let [chinese, western, at] = [0, 0, 0]
  while (at < data.length) {
    const byte = data[at] ?? 0
    if (byte < 0x80) {
      at++
      continue
    }
    const begin = at
    let [pairs, frequent, other, single] = [0, 0, 0, 0]
    while ((data[at] ?? 0) >= 0x80 && at < data.length) {
      if (at + 1 === data.length) break
      const [first, second, third, fourth] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0]
      if (second >= 0xa1 && second < 0xff && first >= 0xa1 && first <= 0xf7) {
        pairs++
        // The 3 755 frequent characters, and the signs and full-width forms that text between them has.
        if ((first >= 0xb0 && first <= 0xd7) || first === 0xa1 || first === 0xa3) frequent++
        at += 2
      } else if (second >= 0x30 && second <= 0x39 && third >= 0x81 && fourth >= 0x30 && fourth <= 0x39) {
        pairs++
        at += 4
      } else if (first >= 0x81 && first < 0xff && second >= 0x40 && second !== 0x7f && second < 0xff) {
        other++
        at += 2
      } else {
        other++
        single++
        at++
      }
    }
    if (at === begin) break
    const alone = pairs + other === 1
    const besideLetter = isLetter(data[begin - 1]) || isLetter(data[at])
    if (alone) frequent === 1 && !besideLetter ? chinese++ : western++
    // Rare characters stand beside frequent ones: names have both.
    else if (frequent > 0 && single === 0 && !besideLetter) chinese += pairs + other
    else {
      chinese += pairs
      western += other
    }
  }
  return chinese > western
}

/** Whether each letter beyond ASCII stands beside plain ones in a Western word: 'ÖBÄÜ' has the bytes of two Chinese ones. */
const isOfWesternWords = (data: Uint8Array) => !/[^\0-\x7f]/.test(withoutWesternWords(windowsText(data)))

/** Control characters, which no text has. */
const hasControls = (data: Uint8Array) => data.some((byte) => byte < 9 || (byte > 13 && byte < 27))

/** The beginning of a file, and the same length from its first byte beyond ASCII and the one before it. */
function samplesOf(data: Uint8Array) {
  const from = data.findIndex((byte) => byte >= 0x80)
  const begin = from < 0 ? data.length : Math.max(0, from - 1)
  return { head: data.subarray(0, PIECE), beyond: data.subarray(begin, begin + PIECE) }
}

/** Characters beyond ASCII of a text in GB18030, and those that are none of it. */
function gb18030Signs(data: Uint8Array) {
  const text = new TextDecoder('gb18030').decode(data, { stream: true })
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return { whole: (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - broken, broken }
}

/**
 * Finds the encoding of a text: by its mark, else UTF-8 if it is that, even with a few broken characters, else
 * UTF-16 by its zero bytes, else GB18030 or Windows-1252 by the bytes beyond ASCII. Throws UnreadableSheet for what
 * is no text.
 */
export function encodingOf(data: Uint8Array): TextEncodingName {
  refuseOther(data)
  const marked = markOf(data)
  if (marked) return marked
  const { head, beyond } = samplesOf(data)
  const { whole, broken } = utf8Signs(data)
  const wide = markless16(head, broken === 0)
  if (wide) return wide
  if (broken === 0) return whole > 0 && isChineseByChance(beyond) ? 'gb18030' : 'utf-8'
  if (hasControls(head) || hasControls(beyond))
    throw new UnreadableSheet('The file is no text and no workbook: save it as CSV UTF-8 or as .xlsx')
  if (whole > broken) return 'utf-8'
  return isChinese(beyond) && gb18030Signs(beyond).broken === 0 && !isOfWesternWords(beyond)
    ? 'gb18030'
    : 'windows-1252'
}

const isBoundary = (byte: number | undefined) => byte === undefined || ',;\t\r\n"'.includes(String.fromCharCode(byte))

/**
 * The first text beyond ASCII of a file that was found to be in this encoding, about a cell, if that is a guess:
 * bytes in GB18030 and Windows-1252 can be letters of another encoding too. Null where it is none.
 */
export function guessedSample(data: Uint8Array, encoding: TextEncodingName): string | null {
  const isGuess = (encoding === 'gb18030' || encoding === 'windows-1252') && markOf(data) === null
  const at = isGuess ? data.findIndex((byte) => byte >= 0x80) : -1
  if (at < 0) return null
  let [begin, end] = [at, at]
  while (at - begin < MOST_SAMPLE && !isBoundary(data[begin - 1])) begin--
  while (end - at < MOST_SAMPLE && !isBoundary(data[end])) end++
  const text = [...decodedText(data.subarray(begin, end), encoding)].join('').trim()
  return end - at === MOST_SAMPLE ? text.replace(/\ufffd$/, '') : text
}

/** Whether a text can be in this encoding, a few broken characters apart. */
function canBe(data: Uint8Array, encoding: TextEncodingName): boolean {
  const marked = markOf(data)
  if (marked) return marked === encoding
  const { head, beyond } = samplesOf(data)
  const wide = markless16(head, utf8Signs(head).broken === 0)
  if (wide || encoding.startsWith('utf-16')) return wide === encoding
  if (encoding === 'windows-1252') return true
  const { whole, broken } = encoding === 'gb18030' ? gb18030Signs(beyond) : utf8Signs(data)
  return broken === 0 || broken < whole
}

/** Throws UnreadableSheet for text that is not in this encoding. */
export function requireEncoding(data: Uint8Array, encoding: TextEncodingName): void {
  refuseOther(data)
  if (!canBe(data, encoding))
    throw new UnreadableSheet(`The text of the file is not ${LABELS[encoding]}: choose another encoding`, 'encoding')
}

/**
 * The text of a file in pieces, without its mark. Broken characters become U+FFFD, which is a problem of their
 * cells.
 */
export function* decodedText(data: Uint8Array, encoding: TextEncodingName): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let from = 0; from < data.length; from += PIECE) {
    const piece = data.subarray(from, from + PIECE)
    const plain = encoding === 'windows-1252' ? windowsText(piece) : decoder.decode(piece, { stream: true })
    const text = encoding === 'gb18030' ? plain.replaceAll(NO_CHINESE, '\ufffd') : plain
    yield from === 0 ? text.replace(/^\ufeff/, '') : text
  }
  if (encoding !== 'windows-1252') yield decoder.decode()
}
