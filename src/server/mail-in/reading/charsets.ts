import { windowsText } from '#server/sheets/windows-1252.ts'

const ESCAPE = 0x1b
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f
const LINE_FEED = 0x0a
const TILDE = 0x7e

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/** UTF-8 where the bytes are that, else Windows-1252: mails that name no charset, or none that exists. */
function guessed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return windowsText(bytes)
  }
}

/**
 * Bytes of a 7-bit encoding of two-byte characters as the 8-bit one: within a shifted run, each byte gets its
 * high bit.
 */
function highBits(bytes: Uint8Array, isShifted: (at: number) => { shifted: boolean; skip: number }): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    const { shifted, skip } = isShifted(at)
    if (skip > 0) {
      at += skip
      continue
    }
    const byte = bytes[at++] ?? 0
    out[length++] = shifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
  }
  return out.subarray(0, length)
}

/** ISO-2022-CN and ISO-2022-KR without their escapes: shift out begins two-byte characters, shift in or a line end ends them. */
function unshifted(bytes: Uint8Array): Uint8Array {
  let shifted = false
  return highBits(bytes, (at) => {
    const byte = bytes[at]
    if (byte === LINE_FEED) shifted = false
    if (byte === SHIFT_OUT || byte === SHIFT_IN) {
      shifted = byte === SHIFT_OUT
      return { shifted, skip: 1 }
    }
    // A designation has four bytes: ESC $ ) A.
    if (byte === ESCAPE && bytes[at + 1] === 0x24) return { shifted, skip: 4 }
    return { shifted, skip: 0 }
  })
}

/** HZ without its tildes: `~{` begins two-byte characters, `~}` ends them, `~~` is a tilde, `~` and a line end nothing. */
function untilded(bytes: Uint8Array): Uint8Array {
  let shifted = false
  let literal = -1
  return highBits(bytes, (at) => {
    if (bytes[at] === LINE_FEED) shifted = false
    if (bytes[at] !== TILDE || at === literal) return { shifted, skip: 0 }
    const next = bytes[at + 1]
    if (next === 0x7b || next === 0x7d) {
      shifted = next === 0x7b
      return { shifted, skip: 2 }
    }
    if (shifted) return { shifted, skip: 0 }
    if (next === LINE_FEED) return { shifted, skip: 2 }
    if (next === TILDE) {
      literal = at + 1
      return { shifted, skip: 1 }
    }
    return { shifted, skip: 0 }
  })
}

const gb18030 = (bytes: Uint8Array) => new TextDecoder('gb18030').decode(bytes)

type Decode = (bytes: Uint8Array) => string

/** Charsets that the runtime lacks, reads wrongly, or knows under another name; the names as they are compared. */
const OWN = new Map<string, Decode>()
const own = (names: string, decode: Decode) => {
  for (const name of names.split(' ')) OWN.set(name, decode)
}
own('ascii usascii iso646us ansix341968 unknown unknown8bit 8bit binary default none', guessed)
own('windows1252 cp1252 iso88591 iso88591:1987 latin1 l1 isoir100 ibm819 cp819 ansi', windowsText)
own(
  'gb2312 gb231280 gbk gb18030 cp936 936 windows936 ms936 euccn cngb eucgb2312cn chinese isoir58 iso58gb231280',
  gb18030,
)
own('iso2022cn iso2022cnext cniso2022cn', (bytes) => gb18030(unshifted(bytes)))
own('hz hzgb2312 hzgb', (bytes) => gb18030(untilded(bytes)))
own('iso2022kr', (bytes) => new TextDecoder('euc-kr').decode(unshifted(bytes)))

/** Names that mail programs write for charsets that the runtime knows under another. */
const ALIASES: Record<string, string> = {
  utf8mb4: 'utf-8',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
  mskanji: 'shift_jis',
  shiftjis: 'shift_jis',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  ksc56011987: 'euc-kr',
  euckr: 'euc-kr',
  cp950: 'big5',
  big5eten: 'big5',
  big5hkscs: 'big5',
  eucjp: 'euc-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  iso2022jpms: 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  iso88598i: 'iso-8859-8-i',
  iso885911: 'windows-874',
  tis620: 'windows-874',
  cp874: 'windows-874',
}

const compared = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replace(/\*.*$/, '')
    .replace(/^(?:x-ms-|x-|cs(?!n))/, '')
    .replaceAll(/[\s"'_.-]/g, '')

/**
 * The text of bytes in the charset that a mail names. GB2312 and GBK are read as GB18030, ISO 8859-1 as
 * Windows-1252; ASCII, no name and an unknown name are UTF-8 where the bytes are that, else Windows-1252. What
 * cannot be read is U+FFFD.
 */
export function decodeText(bytes: Uint8Array, label: string | null): string {
  const name = compared(label ?? '')
  if (name === '' || label === null) return guessed(bytes)
  const decode = OWN.get(name)
  if (decode) return decode(bytes)
  const plain = label.trim().toLowerCase().replace(/\*.*$/, '')
  const decoder = decoderOf(ALIASES[name] ?? plain) ?? decoderOf(plain.replace(/^x-/, '')) ?? decoderOf(name)
  // The 'replacement' encoding of browsers shows one sign for the whole text.
  return decoder && decoder.encoding !== 'replacement' ? decoder.decode(bytes) : guessed(bytes)
}
