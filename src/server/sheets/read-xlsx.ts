import { strFromU8, unzipSync } from 'fflate'
import { type SheetRow, SheetSize, UnreadableSheet } from './sheet.ts'
import { columnOf, firstSheetPath, referenceOf, SharedStrings, textOf, typeOf } from './xlsx-cells.ts'
import { tagsOf } from './xml-tags.ts'

/** Maximum bytes of a workbook's parts, unpacked. */
const MAX_UNPACKED = 8 * 1024 * 1024

/** The XML parts by path. fflate unpacks no more than the size each part declares, and those are added up. */
function unpack(data: Uint8Array): Record<string, string> {
  let total = 0
  const files = unzipSync(data, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name))
        return false
      total += originalSize
      if (total > MAX_UNPACKED) throw new UnreadableSheet('The workbook is too large')
      return true
    },
  })
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** The shared texts of cells, without phonetic hints. */
function sharedStrings(xml = ''): string[] {
  const strings = new SharedStrings()
  for (const tag of tagsOf(xml)) strings.add(tag)
  return strings.all
}

/** The XML of the first sheet. */
const firstSheet = (parts: Record<string, string>): string | undefined =>
  parts[firstSheetPath(parts['xl/workbook.xml'], parts['xl/_rels/workbook.xml.rels'])]

function sheetRows(sheet: string, strings: readonly string[]): Map<number, string[]> {
  const size = new SheetSize()
  const rows = new Map<number, string[]>()
  let at = { row: 0, column: -1 }
  let type = 'n'
  for (const tag of tagsOf(sheet)) {
    if (tag.name === 'row') {
      const row = Number(referenceOf(tag))
      at = { row: Number.isInteger(row) ? row : at.row + 1, column: -1 }
    } else if (tag.name === 'c') {
      at = { row: at.row, column: columnOf(tag) ?? at.column + 1 }
      type = typeOf(tag) ?? 'n'
      // An empty cell takes time to read, and one far to the right fills the row with empty ones.
      size.addCells(at.column, Math.max(1, at.column + 1 - (rows.get(at.row)?.length ?? 0)))
    } else if (tag.name === '/v' || tag.name === '/t') {
      const cells = rows.get(at.row) ?? []
      if (cells.length === 0) size.addRow()
      cells[at.column] = (type === 'inlineStr' ? (cells[at.column] ?? '') : '') + textOf(type, tag.text, strings)
      rows.set(at.row, cells)
    }
  }
  return rows
}

/**
 * The texts of a workbook's first sheet with their row numbers, from 1. Only existing cells within the bounds
 * take memory, whatever size the sheet claims. Throws UnreadableSheet.
 */
export function readXlsx(data: Uint8Array): SheetRow[] {
  let parts: Record<string, string>
  try {
    parts = unpack(data)
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet('The file is not a workbook')
  }
  const sheet = firstSheet(parts)
  if (sheet === undefined) throw new UnreadableSheet('The workbook has no sheet')
  const rows = sheetRows(sheet, sharedStrings(parts['xl/sharedStrings.xml']))
  return [...rows].map(([line, cells]) => ({ line, cells: Array.from(cells, (cell) => cell ?? '') }))
}
