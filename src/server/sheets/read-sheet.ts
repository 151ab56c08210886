import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { originalText } from './cell-text.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, UnreadableSheet } from './sheet.ts'

/** A workbook is a ZIP archive, recognised by its first bytes, whatever its name. */
export const isWorkbook = (data: Uint8Array) => data[0] === 0x50 && data[1] === 0x4b

/** Reads a CSV file or the first sheet of a workbook, without empty rows. Throws UnreadableSheet. */
export function readSheet(data: Uint8Array): Sheet {
  const [head, ...rows] = (isWorkbook(data) ? readXlsx(data) : readCsv(data))
    .map(({ line, cells }) => ({ line, cells: cells.map((cell) => originalText(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!head) throw new UnreadableSheet(EMPTY_FILE)
  return { headings: head.cells, rows }
}
