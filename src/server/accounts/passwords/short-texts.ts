import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Printable ASCII. */
const SIGNS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at))
const UP_TO_ONE = ['', ...SIGNS]
/** Number of texts of up to three signs, with the empty one. */
const TEXTS = 1 + 95 + 95 ** 2 + 95 ** 3
/** Beginnings that are hashed before other work gets its turn: two milliseconds. */
const AT_ONCE = 20

/** The first 48 bits of an MD5 (32 hex digits), which a number holds exactly. */
const beginningOf = (md5: string) => Number.parseInt(md5.slice(0, 12), 16)

/** First 48 bits of the MD5s of all short texts (7 MB), computed with other work in between. */
async function hashShortTexts(): Promise<Float64Array> {
  const found = new Float64Array(TEXTS)
  let [at, beginnings] = [0, 0]
  for (const one of UP_TO_ONE)
    for (const two of one === '' ? [''] : UP_TO_ONE) {
      for (const three of two === '' ? [''] : UP_TO_ONE) found[at++] = beginningOf(hash('md5', one + two + three))
      if (++beginnings % AT_ONCE === 0) await nextTurn()
    }
  return found
}

let shortTexts: Promise<Float64Array> | undefined

/**
 * Whether this is the MD5 (32 hex digits) of a text of up to three signs of printable ASCII. The first call
 * takes a second of work. One good password in 300 million is mistaken for a short one.
 */
export async function isShort(secret: string): Promise<boolean> {
  shortTexts ??= hashShortTexts()
  return (await shortTexts).includes(beginningOf(secret))
}
