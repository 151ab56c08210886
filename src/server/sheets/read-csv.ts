import { type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'

/** Characters that include the row of headings. */
const HEAD = 10_000

/** The separator, by the first line: comma, semicolon or tab, as spreadsheets write them. */
function delimiterOf(text: string): string {
  const start = text.slice(0, HEAD)
  const head = start.slice(0, start.search(/[\r\n]|$/))
  const times = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

/** Bytes decoded at a time: a file of 64 MB never becomes a text of 64 million characters. */
const PIECE = 1024 * 1024

/** The text of a file in pieces, without its byte order mark. Throws UnreadableSheet. */
function* textOf(data: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let from = 0; from < data.length; from += PIECE)
      yield decoder.decode(data.subarray(from, from + PIECE), { stream: true })
    yield decoder.decode()
  } catch {
    throw new UnreadableSheet('The text of the file is not UTF-8: save it as CSV UTF-8 or as a workbook')
  }
}

/**
 * The end of a quoted cell that begins at `at`: after the first quote that is not doubled; -1 if there is
 * none.
 */
function quotedEnd(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return -1
    if (text[quote + 1] !== '"') return quote + 1
    from = quote + 2
  }
}

/**
 * The rows of a CSV file (RFC 4180, any line ending) with the lines on which they begin, one by one. Throws
 * UnreadableSheet.
 */
export function* csvRows(data: Uint8Array, size = new SheetSize()): Generator<SheetRow> {
  const pieces = textOf(data)
  let text = ''
  let line = 1
  let at = 0

  /**
   * Reads on until the text is twice as long, so that a long cell is not scanned again for each piece; false
   * at the end.
   */
  const readOn = (): boolean => {
    const wanted = Math.max(2 * text.length, PIECE)
    const before = text.length
    while (text.length < wanted) {
      const { value, done } = pieces.next()
      if (done) break
      text += value
    }
    return text.length > before
  }

  readOn()
  const delimiter = delimiterOf(text)
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')

  /**
   * Where the quotes of the cell at this place are closed (the place itself without quotes), and where it
   * ends.
   */
  const endsOf = (begin: number): { closed: number; end: number } => {
    for (;;) {
      const closed = text[begin] === '"' ? quotedEnd(text, begin) : begin
      plain.lastIndex = Math.max(closed, 0)
      const end = closed < 0 ? text.length : closed + (plain.exec(text)?.[0].length ?? 0)
      // The next character, a line break of two characters included, is known unless the text ends here.
      if (end < text.length - 1 || !readOn()) return { closed, end }
    }
  }

  const readCell = (): string => {
    const begin = at
    const { closed, end } = endsOf(begin)
    if (closed < 0) throw new UnreadableSheet('The file cannot be read as CSV: a quote is not closed')
    at = end
    if (closed === begin) return text.slice(begin, end)
    if (text.slice(closed, end).trim() !== '')
      throw new UnreadableSheet('The file cannot be read as CSV: text after a closing quote')
    const cell = text.slice(begin + 1, closed - 1).replaceAll('""', '"')
    line += cell.split(/\r\n|\r|\n/).length - 1
    return cell
  }

  while (at < text.length || readOn()) {
    const row: SheetRow = { line, cells: [] }
    size.addRow()
    do {
      if (row.cells.length > 0) at++ // the delimiter
      size.addCells(row.cells.length)
      row.cells.push(readCell())
    } while (text[at] === delimiter)
    yield row
    at += text.startsWith('\r\n', at) ? 2 : 1
    line++
    if (at < PIECE) continue
    text = text.slice(at)
    at = 0
  }
}
