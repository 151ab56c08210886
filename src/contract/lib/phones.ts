import { plainForm, wholeFigures } from './text.ts'

/** Countries whose numbers keep their zero after the country: Italy and its neighbours, and four of West Africa. */
const ZERO_STAYS = /^(?:39|378|379|225|229|241|242)$/
/** A zero that is not dialled from abroad: '+49 (0) 30', '(+44) (0)20', '+44 (020) 7946', '44 (0)20'. */
const TRUNK =
  /^([\s(]*(?:\+|00)[\s.()\p{Pd}\u2212]{0,3}|[\s(]*(?=[1-9]\d{0,2}[\s.)\p{Pd}\u2212]{0,3}\(\s*0\s*\)))(\d{1,3})([\s.()\p{Pd}\u2212]{0,3}\(\s*)0(\s*(?:\)|\d))/u
const withoutTrunk = (text: string) =>
  text.replace(TRUNK, (whole, plus: string, country: string, opening: string, next: string) =>
    next.endsWith(')') || !ZERO_STAYS.test(country) ? `${plus}${country}${opening}${next}` : whole,
  )

/**
 * Countries by the digits of their short numbers. With these countries, and with eleven digits or more, nothing else
 * begins with 011: numbers after an area of this code (Delhi, Turin, Johannesburg, Leeds) have nine digits at most.
 */
const SHORT_NUMBERS = {
  6: '298 299 376 508 597 672 681 687 689',
  7: `220 230 238 239 241 245 248 252 267 269 291 297 352 353 354 358 372 378 423 501 507 592 597 599 670 673 674 675
    676 677 678 679 680 685 691 692 960 961 967 975`,
  8: '20 32 36 39 43 45 46 47 49 51 53 57 60 62 63 64 65 66 82 95',
}
const isShortNumber = (digits: string) =>
  Object.entries(SHORT_NUMBERS).some(([length, countries]) =>
    countries
      .split(/\s+/)
      .some((country) => digits.startsWith(country) && digits.length === country.length + Number(length)),
  )
const isForeign = (digits: string) => /^[1-9]\d{10,}$/.test(digits) || isShortNumber(digits)

/** The prefix for calls abroad in North America ('011') and in Australia ('0011'; no country code begins with 11). */
const DIALLED = /^[\s+(]*(0?011)[\s)]*/

/** The number with a plus in place of the prefix for calls abroad that other parts of the world dial. */
function withPlus(text: string): string {
  const [dialled = '', prefix] = DIALLED.exec(text) ?? []
  if (prefix === undefined) return text
  const number = `+${text.slice(dialled.length)}`
  const digits = withoutTrunk(number).replaceAll(/\D/g, '')
  const isDialled = prefix === '011' ? isForeign(digits) : /^[1-9]\d{6,}$/.test(digits)
  return isDialled ? number : text
}

/** The decimal of a figure behind a number in parts, '604-555-0111.0': no part of a phone number is a single zero. */
const LONE_DECIMAL = /(?<=(?:\d\D*){7})[.,]\s?0$/

/** A number with decimals is no phone number, though dots may stand between its parts. */
const WITH_DECIMALS = /^\+?\d{7,}\.\d+$/

/** What stands before a number on a page, or in the address of a link: 'Tel.: +49 …', a picture of a telephone, 'callto:'. */
const BEFORE_NUMBER =
  /^[\p{So} ]{0,5}(?:(?:tel|callto|sms|whatsapp):\/{0,2}|(?:telephone|telefon|téléphone|tel|tél|phone|mobile|mobil|handy|whatsapp|电话|電話)(?!\p{L})[ .:]{0,5})?[\p{So} ]{0,5}(?=[\d+(])/iu
/** Dots in the middle of the line between parts, and the slash behind an area code: '+49 30/123456'. */
const MIDDLE_DOTS = /[\u00b7\u2022\u2219\u22c5\u30fb]/g
const AREA_SLASH = /^([^\d/]*(?:\d[^\d/]*){2,6})\/(?=[^\d/]*(?:\d[^\d/]*){5,}$)/

/**
 * '+44 (0)20 7946 0018' and '0044 20 …' are dialled as 44 20…: what is dialled instead of the country, or for
 * it, is left out. '16045550100.0' of a column of decimals is 16045550100; other decimals stay.
 */
export function barePhone(value: string): string {
  const plain = wholeFigures(
    plainForm(value)
      .replace(BEFORE_NUMBER, '')
      .replaceAll(MIDDLE_DOTS, ' ')
      .replace(AREA_SLASH, '$1 ')
      .replace(LONE_DECIMAL, ''),
  )
  if (WITH_DECIMALS.test(plain)) return plain
  return withoutTrunk(withPlus(plain))
    .replace(/[\s+().\p{Pd}\u2212]/gu, '')
    .replace(/^(?:00)+/, '')
}

/** Digits of the shortest number that is not a part of another, and of the longest one in the world (E.164). */
const SHORTEST = 7
const LONGEST = 15
const BETWEEN_NUMBERS = /\s*(?:[\n\r\v\f\u0085\u2028\u2029;/|&,]|\bor\b|(?<=\d\s*)\(?\+)\s*/giu
const digitCount = (text: string) => text.replaceAll(/\D/g, '').length

/** True for a text that is evidently two phone numbers, each long enough to be one: it must not become one number. */
export function isTwoPhones(value: string): boolean {
  const text = plainForm(value)
  const isSplit = (at: number) => digitCount(text.slice(0, at)) >= SHORTEST && digitCount(text.slice(at)) >= SHORTEST
  if ([...text.matchAll(BETWEEN_NUMBERS)].some(({ index }) => isSplit(index))) return true
  return (
    digitCount(barePhone(text)) > LONGEST && [...text.matchAll(/[ .()\p{Pd}]+/gu)].some(({ index }) => isSplit(index))
  )
}

const ONLY_DIGITS = /^[\s#+()./-]*\d[\d\s+()./-]*$/
/** The digits of a text that is a number, an id or a phone number; '' for any other. */
export const digitsOf = (text: string) => (ONLY_DIGITS.test(text) ? text.replaceAll(/\D/g, '') : '')

const PHONE_LABEL = /^(?:phone|telephone|tel|ph|mobile|mob|cell|call|fax|whatsapp)(?: (?:no|number))?\b[\s.:]*/i
const EXTENSION = /[\s,;]{0,3}(?:extension|ext|x)[\s.:]{0,3}\d{1,6}$/i
const PLUS = /\+\d(?:[\s()./-]{0,2}\d){6,14}/
const PHONE_FROM = 7
const INTERNATIONAL = /^00(?=\d{9})/
const NORTH_AMERICAN = /^[2-9]\d{9}$/

/**
 * Digits of a phone number as they are stored, likelier forms first: without label, extension, the 00 that
 * stands for a plus and the zero in brackets. A number of 10 digits has its 1 too.
 */
export function phonesIn(text: string): { forms: string[]; labelled: boolean } {
  const bare = text.replace(PHONE_LABEL, '').replace(EXTENSION, '')
  const number = digitsOf(bare) ? bare : (PLUS.exec(text)?.[0] ?? '')
  const digits = digitsOf(withoutTrunk(withPlus(wholeFigures(number)))).replace(INTERNATIONAL, '')
  if (digits.length < PHONE_FROM) return { forms: [], labelled: false }
  const forms = NORTH_AMERICAN.test(digits) ? [digits, `1${digits}`] : [digits]
  return { forms, labelled: PHONE_LABEL.test(text) && number === bare }
}
