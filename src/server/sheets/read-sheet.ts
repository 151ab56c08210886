import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { originalText } from './cell-text.ts'
import { csvRows } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, type SheetRow, UnreadableSheet } from './sheet.ts'

/** A workbook is a ZIP archive, recognised by its first bytes, whatever its name. */
export const isWorkbook = (data: Uint8Array) => data[0] === 0x50 && data[1] === 0x4b

/** A row as it is imported: an exported text gets its original form back. */
export const rowAsTyped = ({ line, cells }: SheetRow): SheetRow => ({
  line,
  cells: cells.map((cell) => originalText(cell.trim())),
})

/** Whether any cell of a row is filled in. */
export const isFilled = ({ cells }: SheetRow) => cells.some((cell) => cell !== '')

/** Reads a CSV file or the first sheet of a workbook, without empty rows. Throws UnreadableSheet. */
export function readSheet(data: Uint8Array): Sheet {
  const [head, ...rows] = (isWorkbook(data) ? readXlsx(data) : [...csvRows(data)]).map(rowAsTyped).filter(isFilled)
  if (!head) throw new UnreadableSheet(EMPTY_FILE)
  return { headings: head.cells, rows }
}
