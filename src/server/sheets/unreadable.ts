/** The sign before the text of a cell that cannot be read; it also stands for a lost character. */
export const UNREADABLE = '\ufffd'
/** The signs before what a workbook has in a cell of another kind: text as a number, a date that is none. */
export const WRONG_KIND = `${UNREADABLE}!`

/**
 * Errors of formulas as a spreadsheet shows them, in the letters of its language (#N/A, #REF!, #NV, #¡VALOR!), and
 * what it shows where a column is too narrow.
 */
const ERROR = /^#(?:N\/[AD]|NV|[¡¿]?[\p{Lu}\d/_]+[!?]|#{2,})$/u

/** Whether a text is what a spreadsheet shows for an error. */
export const isError = (text: string) => ERROR.test(text)

/** A text of a CSV file, which does not say what its cells are: an error of a formula cannot be read. */
export const asRead = (text: string) => (isError(text) ? UNREADABLE + text : text)

/** What a file shows in a cell, without the signs of those that cannot be read; a lost character keeps its own. */
export function shownText(cell: string): string {
  if (cell.startsWith(WRONG_KIND)) return cell.slice(WRONG_KIND.length)
  return /^\ufffd(?:[#=]|$)/.test(cell) ? cell.slice(UNREADABLE.length) : cell
}

/** Digits of the longest whole number that a workbook keeps. */
const KEPT_DIGITS = 15
/** A number as a spreadsheet writes it into a CSV file where its column is too narrow: '1.23457E+15'. */
const SHORTENED = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i
const AS_TEXT = 'format the column as text and write it again'

/**
 * Why a cell is no text of its digits: a workbook has it as a number that is too long (`figures`), or a spreadsheet
 * wrote it into a CSV file without all of them. Null if it can be one.
 */
export function lostDigits(cell: string, figures: string | null): string | null {
  const whole = figures?.replace(/^-|\..*$/g, '') ?? ''
  if (whole.length > KEPT_DIGITS)
    return `${shownText(cell).slice(0, 40)} has more digits than a workbook keeps; ${AS_TEXT}`
  return SHORTENED.test(cell) ? `A spreadsheet left out digits of this number, ${cell.slice(0, 40)}; ${AS_TEXT}` : null
}

/** Why a cell of a file cannot be read; null if it can. */
export function unreadableReason(cell: string): string | null {
  if (!cell.includes(UNREADABLE)) return null
  if (cell.startsWith(WRONG_KIND))
    return `The workbook has ${shownText(cell).slice(0, 20)} here, which its cell cannot show: write it again`
  const shown = cell.startsWith(UNREADABLE) ? cell.slice(UNREADABLE.length) : ''
  if (shown.startsWith('#')) return `The sheet shows ${shown.slice(0, 20)} here: mend the formula`
  if (shown.startsWith('='))
    return 'The workbook has no result of this formula: open it in a spreadsheet and save it again'
  if (cell === UNREADABLE) return 'The file has lost the text of this cell: open it in a spreadsheet and write it again'
  return 'This text contains characters that were lost. Save the file as CSV UTF-8 or as a workbook'
}
