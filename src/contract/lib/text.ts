export const CANNOT_BE_STORED = 'This text contains characters that cannot be stored'

/** The clean form of a text, or why it is refused. */
export type CleanText = { ok: true; text: string } | { ok: false; message: string }

/**
 * A character that shows. These do not: spaces, whatever displays as nothing (zero-width, tag and format
 * characters, variation selectors, Hangul fillers, soft hyphens), marks without a letter, and blank signs.
 */
const SHOWS = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/** True for a text that shows something: the one rule for what counts as empty. Linear time. */
export const isVisible = (text: string): boolean => SHOWS.test(text)

const EDGE = /\s|\u200b|\u200c|\u200d|\u2060|\ufeff/

/** Trims one character at a time: a pattern would try each space of a long run, and all after it. */
function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && EDGE.test(text.charAt(start))) start++
  while (start < end && EDGE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * The rule for every incoming text: no NUL, no lone surrogate; normalised to NFC; trimmed of spaces and
 * zero-width characters; empty if nothing of it shows.
 */
export function cleanText(value: string): CleanText {
  if (value.includes('\0') || !value.isWellFormed()) return { ok: false, message: CANNOT_BE_STORED }
  const text = trim(value.normalize('NFC'))
  return { ok: true, text: isVisible(text) ? text : '' }
}

/** The ends of the lines of a text: every character that some program treats as one, and the pair of Windows. */
export const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Characters that nobody sees, and control characters except white space, which has a rule of its own. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]|[^\P{Cc}\s\u0085]/gu

/**
 * The plain form of a code, key, number or mail address: characters that nobody sees are removed, full-width
 * and other forms of a sign become that sign (NFKC), and every space is an ordinary one; line breaks stay.
 * Idempotent. Not for free text, whose characters stay.
 */
export const plainForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .normalize('NFKC')
    .replaceAll(/[^\S\n\r\v\f\u0085\u2028\u2029]/g, ' ')
    .trim()

/** Figures without the decimals that a column of numbers gives a code: '123456789.0' is 123456789. */
export const wholeFigures = (text: string): string => text.replace(/^(\+?\d+)[.,]0+$/, '$1')

/** Hyphens and dashes that people's programs write in place of '-': U+2010 to U+2015, and the minus sign. */
const DASHES = /[\u2010-\u2015\u2212]/g

/** The plain form of a code, a reference or a key, with one kind of dash. Idempotent. */
export const codeForm = (text: string): string => plainForm(text).replaceAll(DASHES, '-')

/** A code of letters and digits by definition, without any other sign: '(CSQU) 305438/3' is CSQU3054383. Idempotent. */
export const lettersAndDigits = (text: string) => codeForm(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** The signs of ASCII and dashes that people write between the parts of a code. */
const BETWEEN_PARTS = /[\t-\r -/:-@[-`{-~\u2010-\u2015\u2212]/g

/** A code without the signs between its parts, its letters of ASCII in upper case: 'US_WC-lax' as USWCLAX. */
export const joinedCode = (code: string) =>
  code.replace(BETWEEN_PARTS, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** The key by which codes are compared: the joined code; one of signs only, itself. `code_key` of the database. */
export const codeKey = (code: string) => joinedCode(code) || code

/**
 * The form in which a name, a heading or a label of a file is compared with those that are known: the plain form
 * with one kind of dash, without case, each run of white space one space. Accents count.
 */
export const comparedForm = (text: string): string =>
  codeForm(text)
    .toLowerCase()
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()

/** The form in which mail addresses are compared: ASCII letters in lower case, all others as they are. */
export const normalEmail = (email: string) =>
  email.normalize('NFC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Length in code points, as PostgreSQL counts. */
export function codePoints(value: string): number {
  let length = 0
  for (const _ of value) length++
  return length
}
