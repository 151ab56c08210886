import { isError } from './unreadable.ts'

/**
 * Places at which a program may begin a cell: the start of a text, of a line in it, and of a part after a
 * semicolon. A program that separates cells by semicolons does not see the quotes of a file with commas, and takes
 * a line within a cell for a row.
 */
const BEGIN = String.raw`(?<=^|[\r\n\v\f\u0085\u2028\u2029;])`
/** Signs of a formula, full-width ones included; spaces, quotes and apostrophes may stand before them. */
const SIGNED = String.raw`(?=(?:[^\S\r\n]|["'])*[=+\-@\uff1d\uff0b\uff0d\uff20])`
/** The start of a text that begins with a tab or a line break, which a program may leave out. */
const BLANK = String.raw`(?=["'\s]*[\t\r\n])`

const NEUTRALISED = new RegExp(`${BEGIN}${SIGNED}|^${BLANK}`, 'g')
const ORIGINAL = new RegExp(`${BEGIN}'${SIGNED}|^'${BLANK}`, 'g')

/** A text that somebody typed and that a reader would take for an error of a formula, '#N/A'. */
const isLikeError = (text: string) => isError(text.replace(/^'+/, ''))

/** A text no spreadsheet runs: an apostrophe goes before anything that looks like a formula, or like its error. */
export const neutralText = (text: string) => (isLikeError(text) ? `'${text}` : text.replace(NEUTRALISED, "'"))

/** Undoes `neutralText`, so that an exported file can be imported again. */
export const originalText = (text: string) =>
  text.startsWith("'") && isLikeError(text) ? text.slice(1) : text.replace(ORIGINAL, '')
