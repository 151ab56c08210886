import { plainForm } from '#contract/lib/text.ts'

/** Characters of a tracking code: 4 letters and 8 digits. */
export const CODE_LENGTH = 12

/** Formats a tracking code, or the start of one, as 'ABCD - 1234 - 5678'. */
export function formatTrackingCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].filter(Boolean).join(' - ')
}

/**
 * A whole tracking code anywhere in a text, in three groups. Gaps are limited in length so that no text makes
 * the search slow.
 */
export const TRACKING_CODE = /(?<![a-z0-9])([a-z]{4})[^a-z0-9]{0,4}(\d{4})[^a-z0-9]{0,4}(\d{4})(?!\d)/i
const BEGINNING = /(?<![a-z0-9])([a-z]{4})[^a-z0-9]{0,4}(\d{1,4})[^a-z0-9]{0,4}(\d{0,4})(?!\d)/i
const LETTERS = /^[^a-z0-9]{0,4}([a-z]{1,4})[^a-z0-9]{0,4}$/i

const RUN = /(?<![a-z0-9])(?:[a-z]{4}[^a-z0-9]{0,4}\d{4}[^a-z0-9]{0,4}\d{4}){2,}(?!\d)/gi
const OF_RUN = /[a-z]{4}[^a-z0-9]{0,4}\d{4}[^a-z0-9]{0,4}\d{4}/gi
/**
 * A text in which codes that were pasted with nothing between them stand apart. Their form leaves no doubt:
 * four letters begin the next one.
 */
export const setCodesApart = (text: string): string =>
  text.replaceAll(RUN, (run) => run.match(OF_RUN)?.join(', ') ?? run)

/**
 * Finds the tracking code in pasted text ('Re: abcd-1234-5678' gives 'ABCD12345678'), or the start of one
 * ('ABCD12'). Returns '' if there is neither.
 */
export function parseTrackingCode(text: string): string {
  const plain = plainForm(text)
  const found = TRACKING_CODE.exec(plain) ?? BEGINNING.exec(plain) ?? LETTERS.exec(plain)
  return found ? found.slice(1).join('').toUpperCase() : ''
}

const EVERY_CODE = new RegExp(TRACKING_CODE, 'gi')
const HAS_DIGIT = /\d/
/** The number of a line: '1.' or '2)'. */
const PLACE = /^\d{1,3}[.)]$/

/** Whole tracking codes of a text, and what else in it has digits. */
interface TrackingCodes {
  /** Each once, in their order, as they are stored. */
  codes: string[]
  /** Texts between the codes that are no code: 'XYZ-1'. */
  others: string[]
}

/**
 * The tracking codes of a typed or pasted text that has several, in whatever form and with line breaks,
 * commas, semicolons, tabs, spaces or nothing between them; null for a text with fewer than two.
 */
export function parseTrackingCodes(text: string): TrackingCodes | null {
  const plain = setCodesApart(plainForm(text))
  const codes = new Set([...plain.matchAll(EVERY_CODE)].map((match) => match.slice(1).join('').toUpperCase()))
  if (codes.size < 2) return null
  const rest = plain.replaceAll(EVERY_CODE, '\n').split(/[\s,;|、]+/)
  const others = new Set(rest.filter((word) => HAS_DIGIT.test(word) && !PLACE.test(word)))
  return { codes: [...codes], others: [...others] }
}

/** The tracking code as it is stored and searched. */
export const trackingCodeOf = (order: { hashSum: string; customCode: string }): string =>
  `${order.hashSum}${order.customCode}`

const NUMBER = /^[^a-z0-9]*(\d{1,10})[^a-z0-9]*$/i

/** The digits of a text that is a plain number ('1234', '#87'); '' for any other. */
export const parseOrderNumber = (text: string): string => NUMBER.exec(plainForm(text))?.[1] ?? ''

/** The search of orders for a typed or pasted text: an id or last four digits, a code or its start, or ''. */
export const parseOrderSearch = (text: string): string => parseOrderNumber(text) || parseTrackingCode(text)
