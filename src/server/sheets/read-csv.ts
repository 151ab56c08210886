import { parse } from 'csv-parse/sync'
import { SheetSize, UnreadableSheet } from './sheet.ts'

/** Far into any row of headings. */
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
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new UnreadableSheet('The text of the file is not UTF-8: save it as CSV UTF-8 or as a workbook')
  }
}

/** The rows of a CSV file with their line numbers. Throws UnreadableSheet. */
export function readCsv(data: Uint8Array): { line: number; cells: string[] }[] {
  const text = textOf(data)
  const size = new SheetSize()
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      info: true,
      // Called for each cell as it is read: the only way to stop in the middle of a row.
      cast: (cell, { index }) => {
        if (index === 0) size.addRow()
        size.addCells(index)
        return cell
      },
    }) as unknown as { record: string[]; info: { lines: number } }[] // `info` adds this; the types do not know
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet('The file cannot be read as CSV')
  }
}
