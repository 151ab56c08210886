import { type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'

/** Enough to include the row of headings. */
const HEAD = 10_000

/** The separator, by the first line: comma, semicolon or tab, as spreadsheets write them. */
function delimiterOf(text: string): string {
  const start = text.slice(0, HEAD)
  const head = start.slice(0, start.search(/[\r\n]|$/))
  const times = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

function textOf(data: Uint8Array): string {
  try {
    // A byte order mark is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new UnreadableSheet('The text of the file is not UTF-8: save it as CSV UTF-8 or as a workbook')
  }
}

/** The end of a quoted cell that begins at `at`: after the first quote that is not doubled. */
function quotedEnd(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new UnreadableSheet('The file cannot be read as CSV: a quote is not closed')
    if (text[quote + 1] !== '"') return quote + 1
    from = quote + 2
  }
}

/** The rows of a CSV file (RFC 4180, any line ending) with the lines on which they begin, one by one. Throws UnreadableSheet. */
export function* csvRows(data: Uint8Array, size = new SheetSize()): Generator<SheetRow> {
  const text = textOf(data)
  const delimiter = delimiterOf(text)
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let line = 1
  let at = 0

  const readCell = (): string => {
    const quoted = text[at] === '"'
    const begin = at
    if (quoted) at = quotedEnd(text, at)
    plain.lastIndex = at
    const rest = plain.exec(text)?.[0] ?? ''
    at += rest.length
    if (!quoted) return rest
    if (rest.trim() !== '') throw new UnreadableSheet('The file cannot be read as CSV: text after a closing quote')
    const cell = text.slice(begin + 1, at - rest.length - 1).replaceAll('""', '"')
    line += cell.split(/\r\n|\r|\n/).length - 1
    return cell
  }

  while (at < text.length) {
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
  }
}
