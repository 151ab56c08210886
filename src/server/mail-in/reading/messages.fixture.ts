/*
 * Mails as programs write them, put together from our own words. Encoders that the runtime lacks are made from its
 * decoders.
 */

const tables = new Map<string, Map<string, number[]>>()

/** The two-byte characters of a charset with their bytes. */
function tableOf(charset: string): Map<string, number[]> {
  const known = tables.get(charset)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(charset)
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) {
      const text = decoder.decode(Uint8Array.of(first, second))
      if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, [first, second])
    }
  tables.set(charset, table)
  return table
}

const WINDOWS = new Map([...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((sign, at) => [sign, at]))
const WINDOWS_BYTES = [
  ...[0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e],
  ...[0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f],
]

const twoBytes = (text: string, charset: string) =>
  [...text].map((sign) => (sign < '\x80' ? [sign.charCodeAt(0)] : (tableOf(charset).get(sign) ?? [0x3f])))

/** Two-byte characters in 7 bits, between signs that begin and end them. */
function shifted(text: string, charset: string, [begin, end]: [string, string]): Buffer {
  let out = ''
  let isOpen = false
  for (const bytes of twoBytes(text, charset)) {
    if (bytes.length > 1 !== isOpen) out += isOpen ? end : begin
    isOpen = bytes.length > 1
    out += String.fromCharCode(...bytes.map((byte) => byte & 0x7f))
  }
  return Buffer.from(isOpen ? out + end : out, 'latin1')
}

/** The bytes of a text in a charset of mails. */
export function encoded(text: string, charset: string): Buffer {
  switch (charset.toLowerCase()) {
    case 'utf-8':
      return Buffer.from(text)
    case 'windows-1252':
    case 'iso-8859-1':
      return Buffer.from(
        [...text].map((sign) => WINDOWS_BYTES[WINDOWS.get(sign) ?? -1] ?? (sign.codePointAt(0) ?? 0x3f) & 0xff),
      )
    case 'iso-2022-cn':
      return shifted(text, 'gb18030', ['\x1b$)A\x0e', '\x0f'])
    case 'iso-2022-kr':
      return Buffer.concat([Buffer.from('\x1b$)C'), shifted(text, 'euc-kr', ['\x0e', '\x0f'])])
    case 'hz-gb-2312':
      return shifted(text.replaceAll('~', '~~'), 'gb18030', ['~{', '~}'])
    case 'iso-2022-jp':
      return shifted(text, 'euc-jp', ['\x1b$B', '\x1b(B'])
    case 'gb2312':
    case 'gbk':
      return Buffer.from(twoBytes(text, 'gb18030').flat())
    default:
      return Buffer.from(twoBytes(text, charset).flat())
  }
}

const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`

export function quotedPrintable(data: Uint8Array): string {
  let out = ''
  let line = 0
  for (const byte of data) {
    const sign =
      byte === 10 ? '\r\n' : byte < 0x20 || byte > 0x7e || byte === 0x3d ? hex(byte) : String.fromCharCode(byte)
    if (byte !== 10 && line + sign.length > 75) {
      out += '=\r\n'
      line = 0
    }
    out += sign
    line = byte === 10 ? 0 : line + sign.length
  }
  return out
}

export const base64Lines = (data: Uint8Array): string =>
  Buffer.from(data).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

/** A text as an encoded word; `cut` cuts it into words of so many bytes, wherever characters end. */
export function encodedWord(text: string, charset = 'utf-8', form: 'B' | 'Q' = 'B', cut = 1_000): string {
  const bytes = encoded(text, charset)
  const words: string[] = []
  for (let at = 0; at < bytes.length; at += cut) {
    const piece = bytes.subarray(at, at + cut)
    const inside = form === 'B' ? piece.toString('base64') : [...piece].map(hex).join('')
    words.push(`=?${charset}?${form}?${inside}?=`)
  }
  return words.join('\r\n ')
}

export type Fields = Record<string, string | readonly string[]>

/** A part, or a mail: its fields, then its body. */
export function entity(fields: Fields, body: string | Uint8Array = ''): Buffer {
  const head = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  )
  const text = typeof body === 'string' ? body.replaceAll(/\r?\n/g, '\r\n') : body
  return Buffer.concat([Buffer.from(head.join('')), Buffer.from('\r\n'), Buffer.from(text)])
}

let boundaries = 0

/** A multipart of parts. */
export function multipart(type: string, parts: readonly Uint8Array[], fields: Fields = {}, more = ''): Buffer {
  const boundary = `=_part_${++boundaries}`
  const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')])
  return entity(
    { ...fields, 'Content-Type': `multipart/${type}; boundary="${boundary}"${more}` },
    Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  )
}

export type Transfer = '8bit' | 'base64' | 'quoted-printable'

/** A text as a part. */
export function textPart(
  text: string,
  type = 'text/plain',
  charset = 'utf-8',
  transfer: Transfer = 'quoted-printable',
): Buffer {
  const bytes = encoded(text, charset)
  const body = transfer === 'base64' ? base64Lines(bytes) : transfer === '8bit' ? bytes : quotedPrintable(bytes)
  return entity({ 'Content-Type': `${type}; charset=${charset}`, 'Content-Transfer-Encoding': transfer }, body)
}

/** A file as a part. */
export const filePart = (name: string, data: Uint8Array, type = 'application/pdf', fields: Fields = {}): Buffer =>
  entity(
    {
      'Content-Type': `${type}; name="${name}"`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Transfer-Encoding': 'base64',
      ...fields,
    },
    base64Lines(data),
  )

/** Fields in front of those of a mail. */
export const withFields = (mail: Uint8Array, fields: Fields): Buffer =>
  Buffer.concat([entity(fields).subarray(0, -2), mail])

export const HEADER: Fields = {
  From: 'Anna Berg <anna@berg.example>',
  To: 'Desk <desk@quayside.example>',
  Subject: 'Order ABCD12345678',
  Date: 'Sat, 28 Nov 2026 10:00:00 +0100',
  'Message-ID': '<m1@berg.example>',
  'MIME-Version': '1.0',
}

/** A whole mail: the usual fields, unless others are given, and a body. */
export const message = (body: Uint8Array, fields: Fields = {}): Buffer => withFields(body, { ...HEADER, ...fields })

/** A plain mail. */
export const plainMail = (text: string, fields: Fields = {}): Buffer => message(textPart(text), fields)

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n')
