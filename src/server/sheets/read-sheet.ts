import { parse } from 'csv-parse/sync'
import { invalid } from '#server/errors.ts'
import { originalText } from './cell-text.ts'
import { readXlsx, UnreadableSheet } from './read-xlsx.ts'

/** A table read from a file: headings, and rows with their line or row number. */
export interface Sheet {
  headings: string[]
  rows: { line: number; cells: string[] }[]
}

/** The most read of a file, headings included. */
const MOST = { rows: 50_001, columns: 1000 }

/** The separator, by the first line: comma, semicolon or tab, as spreadsheets write them. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const times = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

function csvRows(data: Buffer): { line: number; cells: string[] }[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new UnreadableSheet('The text of the file is not UTF-8: save it as CSV UTF-8 or as a workbook')
  }
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      info: true,
      to: MOST.rows + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[] // `info` adds this; the types do not know
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch {
    throw new UnreadableSheet('The file cannot be read as CSV')
  }
}

const xlsxRows = (data: Buffer) =>
  [...readXlsx(data, MOST)].map(([line, cells]) => ({ line, cells: Array.from(cells, (cell) => cell ?? '') }))

function rowsOf(data: Buffer) {
  // A workbook is a ZIP archive, recognised by its first bytes, whatever its name.
  const rows = data.subarray(0, 2).toString('latin1') === 'PK' ? xlsxRows(data) : csvRows(data)
  if (rows.length > MOST.rows) throw new UnreadableSheet(`No more than ${MOST.rows - 1} rows`)
  if (rows.some(({ cells }) => cells.length > MOST.columns))
    throw new UnreadableSheet(`No more than ${MOST.columns} columns`)
  return rows
}

/** Reads a CSV file or the first sheet of a workbook, without empty rows. Throws 400 at `file`. */
export function readSheet(data: Buffer): Sheet {
  try {
    const [head, ...rows] = rowsOf(data)
      .map(({ line, cells }) => ({ line, cells: cells.map((cell) => originalText(cell.trim())) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
    if (!head) throw new UnreadableSheet('File cannot be empty')
    return { headings: head.cells, rows }
  } catch (error) {
    if (error instanceof UnreadableSheet) throw invalid({ file: error.message })
    throw error
  }
}
