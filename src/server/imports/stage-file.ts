import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { type ImportMapping, MOST_IMPORTED } from '#contract/imports/imports.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { largeSheet } from '#server/sheets/large-sheet.ts'
import { type SheetRow, UnreadableSheet } from '#server/sheets/sheet.ts'
import { mappedFields, namedHeadings } from './columns.ts'
import { isDayFirst } from './import-dates.ts'

/** A file to be imported. */
export interface SentFile {
  kind: ImportKind
  fileName: string
  data: Uint8Array
  mapping: ImportMapping
  userId: number | null
}

/** The headings count as a row. */
const LIMITS = { ...MOST_IMPORTED, rows: MOST_IMPORTED.rows + 1 }

/** What no text of the database holds, by the sign that stands for lost characters. */
const storable = (cell: string) => cell.toWellFormed().replaceAll('\0', '\ufffd')

/** Stores rows as they are in the file, and notes the columns whose dates begin with the day. */
async function stageRows(tx: Tx, importId: number, rows: readonly SheetRow[], from: number, dayFirst: boolean[]) {
  const staged = rows.map(({ line, cells }, index) => {
    const long = cells.find((cell) => cell.length > MOST_IMPORTED.text)
    if (long !== undefined)
      throw new UnreadableSheet(`Row ${line} has a cell of more than ${MOST_IMPORTED.text} characters`)
    for (const [column, cell] of cells.entries()) if (!dayFirst[column] && isDayFirst(cell)) dayFirst[column] = true
    return { position: from + index, line, cells: cells.map(storable) }
  })
  await sql`
    insert into import_rows (import_id, position, line, cells)
    select ${importId}, position, line, cells
    from jsonb_to_recordset(${JSON.stringify(staged)}::jsonb) as r (position integer, line integer, cells jsonb)`.execute(
    tx,
  )
}

/** Reads a file into the database, all of it or nothing. Returns the id of the import. Throws 400 at `file` and `mapping`. */
export async function stageFile(db: Db, { kind, fileName, data, mapping, userId }: SentFile): Promise<number> {
  try {
    return await db.transaction().execute(async (tx) => {
      let id = 0
      let count = 0
      const dayFirst: boolean[] = []
      for await (const batch of largeSheet(data, LIMITS)) {
        const rows = [...batch]
        if (id === 0) {
          const headings = namedHeadings((rows.shift()?.cells ?? []).map(storable))
          const fields = mappedFields(kind, headings, mapping)
          const values = { kind, fileName, headings, fields, dayFirst: headings.map(() => false), createdBy: userId }
          const row = tx.insertInto('imports').values(values as never) // null in an array of texts, which the types leave out
          id = (await row.returning('id').executeTakeFirstOrThrow()).id
        }
        if (rows.length > 0) await stageRows(tx, id, rows, count + 1, dayFirst)
        count += rows.length
      }
      if (count === 0) throw new UnreadableSheet(`${EMPTY_FILE}: there is nothing below the headings`)
      await sql`
        update imports set rows = ${count}, day_first = array(
          select coalesce((${dayFirst.map((each) => each === true)}::boolean[])[n], false)
          from generate_series(1, cardinality(headings)) n order by n
        ) where id = ${id}`.execute(tx)
      return id
    })
  } catch (error) {
    throw error instanceof UnreadableSheet ? invalid({ file: error.message }) : error
  }
}
