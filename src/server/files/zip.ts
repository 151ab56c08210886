import { Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A file of an archive. Its name is made by the server, never from what people typed. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>
}

interface Written {
  /** The name, as a copied text: a slice would keep the 8 KB that it was cut from. */
  name: string
  crc: number
  packed: number
  size: number
  at: number
}

/** Bytes of a file that is compressed at once, in a millisecond or two. */
const SMALL = 65_536

/** Flags: sizes and checksum follow the content, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980: the archive does not reveal when its parts were made. */
const DOS_DATE = 0x21
const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff
/** Version of the format for archives of more than 4 GB, or 65,535 files. */
const VERSION = 45

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const after = Buffer.alloc(16)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  after.writeUInt32LE(packed, 8)
  after.writeUInt32LE(size, 12)
  return after
}

function directoryEntry({ name: text, crc, packed, size, at }: Written): Buffer {
  const name = Buffer.from(text)
  const far = at > MOST_32
  const extra = Buffer.alloc(far ? 12 : 0)
  if (far) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(at), 4)
  }
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(far ? VERSION : 20, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATED, 10)
  entry.writeUInt16LE(DOS_DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(Math.min(at, MOST_32), 42)
  return Buffer.concat([entry, name, extra])
}

/** The end of an archive, preceded by the larger form where the numbers do not fit. */
function endOf(count: number, at: number, bytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MOST_16), 8)
  end.writeUInt16LE(Math.min(count, MOST_16), 10)
  end.writeUInt32LE(Math.min(bytes, MOST_32), 12)
  end.writeUInt32LE(Math.min(at, MOST_32), 16)
  if (count < MOST_16 && at < MOST_32 && bytes < MOST_32) return end
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(VERSION, 12)
  large.writeUInt16LE(VERSION, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(bytes), 40)
  large.writeBigUInt64LE(BigInt(at), 48)
  large.writeUInt32LE(0x07064b50, 56)
  large.writeBigUInt64LE(BigInt(at + bytes), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

/**
 * A ZIP archive, piece by piece: only a piece of one file, and the directory's entry of each, is in memory.
 * Any number of files and bytes, at most 4 GB each.
 */
export async function* zipPieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name, crc: 0, packed: 0, size: 0, at }
    const header = localHeader(Buffer.from(name))
    yield header
    for await (const piece of deflated(counted(content, entry))) {
      entry.packed += piece.length
      yield piece
    }
    const after = descriptor(entry)
    yield after
    at += header.length + entry.packed + after.length
    written.push(entry)
  }
  let bytes = 0
  for (const entry of written) {
    const listed = directoryEntry(entry)
    bytes += listed.length
    yield listed
  }
  yield endOf(written.length, at, bytes)
}

/**
 * Compresses the pieces. A stream for each small file would take a quarter of a megabyte, which is given back
 * late.
 */
async function* deflated(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Uint8Array> {
  const first: Buffer[] = []
  let size = 0
  while (size <= SMALL) {
    const next = await pieces.next()
    if (next.done) {
      yield deflateRawSync(Buffer.concat(first))
      return
    }
    first.push(next.value)
    size += next.value.length
  }
  async function* all() {
    yield* first
    yield* pieces
  }
  yield* Readable.from(all(), { objectMode: false }).compose(createDeflateRaw())
}

/** The content; its size and checksum are computed as it passes. */
async function* counted(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}
