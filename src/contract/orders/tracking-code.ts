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

/**
 * Finds the tracking code in pasted text ('Re: abcd-1234-5678' gives 'ABCD12345678'), or the start of one
 * ('ABCD12'). Returns '' if there is neither.
 */
export function parseTrackingCode(text: string): string {
  const plain = text.normalize('NFKC')
  const found = TRACKING_CODE.exec(plain) ?? BEGINNING.exec(plain) ?? LETTERS.exec(plain)
  return found ? found.slice(1).join('').toUpperCase() : ''
}

/** The tracking code as it is stored and searched. */
export const trackingCodeOf = (order: { hashSum: string; customCode: string }): string =>
  `${order.hashSum}${order.customCode}`

const NUMBER = /^[^a-z0-9]*(\d{1,10})[^a-z0-9]*$/i

/** The digits of a text that is a plain number ('1234', '#87'); '' for any other. */
export const parseOrderNumber = (text: string): string => NUMBER.exec(text.normalize('NFKC').trim())?.[1] ?? ''

/** The search of orders for a typed or pasted text: an id or last four digits, a code or its start, or ''. */
export const parseOrderSearch = (text: string): string => parseOrderNumber(text) || parseTrackingCode(text)
