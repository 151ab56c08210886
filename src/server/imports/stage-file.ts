import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { type ImportMapping, MOST_IMPORTED } from '#contract/imports/imports.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { isDayFirst } from '#server/imports/rows/import-dates.ts'
import { largeSheet } from '#server/sheets/large-sheet.ts'
import { type SheetRow, UnreadableSheet } from '#server/sheets/sheet.ts'
import { mappedFields, namedHeadings } from './columns.ts'

/** A file to be imported. */
export interface SentFile {
  kind: ImportKind
  fileName: string
  data: Uint8Array
  mapping: ImportMapping
  userId: number | null
}

/** The headings count as a row. The sheet of a workbook is read piece by piece. */
const LIMITS = { ...MOST_IMPORTED, rows: MOST_IMPORTED.rows + 1, empty: 20_000_000, bytes: 400 * 1024 * 1024 }

/** The cell with the sign for lost characters in place of those that the database cannot store. */
const storable = (cell: string) => cell.toWellFormed().replaceAll('\0', '\ufffd')

/** Facts about a file that must be known before its first row is stored. */
interface Survey {
  headings: readonly string[]
  rows: number
  dayFirst: readonly boolean[]
}

/** Reads a file once without keeping it: one that is too large is refused before anything is stored. */
async function surveyFile(data: Uint8Array): Promise<Survey> {
  let headings: readonly string[] | null = null
  let rows = 0
  const dayFirst: boolean[] = []
  const { batches } = await largeSheet(data, LIMITS)
  for await (const batch of batches)
    for (const { line, cells } of batch) {
      if (cells.some((cell) => cell.length > MOST_IMPORTED.text))
        throw new UnreadableSheet(`Row ${line} has a cell of more than ${MOST_IMPORTED.text} characters`)
      if (headings === null) {
        headings = namedHeadings(cells.map(storable))
        continue
      }
      rows++
      for (const [column, cell] of cells.entries()) if (!dayFirst[column] && isDayFirst(cell)) dayFirst[column] = true
    }
  if (rows === 0) throw new UnreadableSheet(`${EMPTY_FILE}: there is nothing below the headings`)
  const named = headings ?? []
  return { headings: named, rows, dayFirst: named.map((_, column) => dayFirst[column] === true) }
}

/** Stores rows as they are in the file. */
async function stageRows(tx: Tx, importId: number, rows: readonly SheetRow[], from: number): Promise<void> {
  const staged = rows.map(({ line, cells }, index) => ({ position: from + index, line, cells: cells.map(storable) }))
  await sql`
    insert into import_rows (import_id, position, line, cells)
    select ${importId}, position, line, cells
    from jsonb_to_recordset(${JSON.stringify(staged)}::jsonb) as r (position integer, line integer, cells jsonb)`.execute(
    tx,
  )
}

/**
 * Reads a file into the database, all of it or nothing. Returns the id of the import. Throws 400 at `file`
 * and `mapping`.
 */
export async function stageFile(db: Db, { kind, fileName, data, mapping, userId }: SentFile): Promise<number> {
  try {
    const { headings, rows, dayFirst } = await surveyFile(data)
    const fields = mappedFields(kind, headings, mapping)
    return await db.transaction().execute(async (tx) => {
      const { rows: made } = await sql<{ id: number }>`
        insert into imports (kind, file_name, headings, fields, day_first, rows, created_by)
        values (${kind}, ${fileName}, ${headings}, ${fields}, ${dayFirst}, ${rows}, ${userId}) returning id`.execute(tx)
      const id = made[0]?.id ?? 0
      let count = 0
      const { batches } = await largeSheet(data, LIMITS)
      for await (const batch of batches) {
        const below = count === 0 ? batch.slice(1) : batch
        if (below.length > 0) await stageRows(tx, id, below, count + 1)
        count += below.length
      }
      return id
    })
  } catch (error) {
    throw error instanceof UnreadableSheet ? invalid({ file: error.message }) : error
  }
}
