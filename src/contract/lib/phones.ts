import { plainForm } from './text.ts'

/**
 * '+44 (0)20 7946 0018' and '0044 20 …' are dialled as 44 20…: what is dialled instead of the country, or for
 * it, is left out.
 */
export const barePhone = (value: string) =>
  plainForm(value)
    .replace(/^tel:\s*/i, '')
    .replace(/^(\+|00)(\s*\d{1,3}\s*)\(\s*0\s*\)/, '$1$2')
    .replace(/[\s+().\p{Pd}\u2212]/gu, '')
    .replace(/^(?:00)+/, '')

const ONLY_DIGITS = /^[\s#+()./-]*\d[\d\s+()./-]*$/
/** The digits of a text that is a number, an id or a phone number; '' for any other. */
export const digitsOf = (text: string) => (ONLY_DIGITS.test(text) ? text.replaceAll(/\D/g, '') : '')

const PHONE_LABEL = /^(?:phone|telephone|tel|ph|mobile|mob|cell|call|fax|whatsapp)(?: (?:no|number))?\b[\s.:]*/i
const EXTENSION = /[\s,;]{0,3}(?:extension|ext|x)[\s.:]{0,3}\d{1,6}$/i
const PLUS = /\+\d(?:[\s()./-]{0,2}\d){6,14}/
/** The trunk zero, which is not dialled from abroad: '+49 (0) 30'. */
const TRUNK = /^(\s*(?:\+|00)\s*\d{1,3}\s*)\(\s*0\s*\)/
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
  const digits = digitsOf(number.replace(TRUNK, '$1')).replace(INTERNATIONAL, '')
  if (digits.length < PHONE_FROM) return { forms: [], labelled: false }
  const forms = NORTH_AMERICAN.test(digits) ? [digits, `1${digits}`] : [digits]
  return { forms, labelled: PHONE_LABEL.test(text) && number === bare }
}
