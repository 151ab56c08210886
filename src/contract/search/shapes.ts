import { MAX_INT } from '#contract/lib/fields.ts'
import { digitsOf, phonesIn } from '#contract/lib/phones.ts'
import { plainForm } from '#contract/lib/text.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { isImoNumber } from '#contract/reference/vessels.ts'
import {
  bareNumber,
  labelledId,
  offerIn,
  phrasesIn,
  type Shape,
  sailingIn,
  shapesIn,
  wordsIn,
} from './numbers-in-text.ts'
import { isPartOfName, SEARCH_GROUPS, type SearchGroup } from './search.ts'

/** The things to look up for a text. One that fits several shapes is searched as each of them. */
export interface Wanted {
  /** Whole numbers, the likeliest first: a record with one of them is an exact hit. */
  numbers: string[]
  /** Words of a longer text that may be numbers of an order. */
  words: string[]
  /** Beginnings of numbers. */
  starts: string[]
  /** The id of an order; null unless the text is a plain number. */
  id: number | null
  /** The last four digits of a tracking code, or of the reference of a sailing or an offer; '' for none. */
  lastFour: string
  /** The IMO number of a vessel; '' for none. */
  imo: string
  /** Part of a name; '' for none. */
  name: string
  /** Groups in which the record can be. */
  groups: readonly SearchGroup[]
  /** True if the text holds a whole number of a known shape, which is worth asking for at once. */
  whole: boolean
}

const IMO = /(?<![A-Z0-9])(?:IMO[^A-Z0-9]{0,3})?(\d{7})(?!\d)/
const IMO_DIGITS = 7
/** The most numbers of each shape. */
const MOST_OF_A_SHAPE = 5

/** Groups for each shape of a whole number. */
const GROUPS = {
  code: ['orders'],
  fba: ['orders'],
  container: ['orders', 'sailings'],
  mail: ['orders', 'clients', 'offers'],
} as const satisfies Record<Shape, readonly SearchGroup[]>

function shapesOf(plain: string) {
  const fits = shapesIn(plain)
  // Object.keys() forgets that the keys of GROUPS are shapes.
  const known = (Object.keys(GROUPS) as Shape[]).filter((shape) => fits[shape].length > 0)
  return { known, numbers: known.flatMap((shape) => fits[shape].slice(0, MOST_OF_A_SHAPE)) }
}

const isOrderId = (digits: string) => digits !== '' && !digits.startsWith('0') && Number(digits) <= MAX_INT

/** Meanings of a text besides whole numbers of a known shape: an id, a phone number, a sailing, an offer, a vessel. */
function meaningsOf(plain: string) {
  const digits = digitsOf(plain) || labelledId(plain)
  const imo = IMO.exec(plain.toUpperCase())?.[1] ?? ''
  return {
    digits,
    id: isOrderId(digits) && !plain.startsWith('+') ? Number(digits) : null,
    imo: isImoNumber(imo) ? imo : '',
    sailing: sailingIn(plain),
    offer: offerIn(plain),
    phones: phonesIn(plain),
  }
}

/** The beginning of a tracking code with some of its digits; '' for none. */
function beginningIn(plain: string): string {
  const code = parseTrackingCode(plain)
  return code.length < CODE_LENGTH && /\d/.test(code) ? code : ''
}

const someOf = (...texts: string[]) => texts.filter(Boolean)

/** Reads a typed or pasted text in whatever form: 'Re: abcd-1234-5678', full width, lower case. */
export function readQuery(text: string): Wanted {
  const plain = plainForm(text)
  const { digits, id, imo, sailing, offer, phones } = meaningsOf(plain)
  // The label and digits of a phone number may look like a tracking code: 'Cell 4940 1234 567'.
  const { known, numbers } = phones.labelled ? { known: [], numbers: [] } : shapesOf(plain)
  const whole = known.length > 0
  const isNumber = phones.labelled || digitsOf(plain) !== ''
  return {
    numbers: [...new Set([...numbers, plain, ...someOf(sailing, offer, ...phones.forms)])],
    words: whole ? [] : wordsIn(plain),
    starts:
      whole && numbers.every((number) => number !== plain) ? [] : [...new Set([plain, ...someOf(beginningIn(plain))])],
    id,
    lastFour: digits.length === 4 ? digits : '',
    imo,
    name: whole || isNumber || !isPartOfName(plain) ? '' : plain,
    groups: whole
      ? SEARCH_GROUPS.filter((group) => known.some((shape) => GROUPS[shape].some((each) => each === group)))
      : SEARCH_GROUPS,
    whole: whole || (imo !== '' && digits.length >= IMO_DIGITS),
  }
}

/** A code of a list: the numbers to look up for it, and the key that it shares with its other spellings. */
export function readCode(code: string): { numbers: string[]; key: string } {
  const { numbers, whole } = readQuery(code)
  return {
    // The code is one number: a single word of it would be another.
    numbers: whole ? numbers : [...numbers, ...phrasesIn(plainForm(code))],
    // A code without letters or digits is its own key.
    key: bareNumber(numbers[0] ?? '') || code,
  }
}
