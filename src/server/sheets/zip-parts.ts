import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { UnreadableSheet } from './sheet.ts'

/** A part of a ZIP archive, still packed. */
export interface Part {
  method: number
  /** Declared size: more is not unpacked. */
  size: number
  data: Uint8Array
}

const SIGNATURES = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, entry: 0x02014b50 }
const END_BYTES = 22
const LOCATOR_BYTES = 20
/** Sizes and places that stand elsewhere, since they may need more than 32 bits (ZIP64): some programs always write so. */
const ELSEWHERE = 0xffff_ffff
const ZIP64_FIELD = 1
const MOST_COMMENT = 65_535
const MOST_PARTS = 10_000
const NOT_ONE = 'The file is not a workbook'
const TOO_LARGE = 'The workbook is too large'

/** Where the directory of an archive begins, and how many entries it has, by its end. */
function directoryOf(bytes: Buffer, end: number): { at: number; count: number } {
  const locator = end - LOCATOR_BYTES
  if (locator < 0 || bytes.readUInt32LE(locator) !== SIGNATURES.locator64)
    return { at: bytes.readUInt32LE(end + 16), count: bytes.readUInt16LE(end + 10) }
  const end64 = Number(bytes.readBigUInt64LE(locator + 8))
  if (bytes.readUInt32LE(end64) !== SIGNATURES.end64) throw new UnreadableSheet(NOT_ONE)
  return { at: Number(bytes.readBigUInt64LE(end64 + 48)), count: Number(bytes.readBigUInt64LE(end64 + 32)) }
}

/** The sizes of an entry, unpacked and packed, and where its part begins. */
function placeOf(bytes: Buffer, at: number): { size: number; packed: number; local: number } {
  const [size, packed, local] = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
  let field = at + 46 + bytes.readUInt16LE(at + 28)
  const end = field + bytes.readUInt16LE(at + 30)
  while (field + 4 <= end && bytes.readUInt16LE(field) !== ZIP64_FIELD) field += 4 + bytes.readUInt16LE(field + 2)
  let next = field + 4
  const whole = (value: number) => {
    if (value !== ELSEWHERE || next + 8 > end) return value
    next += 8
    return Number(bytes.readBigUInt64LE(next - 8))
  }
  return { size: whole(size), packed: whole(packed), local: whole(local) }
}

/** The parts of an archive by path, from its directory. Nothing is unpacked. Throws UnreadableSheet. */
export function zipParts(data: Uint8Array): ReadonlyMap<string, Part> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  try {
    let end = bytes.length - END_BYTES
    while (bytes.readUInt32LE(end) !== SIGNATURES.end)
      if (--end < bytes.length - END_BYTES - MOST_COMMENT) throw new UnreadableSheet(NOT_ONE)
    const parts = new Map<string, Part>()
    let { at, count } = directoryOf(bytes, end)
    for (let left = Math.min(count, MOST_PARTS); left > 0; left--) {
      if (bytes.readUInt32LE(at) !== SIGNATURES.entry) throw new UnreadableSheet(NOT_ONE)
      const names = bytes.readUInt16LE(at + 28)
      const { size, packed, local } = placeOf(bytes, at)
      const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      parts.set(bytes.toString('utf8', at + 46, at + 46 + names), {
        method: bytes.readUInt16LE(at + 10),
        size,
        data: bytes.subarray(begin, begin + packed),
      })
      at += 46 + names + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    return parts
  } catch (error) {
    // A RangeError means reading past the end.
    throw error instanceof RangeError ? new UnreadableSheet(NOT_ONE) : error
  }
}

const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/

/** A decoder for XML by its first bytes: UTF-16 by its mark or its zero bytes, else as declared. */
function decoderOf(begin: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = begin
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder('utf-16be')
  const declared = DECLARED.exec(Buffer.from(begin.subarray(0, 200)).toString('latin1'))?.[1] ?? 'utf-8'
  // A text with single bytes that says UTF-16 is none.
  return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared)
}

/** The text of a part piece by piece, at most `most` bytes of it. Throws UnreadableSheet. */
export async function* unpacked({ method, size, data }: Part, most: number): AsyncGenerator<string> {
  if (size > most) throw new UnreadableSheet(TOO_LARGE)
  if (method !== 0 && method !== 8) throw new UnreadableSheet(NOT_ONE)
  const packed = Readable.from([data], { objectMode: false })
  const pieces = method === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let total = 0
  try {
    for await (const piece of pieces) {
      total += piece.length
      if (total > size) throw new UnreadableSheet(NOT_ONE)
      decoder ??= decoderOf(piece)
      yield decoder.decode(piece, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet(NOT_ONE)
  }
}
