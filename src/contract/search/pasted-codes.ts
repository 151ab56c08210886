import { bareNumber, codesIn, sailingIn, shapesIn } from './numbers-in-text.ts'
import { MAX_QUERY } from './search.ts'

/** From so many characters on, a text may be a list of codes. */
const LEAST_LENGTH = 20
const ROWS = /[\r\n;]+/
const CELLS = /[,\t|]+/
/** '1.' or '2)' in front of the lines of a list. */
const PLACE = /^\d{1,3}[.)]\s+/
const MOST_LABELS = 3
const SHORTEST = 4
const SHORTEST_LABELLED = 3

/** Whether a cell looks like a number: words with digits, after a word or two that say what it is ('PO 4711 0815'). */
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

/** The codes of a cell: those that are known by their shape, each by itself; otherwise the cell is one number, or none. */
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

/** Each code once, as it is spelled first. */
function once(codes: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const code of codes) if (!first.has(bareNumber(code))) first.set(bareNumber(code), code)
  return [...first.values()]
}

/**
 * The codes of a pasted list, each once. Rows end at line breaks and semicolons, their cells at commas and tabs; a cell is one number,
 * whatever spaces it has. Empty for a text that is no list: shorter than 20 characters, fewer than two codes, or none in most of its
 * rows. Of such a text, codes that are known by their shape are a list if there are two.
 */
export function parsePastedCodes(text: string): string[] {
  const plain = text.normalize('NFKC').trim()
  if (plain.length < LEAST_LENGTH) return []
  const rows = split(plain, ROWS).map((row) => split(row, CELLS).map(codesOf))
  // A single row is looked at by its cells.
  const parts = rows.length > 1 ? rows.map((row) => row.flat()) : rows.flat()
  const isList = parts.filter((codes) => codes.length > 0).length * 2 >= parts.length
  const codes = once(isList ? parts.flat() : codesIn(plain))
  return codes.length > 1 ? codes : []
}

/** What is searched for a text that is no list: itself; of one that is too long, a number that is known by its shape; '' for none. */
export const searchedIn = (text: string): string =>
  text.length <= MAX_QUERY
    ? text
    : (codesIn(text.normalize('NFKC'))[0] ?? (sailingIn(text) || shapesIn(text).mail[0] || ''))
