import { open } from 'node:fs/promises'
import { UPLOAD_EXTENSIONS } from '#contract/lib/uploads.ts'

type Extension = (typeof UPLOAD_EXTENSIONS)[number]

/** Types by extension: the type the bytes must have, and the one the file is served as. */
const TYPES: Record<Extension, { found: readonly string[]; contentType: string }> = {
  pdf: { found: ['application/pdf'], contentType: 'application/pdf' },
  doc: { found: ['application/x-cfb'], contentType: 'application/msword' },
  xls: { found: ['application/x-cfb'], contentType: 'application/vnd.ms-excel' },
  docx: {
    found: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  xlsx: {
    found: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  jpg: { found: ['image/jpeg'], contentType: 'image/jpeg' },
  jpeg: { found: ['image/jpeg'], contentType: 'image/jpeg' },
  png: { found: ['image/png'], contentType: 'image/png' },
  bmp: { found: ['image/bmp'], contentType: 'image/bmp' },
  tiff: { found: ['image/tiff'], contentType: 'image/tiff' },
}

/** First bytes of a PDF that are searched for HTML. */
const HEAD = 2048
/** Bytes among which programs look for the header of a PDF. */
const HEADER_WITHIN = 1024
/** A header behind a byte order mark or white space, as some programs write it. */
const LATE_HEADER = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\0\t\n\v\f\r ]*%PDF-\d/
/** A header behind anything else, such as the lines of a mail; a program that starts so is none. */
const BURIED_HEADER = /^(?!#!)[\s\S]*?%PDF-\d/

const within = (head: string, header: RegExp) => header.test(head.slice(0, HEADER_WITHIN))

/** The type of a file that begins so: a PDF behind other bytes, unless these are the beginning of another type. */
async function typeOf(start: string, find: () => Promise<{ mime: string } | undefined>): Promise<string | undefined> {
  if (within(start, LATE_HEADER)) return TYPES.pdf.contentType
  const found = (await find())?.mime
  return found === undefined && within(start, BURIED_HEADER) ? TYPES.pdf.contentType : found
}

/** The content type of a document whose bytes match its accepted extension; null for any other. */
export async function uploadType(name: string, data: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  return matchingType(
    name,
    () => fileTypeFromBuffer(data),
    async () => data.subarray(0, HEAD),
  )
}

/** `uploadType` for a file on disk, of which only a part is read. */
export async function uploadTypeOnDisk(name: string, path: string): Promise<string | null> {
  const { fileTypeFromFile } = await import('file-type')
  return matchingType(
    name,
    () => fileTypeFromFile(path),
    () => readHead(path),
  )
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function matchingType(
  name: string,
  find: () => Promise<{ mime: string } | undefined>,
  head: () => Promise<Buffer>,
): Promise<string | null> {
  const extension = UPLOAD_EXTENSIONS.find((each) => name.toLowerCase().endsWith(`.${each}`))
  if (!extension) return null
  const type = TYPES[extension]
  const start = extension === 'pdf' ? (await head()).toString('latin1') : ''
  const found = await typeOf(start, find)
  if (!found || !type.found.includes(found)) return null
  // A PDF that is also HTML would run in a viewer that sniffs types.
  if (/<(script|html|svg)[\s>]/i.test(start)) return null
  return type.contentType
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A name safe to show and to save under: no path, control or direction characters, at most 150 code points,
 * its extension kept.
 */
export function safeFileName(raw: string): string {
  const base = raw.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replaceAll(UNSAFE, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const name = clean === '' || RESERVED.test(clean) ? `document${clean === '' ? '' : `-${clean}`}` : clean
  const points = [...name]
  if (points.length <= 150) return name
  const dot = points.lastIndexOf('.')
  const extension = dot > points.length - 6 && dot > 0 ? points.slice(dot) : []
  return [...points.slice(0, 150 - extension.length), ...extension].join('')
}
