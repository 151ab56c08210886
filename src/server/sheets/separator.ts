import { SEPARATORS, type Separator } from '#contract/lib/import-options.ts'
import { UnreadableSheet } from './sheet.ts'

/** Rows that are judged, and characters of them. */
const ROWS = 100
const HEAD = 100_000
/** Separators that spreadsheets of a country write, the one that texts and numbers have least first. */
const BY_RARITY: readonly Separator[] = ['\t', ';', ',']

/**
 * The end of a quoted cell that begins at `at`: after the first quote that is not doubled; -1 if there is
 * none.
 */
export function quotedEnd(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return -1
    if (text[quote + 1] !== '"') return quote + 1
    from = quote + 2
  }
}

/**
 * Where the quotes of a cell begin that has spaces or `=` before them, as in `a, "b"` and `="00123"`; -1 if there
 * are none.
 */
export function quoteOf(text: string, cell: number, sign: Separator): number {
  let at = cell
  while (text[at] !== sign && (text[at] === ' ' || text[at] === '\t' || text[at] === '\u00a0')) at++
  if (text[at] === '=') at++
  return at > cell && text[at] === '"' ? at : -1
}

/**
 * How often a sign separates cells in each row of a text, outside of quotes. A sign within prose (a space
 * follows) and between the figures of a number does not count.
 */
function timesInRows(text: string, sign: Separator): number[] {
  const rows: number[] = []
  let [times, at, begin, cell] = [0, 0, 0, 0]
  const end = () => {
    if (text.slice(begin, at).trim() !== '') rows.push(times)
    times = 0
  }
  while (at < text.length && rows.length < ROWS) {
    if (text[at] === '"' && (at === cell || quoteOf(text, cell, sign) === at)) {
      const closed = quotedEnd(text, at)
      // A quote that is not closed within this text begins a cell that goes on.
      if (closed < 0) break
      at = closed
      continue
    }
    const char = text[at]
    if (char === '\n' || char === '\r') {
      end()
      begin = at + 1
      cell = begin
    } else if (char === sign) {
      const [before = '', after = ''] = [text[at - 1], text[at + 1]]
      const inProse = after === ' ' || (sign === ',' && /\d/.test(before) && /\d/.test(after))
      if (!inProse) times++
      cell = at + 1
    }
    at++
  }
  // The last row of a text that was cut may be half a row.
  if (text.length < HEAD || rows.length === 0) end()
  return rows
}

/** How well a sign separates rows: the number of rows that share their most frequent count, and that count. */
function judged(text: string, sign: Separator) {
  const rows = timesInRows(text, sign)
  const tally = new Map<number, number>()
  for (const times of rows) if (times > 0) tally.set(times, (tally.get(times) ?? 0) + 1)
  const [times = 0, alike = 0] = [...tally].toSorted(([a, rowsA], [b, rowsB]) => rowsB - rowsA || b - a)[0] ?? []
  // Headings are separated too: a sign that only rows below have belongs to their texts.
  const first = rows.findIndex((each) => each >= times)
  return { sign, first, weight: (alike / Math.max(1, rows.length)) * times }
}

/** The separator of a file that begins with this text: the one that stands alike in the most rows, from the headings on. */
export function separatorOf(begin: string): Separator {
  const text = begin.slice(0, HEAD)
  const all = BY_RARITY.map((sign) => judged(text, sign)).filter(({ weight }) => weight > 0)
  const [best] = all.toSorted((a, b) => a.first - b.first || b.weight - a.weight)
  return best?.sign ?? ','
}

/**
 * The first line by which a program tells spreadsheets the separator, such as `sep=;`: the separator, and where
 * the line ends. Null if there is none. Throws UnreadableSheet for a separator that is not read.
 */
export function saidSeparator(text: string): { separator: Separator; end: number } | null {
  const line = /^("?)sep=(\\t|[^\r\n])\1[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(text)
  if (!line) return null
  const sign = line[2] === '\\t' ? '\t' : line[2]
  const separator = SEPARATORS.find((each) => each === sign)
  if (!separator)
    throw new UnreadableSheet(`The file has ${sign} between its cells: save it with commas, semicolons or tabs`)
  return { separator, end: line[0].length }
}
