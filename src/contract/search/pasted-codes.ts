import { plainForm } from '#contract/lib/text.ts'
import { bareNumber, codesIn, offerIn, sailingIn, shapesIn } from './numbers-in-text.ts'
import { MAX_QUERY } from './search.ts'

/** Characters from which on a text may be a list of codes. */
const LEAST_LENGTH = 20
const ROWS = /[\r\n;]+/
const CELLS = /[,|、]+/
/** A number in front of a line of a list: '1.' or '2)'. */
const PLACE = /^\d{1,3}[.)]\s+/
const MOST_LABELS = 3
const SHORTEST = 4
const SHORTEST_LABELLED = 3

/** True for a cell like 'PO 4711 0815': words with digits, after a word or two that say what it is. */
function isNumber(cell: string): boolean {
  const words = cell.split(/\s+/)
  const labels = words.findIndex((word) => /\d/.test(word))
  if (labels < 0 || labels > MOST_LABELS || cell.length > MAX_QUERY) return false
  const number = words.slice(labels)
  const length = bareNumber(number.join('')).length
  return (
    number.every((word) => /\d/.test(word) || word.length === 1) && length >= (labels ? SHORTEST_LABELLED : SHORTEST)
  )
}

/** Codes of a cell: each one that its shape gives away; otherwise the cell is one number, or none. */
function codesOf(cell: string): string[] {
  const whole = codesIn(cell)
  if (whole.length > 0) return whole
  const number = cell.replace(PLACE, '')
  return isNumber(number) ? [number] : []
}

const split = (text: string, at: RegExp) =>
  text
    .split(at)
    .map((piece) => piece.trim())
    .filter(Boolean)

/** Codes without repetition, in their first spelling. */
function once(codes: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const code of codes) if (!first.has(bareNumber(code))) first.set(bareNumber(code), code)
  return [...first.values()]
}

/**
 * The codes of a pasted list, each once. Rows end at line breaks and semicolons, their cells at commas and
 * tabs; a cell is one number, spaces included. Empty for a text that is no list: shorter than 20 characters,
 * fewer than two codes, or none in most of its rows. In such a text, two or more codes that their shape gives
 * away still are a list.
 */
export function parsePastedCodes(text: string): string[] {
  // A tab parts cells; the plain form makes it a space.
  const plain = plainForm(text.replaceAll('\t', '|'))
  if (plain.length < LEAST_LENGTH) return []
  const rows = split(plain, ROWS).map((row) => split(row, CELLS).map(codesOf))
  // A single row is judged by its cells.
  const parts = rows.length > 1 ? rows.map((row) => row.flat()) : rows.flat()
  const isList = parts.filter((codes) => codes.length > 0).length * 2 >= parts.length
  const codes = once(isList ? parts.flat() : codesIn(plain))
  return codes.length > 1 ? codes : []
}

/**
 * The text to search for if it is no list: the text itself; if it is too long, a number in it that its shape
 * gives away; else ''.
 */
export const searchedIn = (text: string): string =>
  text.length <= MAX_QUERY
    ? text
    : (codesIn(plainForm(text))[0] ?? (sailingIn(text) || offerIn(text) || shapesIn(text).mail[0] || ''))
