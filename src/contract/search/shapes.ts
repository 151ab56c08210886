import { MAX_INT } from '#contract/lib/fields.ts'
import { CODE_LENGTH, parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { isImoNumber } from '#contract/reference/vessels.ts'
import { NAME_FROM, SEARCH_GROUPS, type SearchGroup } from './search.ts'

/** What to look for in a typed or pasted text. A text that fits several shapes is searched as each of them. */
export interface Wanted {
  /** Whole numbers, the likeliest first: what is one of them is an exact hit. */
  numbers: string[]
  /** Words of a longer text that may be numbers of an order. */
  words: string[]
  /** Beginnings of numbers. */
  starts: string[]
  /** The id of an order; null unless the text is a plain number. */
  id: number | null
  /** The last four digits of a tracking code; '' for none. */
  lastFour: string
  /** A vessel's number; '' for none. */
  imo: string
  /** Part of a name; '' for none. */
  name: string
  /** Where it can be. */
  groups: readonly SearchGroup[]
  /** The text holds a whole number of a known shape, which is worth asking for at once. */
  whole: boolean
}

// Gaps are limited in length so that no text makes the search slow.
const CONTAINER = /(?<![A-Z0-9])([A-Z]{3}[UJZ])[^A-Z0-9]{0,3}(\d{3})[^A-Z0-9]{0,3}(\d{3})[^A-Z0-9]{0,3}(\d)(?!\d)/
const FBA = /(?<![A-Z0-9])FBA[A-Z0-9]{6,20}(?![A-Z0-9])/
const MAIL = /[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,100}/
const IMO = /(?<![A-Z0-9])(?:IMO[^A-Z0-9]{0,3})?(\d{7})(?!\d)/
const ONLY_DIGITS = /^[\s#+()./-]*\d[\d\s+()./-]*$/
const WORD = /[^\s,;:()<>[\]"]+/g

const PHONE_FROM = 7
const NORTH_AMERICAN = 10
const MOST_WORDS = 5
const SHORTEST_WORD = 4

/** The digits of a text that is a number, an id or a phone number; '' for any other. */
const digitsOf = (text: string) => (ONLY_DIGITS.test(text) ? text.replaceAll(/\D/g, '') : '')

/** Words of a longer text that may be numbers: 'PO' and '4711-A' in 'Your PO 4711-A'. */
const numbersIn = (text: string) =>
  (text.match(WORD) ?? [])
    .filter((word) => word.length >= SHORTEST_WORD && /\d/.test(word) && word !== text)
    .slice(0, MOST_WORDS)

/** Groups for each shape of a whole number. */
const GROUPS = {
  code: ['orders'],
  fba: ['orders'],
  container: ['orders', 'sailings'],
  mail: ['orders', 'clients'],
} as const satisfies Record<string, readonly SearchGroup[]>

function shapesOf(upper: string, plain: string) {
  const code = parseTrackingCode(plain)
  const fits = {
    code: code.length === CODE_LENGTH ? code : '',
    container: CONTAINER.exec(upper)?.slice(1).join('') ?? '',
    fba: FBA.exec(upper)?.[0] ?? '',
    mail: MAIL.exec(plain)?.[0] ?? '',
  }
  const known = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).filter((shape) => fits[shape] !== '') // its own keys
  return { code, known, numbers: known.map((shape) => fits[shape]) }
}

/** Reads what was typed or pasted, in whatever form: 'Re: abcd-1234-5678', full width, lower case. */
export function readQuery(text: string): Wanted {
  const plain = text.normalize('NFKC').trim()
  const upper = plain.toUpperCase()
  const { code, known, numbers } = shapesOf(upper, plain)
  const digits = digitsOf(plain)
  const imo = IMO.exec(upper)?.[1] ?? ''
  const isId = digits !== '' && !digits.startsWith('0') && !plain.startsWith('+') && Number(digits) <= MAX_INT
  const phone = digits.length === NORTH_AMERICAN ? [`1${digits}`] : []
  const whole = known.length > 0
  const beginning = code !== '' && code.length < CODE_LENGTH && /\d/.test(code) ? [code] : []
  return {
    numbers: [...new Set([...numbers, plain, ...phone])],
    words: whole ? [] : numbersIn(plain),
    starts: whole && numbers.every((number) => number !== plain) ? [] : [...new Set([plain, ...beginning])],
    id: isId ? Number(digits) : null,
    lastFour: digits.length === 4 ? digits : '',
    imo: isImoNumber(imo) ? imo : '',
    name: whole || digits !== '' || [...plain].length < NAME_FROM ? '' : plain,
    groups: whole
      ? SEARCH_GROUPS.filter((group) => known.some((shape) => GROUPS[shape].some((each) => each === group)))
      : SEARCH_GROUPS,
    whole: whole || (isImoNumber(imo) && digits.length >= PHONE_FROM),
  }
}
