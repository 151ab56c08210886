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
/** Places of a hash in the filter. */
const PLACES = 5
/** One of the five places of a hash, by bits of its own: 125 of 128 in all. Makes no list, since it is asked for millions of times. */
function placeOf(md5: Buffer, at: number): number {
  if (at < PLACES - 1) return md5.readUInt32LE(at * 4) >>> (32 - FILTER_BITS)
  let rest = 0
  for (let word = 0; word < 16; word += 4) rest = (rest << 7) | ((md5[word] ?? 0) & 0x7f)
  return (rest >>> 0) & (2 ** FILTER_BITS - 1)
}

/** A Bloom filter: it knows all of the hashes, and takes one in 30,000 others for one of them. */
async function buildFilter(): Promise<Uint8Array> {
  const filter = new Uint8Array(2 ** FILTER_BITS / 8)
  await eachHash((md5) => {
    for (let at = 0; at < PLACES; at++) {
      const place = placeOf(md5, at)
      filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
    }
  })
  return filter
}

let filter: Promise<Uint8Array> | undefined

/**
 * Whether this is the MD5 (32 hex digits) of a text of up to three signs of printable ASCII. The first time takes two seconds; a good password
 * is mistaken for one once in 30,000.
 */
export async function isShort(secret: string): Promise<boolean> {
  filter ??= buildFilter()
  const known = await filter
  const md5 = Buffer.from(secret, 'hex')
  for (let at = 0; at < PLACES; at++) {
    const place = placeOf(md5, at)
    if (((known[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return false
  }
  return true
}
