import { neutralText } from './cell-text.ts'

/** File formats of exports. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]
/** The value of a cell. */
export type SheetCell = string | number

/** A table for a file: numbers stay numbers, texts are neutralised on writing. */
export interface SheetTable {
  headings: readonly string[]
  rows: readonly (readonly SheetCell[])[]
}

const CONTENT_TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Column widths of a workbook, in characters. */
const WIDTH = { least: 8, most: 60 }

const safe = (cell: SheetCell) => (typeof cell === 'string' ? neutralText(cell) : cell)

async function csv({ headings, rows }: SheetTable): Promise<Buffer> {
  const { stringify } = await import('csv-stringify/sync')
  // Excel needs the byte order mark to read UTF-8; RFC 4180 ends lines with CR LF.
  return Buffer.from(
    stringify(
      [headings, ...rows].map((row) => row.map(safe)),
      { bom: true, record_delimiter: '\r\n' },
    ),
  )
}

async function xlsx({ headings, rows }: SheetTable): Promise<Buffer> {
  const { default: writeExcel } = await import('write-excel-file/node')
  const cell = (value: SheetCell) =>
    typeof value === 'number'
      ? { value, type: Number }
      : value === ''
        ? null
        : { value: neutralText(value), type: String }
  const widthOf = (column: number) =>
    rows.reduce((most, row) => Math.max(most, String(row[column] ?? '').length), headings[column]?.length ?? 0)
  const columns = headings.map((_, column) => ({
    width: Math.max(WIDTH.least, Math.min(WIDTH.most, widthOf(column) + 2)),
  }))
  const head = headings.map((value) => ({ value: neutralText(value), type: String, fontWeight: 'bold' as const }))
  return writeExcel([head, ...rows.map((row) => row.map(cell))], { columns, stickyRowsCount: 1 }).toBuffer()
}

/** The bytes of a file and its reply headers. `name` is the file name without its extension. */
export async function sheetFile(table: SheetTable, format: SheetFormat, name: string) {
  return {
    body: await (format === 'csv' ? csv(table) : xlsx(table)),
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${format}"`,
    },
  }
}
