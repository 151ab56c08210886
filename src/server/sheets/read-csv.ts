import type { Separator, TextEncodingName } from '#contract/lib/import-options.ts'
import { otherEncoding, UNKNOWN_ENCODING } from './other-encodings.ts'
import { openingOf, quotedEnd, saidSeparator, separatorOf } from './separator.ts'
import { type SheetChoice, type SheetLimits, type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'
import { decodedText, encodingOf, guessedSample, requireEncoding, SAVE_IT } from './text-encoding.ts'

/** Where the word begins that has the first byte beyond ASCII. */
function wordBefore(data: Uint8Array): number {
  let at = data.findIndex((byte) => byte >= 0x80)
  while (at > 0 && /[A-Za-z]/.test(String.fromCharCode(data[at - 1] ?? 0))) at--
  return at
}

const refusalOf = (other: string) =>
  other === UNKNOWN_ENCODING
    ? `The text of this file may be ${other}: ${SAVE_IT}, or choose its encoding`
    : `The text of this file may be ${other}, which is not read: ${SAVE_IT}`

/** Characters that are read at once. */
const PIECE = 1024 * 1024

/** The text of a cell that a program writes as a formula, so that a spreadsheet keeps its digits: ="00123", =123. */
function withoutFormula(cell: string): string {
  if (cell.startsWith('="') && quotedEnd(cell, 1) === cell.length) return cell.slice(2, -1).replaceAll('""', '"')
  return /^=\d+(?:[.,]\d+)?$/.test(cell.trimEnd()) ? cell.trimEnd().slice(1) : cell
}

/** Ctrl-Z, with which programs of DOS end a text: nothing but white space is behind it. */
const END = '\x1a'
const BEHIND_END = `${END}\0\t\n\r `

/** Where the bytes end that say which encoding a file has: before such a sign, in whatever encoding. */
function endOf(data: Uint8Array): number {
  let from = data.length
  while (from > 0 && BEHIND_END.includes(String.fromCharCode(data[from - 1] ?? 0))) from--
  const at = data.indexOf(END.charCodeAt(0), from)
  return at < 0 ? data.length : at - (at % 2)
}

/** A text in pieces without such a sign at its end. */
function* withoutEnd(pieces: Iterable<string>): Generator<string> {
  let kept = ''
  for (const piece of pieces) {
    let from = piece.length
    while (from > 0 && BEHIND_END.includes(piece.charAt(from - 1))) from--
    if (from > 0) yield kept + piece.slice(0, from)
    kept = from > 0 ? piece.slice(from) : kept + piece
  }
  const at = kept.indexOf(END)
  yield at < 0 ? kept : kept.slice(0, at)
}

/** A CSV file that was opened: its encoding, its separator, and its rows. */
export interface CsvFile {
  encoding: TextEncodingName
  /** A text beyond ASCII, if the encoding is a guess; else null. */
  guessedBy: string | null
  separator: Separator
  rows: Generator<SheetRow>
}

/**
 * Opens a CSV file (RFC 4180, any line ending). Its rows come one by one, with the lines on which they begin
 * and their cells up to the last filled one. Throws UnreadableSheet, also while rows are read.
 */
export function openCsv(file: Uint8Array, limits: SheetLimits, choice: SheetChoice = {}): CsvFile {
  const data = file.subarray(0, endOf(file))
  if (choice.encoding) requireEncoding(data, choice.encoding)
  const encoding = choice.encoding ?? encodingOf(data)
  const guessedBy = choice.encoding && !choice.encodingIsGuess ? null : guessedSample(data, encoding)
  const other = guessedBy === null || choice.encoding ? null : otherEncoding(data.subarray(wordBefore(data)), encoding)
  if (other) throw new UnreadableSheet(refusalOf(other))
  const text = new GrowingText(withoutEnd(decodedText(file, encoding)))
  text.readOn()
  if (/^\s*<(?:!doctype|html|table|meta|style|head|body|\?xml)\b/i.test(text.all.slice(0, 1_000)))
    throw new UnreadableSheet('This is a web page, whatever its name: open it in a spreadsheet and save it as .xlsx')
  const said = saidSeparator(text.all.slice(0, 100))
  const begin = said?.end ?? 0
  const usual = said?.separator ?? separatorOf(text.all.slice(begin))
  const separator = choice.separator ?? usual
  const guilty = separator === usual ? null : 'separator'
  const from = { at: begin, line: said ? 2 : 1 }
  return { encoding, guessedBy, separator, rows: csvRows(text, { separator, guilty }, from, new SheetSize(limits)) }
}

/** A text that is read as far as it is needed. */
class GrowingText {
  readonly #pieces: Generator<string>
  all = ''

  constructor(pieces: Generator<string>) {
    this.#pieces = pieces
  }

  /**
   * Reads on until the text is twice as long, so that a long cell is not scanned again for each piece; false
   * at the end.
   */
  readOn(): boolean {
    const wanted = Math.max(2 * this.all.length, PIECE)
    const before = this.all.length
    while (this.all.length < wanted) {
      const { value, done } = this.#pieces.next()
      if (done) break
      this.all += value
    }
    return this.all.length > before
  }
}

function* csvRows(
  text: GrowingText,
  /** The choice with which quotes that end within a cell are refused. */
  { separator, guilty }: { separator: Separator; guilty: 'separator' | null },
  from: { at: number; line: number },
  size: SheetSize,
): Generator<SheetRow> {
  let { at, line } = from
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y')

  /**
   * Where the quotes of the cell at this place begin and are closed (the place itself without quotes), and
   * where it ends.
   */
  const endsOf = (begin: number): { closed: number; end: number } => {
    for (;;) {
      const later = text.all[begin] === '"' ? -1 : openingOf(text.all, begin, separator)
      const quoted = text.all[begin] === '"' || later > 0 ? quotedEnd(text.all, Math.max(begin, later)) : begin
      // Another cell, such as a formula, may have quotes anywhere, and ends at the next separator.
      const closed = later > 0 && !endsCell(quoted) ? begin : quoted
      plain.lastIndex = Math.max(closed, 0)
      const end = closed < 0 ? text.all.length : closed + (plain.exec(text.all)?.[0].length ?? 0)
      // The next character, a line break of two characters included, is known unless the text ends here.
      if (end < text.all.length - 1 || !text.readOn()) return { closed, end }
    }
  }

  const endsCell = (place: number) => {
    let after = place
    while (after > 0 && text.all[after] === ' ') after++
    return after > 0 && (after === text.all.length || [separator, '\r', '\n'].includes(text.all[after] ?? ''))
  }

  const readCell = (): string => {
    const begin = at
    const { closed, end } = endsOf(begin)
    if (closed < 0) throw new UnreadableSheet('The file cannot be read as CSV: a quote is not closed', guilty)
    at = end
    if (closed === begin) return text.all.slice(begin, end)
    if (text.all.slice(closed, end).trim() !== '')
      throw new UnreadableSheet('The file cannot be read as CSV: text after a closing quote', guilty)
    const written = text.all.slice(begin, closed).trimStart()
    line += written.split(/\r\n|\r|\n/).length - 1
    return written.startsWith('=') ? written : written.slice(1, -1).replaceAll('""', '"')
  }

  while (at < text.all.length || text.readOn()) {
    const row: SheetRow = { line, cells: [] }
    let column = 0
    do {
      if (column > 0) at++ // the separator
      const cell = withoutFormula(readCell())
      if (cell.trim() === '') size.addEmpty()
      else {
        if (row.cells.length === 0) size.addRow()
        size.addCells(column, column + 1 - row.cells.length)
        while (row.cells.length < column) row.cells.push('')
        row.cells.push(cell)
      }
      column++
    } while (text.all[at] === separator)
    if (row.cells.length > 0) yield row
    at += text.all.startsWith('\r\n', at) ? 2 : 1
    line++
    if (at < PIECE) continue
    text.all = text.all.slice(at)
    at = 0
  }
}
