import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Printable ASCII. */
const SIGNS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at))
const UP_TO_ONE = ['', ...SIGNS]
/** Texts of these many beginnings are hashed before other work gets its turn: a few milliseconds. */
const AT_ONCE = 20

/** Hashes all texts of up to three signs: 866,496, with other work in between. */
async function eachHash(visit: (md5: Buffer) => void): Promise<void> {
  let beginnings = 0
  for (const one of UP_TO_ONE)
    for (const two of one === '' ? [''] : UP_TO_ONE) {
      for (const three of two === '' ? [''] : UP_TO_ONE) visit(hash('md5', one + two + three, 'buffer'))
      if (++beginnings % AT_ONCE === 0) await nextTurn()
    }
}

/** Bits of the filter: 4 MB. */
const FILTER_BITS = 25
/** Five places of a hash in the filter, by bits of its own: 125 of 128. */
function placesOf(md5: Buffer): number[] {
  const words = [0, 4, 8, 12].map((at) => md5.readUInt32LE(at))
  const rest = words.reduce((bits, word) => ((bits << 7) | (word & 0x7f)) >>> 0, 0)
  return [...words.map((word) => word >>> (32 - FILTER_BITS)), rest & (2 ** FILTER_BITS - 1)]
}

/** A Bloom filter: it knows all of the hashes, and takes one in 30,000 others for one of them. */
async function buildFilter(): Promise<Uint8Array> {
  const filter = new Uint8Array(2 ** FILTER_BITS / 8)
  await eachHash((md5) => {
    for (const place of placesOf(md5)) filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
  })
  return filter
}

let filter: Promise<Uint8Array> | undefined

/**
 * Whether this is the MD5 (32 hex digits) of a text of up to three signs of printable ASCII. The first time takes a second; a good password
 * is mistaken for one once in 30,000.
 */
export async function isShort(secret: string): Promise<boolean> {
  filter ??= buildFilter()
  const known = await filter
  return placesOf(Buffer.from(secret, 'hex')).every((place) => (known[place >> 3] ?? 0) & (1 << (place & 7)))
}
