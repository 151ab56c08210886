import { EMPTY_FILE } from '#contract/lib/messages.ts'
import { originalText } from './cell-text.ts'
import { openCsv } from './read-csv.ts'
import { xlsxRows } from './read-xlsx.ts'
import {
  MOST,
  type SheetChoice,
  type SheetFound,
  type SheetHead,
  type SheetLimits,
  type SheetRow,
  UnreadableSheet,
} from './sheet.ts'
import { asRead } from './unreadable.ts'
import { openWorkbook, type WorkbookSheet } from './xlsx-workbook.ts'

const BATCH = 1_000
/** The first bytes of workbooks before .xlsx, and of those with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

/** A workbook is a ZIP archive, recognised by its first bytes, whatever its name. */
export const isWorkbook = (data: Uint8Array) => data[0] === 0x50 && data[1] === 0x4b

/** A file that was opened. */
export interface OpenSheet {
  found: SheetFound
  /** The filled rows, titles and headings included; at least one. Throws UnreadableSheet. */
  batches: AsyncIterable<SheetRow[]>
}

function* inBatches(rows: Iterable<SheetRow>): Generator<SheetRow[]> {
  let batch: SheetRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

/** A row as it is imported: without spaces around its cells, and an exported text in its original form. */
const asTyped = (row: SheetRow): SheetRow => ({ ...row, cells: row.cells.map((cell) => originalText(cell.trim())) })

/** The same of a CSV file, whose errors of formulas are texts; a workbook says which cells are errors. */
function* withErrors(rows: Iterable<SheetRow>): Generator<SheetRow> {
  for (const row of rows) yield { ...row, cells: row.cells.map((cell) => asRead(cell.trim())) }
}

const isFilled = ({ cells }: SheetRow) => cells.some((cell) => cell !== '')

async function* filled(batches: AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  for await (const batch of batches) {
    const rows = batch.map(asTyped).filter(isFilled)
    if (rows.length > 0) yield rows
  }
}

/** The batches after the first one, which is read to know that there is one; null if there is none. */
async function begun(batches: AsyncGenerator<SheetRow[]>): Promise<AsyncIterable<SheetRow[]> | null> {
  const first = await batches.next()
  if (first.done) return null
  return (async function* () {
    yield first.value
    yield* batches
  })()
}

/** The sheets that are tried: the chosen one, else all that people see. Throws UnreadableSheet. */
function wanted(sheets: readonly WorkbookSheet[], name: string | null | undefined): readonly WorkbookSheet[] {
  if (name === null || name === undefined) return sheets
  const found =
    sheets.find((sheet) => sheet.name === name) ??
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === name.trim().toLowerCase())
  if (found) return [found]
  throw new UnreadableSheet(
    `The workbook has no sheet "${name}". It has: ${sheets.map((each) => each.name).join(', ')}`,
    'sheet',
  )
}

async function largeWorkbook(data: Uint8Array, limits: SheetLimits, choice: SheetChoice): Promise<OpenSheet> {
  const workbook = await openWorkbook(data)
  const { sheets } = workbook
  const names = sheets.map(({ name }) => name)
  for (const sheet of wanted(sheets, choice.sheet)) {
    const batches = await begun(filled(xlsxRows(workbook, sheet, limits)))
    if (!batches) continue
    return { found: { sheet: sheet.name, sheets: names, encoding: null, guessedBy: null, separator: null }, batches }
  }
  const others = names.filter((name) => name !== choice.sheet).join(', ')
  throw new UnreadableSheet(
    choice.sheet && others ? `The sheet "${choice.sheet}" is empty. The others are: ${others}` : EMPTY_FILE,
    choice.sheet ? 'sheet' : null,
  )
}

/** Sheets whose tops are read to find the one with the table. */
const MOST_HEADS = 10

/** The first filled rows of a sheet, at least so many if it has them. Throws UnreadableSheet. */
async function headOf(batches: AsyncIterable<SheetRow[]>, rows: number): Promise<SheetRow[]> {
  const head: SheetRow[] = []
  for await (const batch of batches) {
    head.push(...batch)
    if (head.length >= rows) break
  }
  return head
}

/**
 * The tops of the first ten sheets that people see, at least so many filled rows of each; without sheets that
 * are empty, too large or cannot be read. Throws UnreadableSheet for what is no workbook.
 */
export async function sheetHeads(data: Uint8Array, rows: number): Promise<SheetHead[]> {
  const workbook = await openWorkbook(data)
  const heads: SheetHead[] = []
  for (const sheet of workbook.sheets.slice(0, MOST_HEADS))
    try {
      const head = await headOf(filled(xlsxRows(workbook, sheet, MOST)), rows)
      if (head.length > 0) heads.push({ sheet: sheet.name, head })
    } catch (error) {
      if (!(error instanceof UnreadableSheet)) throw error
    }
  return heads
}

/**
 * Opens a CSV file, or a sheet of a workbook: the first that people see and that is not empty. Its rows come in
 * batches: for files that are too large to hold as a table. Throws UnreadableSheet, also after the first batches.
 */
export async function largeSheet(data: Uint8Array, limits: SheetLimits, choice: SheetChoice = {}): Promise<OpenSheet> {
  if (COMPOUND.every((byte, at) => data[at] === byte))
    throw new UnreadableSheet('This is an old workbook (.xls), or one with a password: save it as .xlsx without one')
  if (isWorkbook(data)) return largeWorkbook(data, limits, choice)
  const { encoding, guessedBy, separator, rows } = openCsv(data, limits, choice)
  const batches = await begun(filled(inBatches(withErrors(rows))))
  if (!batches) throw new UnreadableSheet(EMPTY_FILE)
  return { found: { sheet: null, sheets: [], encoding, guessedBy, separator }, batches }
}
