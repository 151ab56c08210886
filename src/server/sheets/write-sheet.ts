import { stringify } from 'csv-stringify/sync'
import { neutralText } from './cell-text.ts'
import type { SheetBatches, SheetCell, SheetTable } from './sheet-table.ts'
import { xlsxPieces } from './write-xlsx.ts'

/** File formats of exports. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** The type of each format's file. */
export const SHEET_TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function safe(cell: SheetCell): string | number {
  const value = typeof cell === 'object' ? cell.text : cell
  return typeof value === 'string' ? neutralText(value) : value
}

async function* csvPieces({ headings, batches }: SheetBatches): AsyncGenerator<Uint8Array> {
  // Texts are quoted, so that no separator or line break inside one begins a cell that starts like a formula.
  // Excel needs the byte order mark to read UTF-8; RFC 4180 ends lines with CR LF.
  const lines = (rows: SheetTable['rows'], { bom = false } = {}) =>
    Buffer.from(
      stringify(
        rows.map((row) => row.map(safe)),
        { bom, quoted_string: true, record_delimiter: '\r\n' },
      ),
    )
  yield lines([headings], { bom: true })
  for await (const rows of batches) yield lines(rows)
}

/** The bytes of a file, piece by piece. */
export const sheetPieces = (table: SheetBatches, format: SheetFormat): AsyncGenerator<Uint8Array> =>
  format === 'csv' ? csvPieces(table) : xlsxPieces(table)

/** The name of a download: small letters and dashes. */
export const fileName = (name: string, extension: string) =>
  `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${extension}`

/** The reply headers of a file. `name` is the file name without its extension. */
export const sheetHeaders = (format: SheetFormat, name: string) => ({
  'content-type': SHEET_TYPES[format],
  'content-disposition': `attachment; filename="${fileName(name, format)}"`,
})
