import { sql } from 'kysely'
import { guessField, type ImportKind } from '#contract/imports/import-fields.ts'
import { type ImportMapping, MOST_IMPORTED, type RemapInput } from '#contract/imports/imports.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { EMPTY_FILE } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { findTable, HEAD_ROWS, type OpenableFile, type TableInFile } from '#server/resource/find-table.ts'
import { keepAll } from '#server/resource/import-choices.ts'
import { withChoices } from '#server/resource/options.ts'
import { largeSheet, sheetHeads } from '#server/sheets/large-sheet.ts'
import { fieldOf, type SheetRow, UnreadableSheet } from '#server/sheets/sheet.ts'
import { checkOptions } from './checked-options.ts'
import { type ColumnShown, nothingShown, showRow } from './column-forms.ts'
import { mappedFields, namedHeadings } from './columns.ts'
import { APPLIED, keepFile, keptFile } from './kept-file.ts'

/** A file to be imported. */
export interface SentFile {
  kind: ImportKind
  fileName: string
  data: Uint8Array
  mapping: ImportMapping
  options: ImportOptions
  userId: number | null
  /** Whether what was chosen for an earlier file counts, and what is chosen now is kept for the next one. */
  remembers: boolean
}

/** The most that is read of a file whose headings are in this row. Its sheet is read piece by piece. */
const limitsOf = (headingRow: number) => ({
  ...MOST_IMPORTED,
  rows: MOST_IMPORTED.rows + headingRow,
  empty: 20_000_000,
  bytes: 400 * 1024 * 1024,
})

/** The cell with the sign for lost characters in place of those that the database cannot store. */
const storable = (cell: string) => cell.toWellFormed().replaceAll('\0', '\ufffd')
const storableRow = (row: SheetRow): SheetRow => ({ ...row, cells: row.cells.map(storable) })

/** A file whose rows come in batches: only tops of it are read. */
const openable = (data: Uint8Array): OpenableFile => ({
  open: async (choice, line) => {
    const { found, batches } = await largeSheet(data, limitsOf(Math.max(line, HEAD_ROWS)), choice)
    const head: SheetRow[] = []
    for await (const batch of batches) {
      for (const row of batch) if (head.length < HEAD_ROWS || row.line === line) head.push(row)
      if (head.length >= HEAD_ROWS && (batch.at(-1)?.line ?? 0) >= line) break
    }
    return { found, head: head.map(storableRow) }
  },
  heads: async (rows) =>
    (await sheetHeads(data, rows)).map(({ sheet, head }) => ({ sheet, head: head.map(storableRow) })),
})

/** The rows below the headings, in batches. */
async function* rowsBelow(data: Uint8Array, { place, headings }: TableInFile): AsyncGenerator<SheetRow[]> {
  const { batches } = await largeSheet(data, limitsOf(headings.line), place)
  for await (const batch of batches) {
    const below = batch.filter(({ line }) => line > headings.line)
    if (below.length > 0) yield below.map(storableRow)
  }
}

/** Facts about a file that must be known before its first row is stored. */
interface Survey extends TableInFile {
  named: readonly string[]
  rows: number
  shown: readonly ColumnShown[]
}

const NOTHING_BELOW = 'there is nothing below the headings'

/** Reads a file once without keeping it: one that is too large is refused before anything is stored. */
async function surveyFile(data: Uint8Array, table: TableInFile): Promise<Survey> {
  const named = namedHeadings(table.headings.cells)
  const shown = named.map(nothingShown)
  let rows = 0
  for await (const batch of rowsBelow(data, table))
    for (const row of batch) {
      if (row.cells.some((cell) => cell.length > MOST_IMPORTED.text))
        throw new UnreadableSheet(`Row ${row.line} has a cell of more than ${MOST_IMPORTED.text} characters`)
      if (++rows > MOST_IMPORTED.rows) throw new UnreadableSheet(`No more than ${MOST_IMPORTED.rows} rows`)
      showRow(shown, row)
    }
  if (rows === 0 && table.options.headingRow) throw invalid({ 'options.headingRow': `In this file ${NOTHING_BELOW}` })
  if (rows === 0) throw new UnreadableSheet(`${EMPTY_FILE}: ${NOTHING_BELOW}`)
  return { ...table, named, rows, shown }
}

/** Stores rows as they are in the file. */
async function stageRows(tx: Tx, importId: number, rows: readonly SheetRow[], from: number): Promise<void> {
  const staged = rows.map((row, index) => ({ ...row, position: from + index }))
  await sql`
    insert into import_rows (import_id, position, line, cells, numbers, figures)
    select ${importId}, position, line, cells, numbers, figures from jsonb_to_recordset(${JSON.stringify(staged)}::jsonb)
      as r (position integer, line integer, cells jsonb, numbers smallint[], figures jsonb)`.execute(tx)
}

async function stageAll(tx: Tx, importId: number, data: Uint8Array, survey: Survey): Promise<void> {
  let count = 0
  for await (const batch of rowsBelow(data, survey)) {
    await stageRows(tx, importId, batch, count + 1)
    count += batch.length
  }
}

/** The choices that are left for the columns that a file has. */
const mappingOf = (mapping: ImportMapping, headings: readonly string[]): ImportMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([heading]) => headings.includes(heading)))

/**
 * Whether a table was read: a place without any column of a field is a mistake, and the next file must not begin
 * with it.
 */
const isTable = (fields: readonly (string | null)[]) => fields.some((field) => field !== null)

/** Names of the choices that were made for an earlier file: 'mapping', and those of options. */
const notGiven = (chosen: { mapping: ImportMapping; options: ImportOptions }, given: RemapInput): string[] => [
  ...(Object.keys(chosen.mapping).some((heading) => !Object.hasOwn(given.mapping ?? {}, heading)) ? ['mapping'] : []),
  ...Object.keys(chosen.options).filter((name) => !Object.hasOwn(given.options ?? {}, name)),
]

/** Fields of an import that say how its file is read. */
const readingOf = ({ named, rows, shown, found, keys }: Survey, fields: readonly (string | null)[]) => sql`
  headings = ${named}::text[], fields = ${fields}::text[], rows = ${rows},
  shown = ${JSON.stringify(shown)}::jsonb, found = ${JSON.stringify({ ...found, keys })}::jsonb`

const asText = (error: unknown) =>
  error instanceof UnreadableSheet ? invalid({ [fieldOf(error.choice)]: error.message }) : error

/** Finds the table of a file of clients or orders. Throws 400 at `options`, UnreadableSheet. */
const tableOf = (
  db: Db,
  file: Pick<SentFile, 'kind' | 'data' | 'mapping' | 'options'>,
  how: { asLastTime: boolean; readOn: string | null },
) => findTable(db, { ...file, ...how, fieldOf: (cell) => guessField(file.kind, cell) }, openable(file.data))

/**
 * Reads a file into the database, all of it or nothing. Returns the id of the import. Throws 400 at `file`,
 * `mapping` and `options`.
 */
export async function stageFile(db: Db, file: SentFile): Promise<number> {
  const { kind, fileName, data, userId } = file
  try {
    await checkOptions(db, kind, file.options)
    const survey = await surveyFile(data, await tableOf(db, file, { asLastTime: file.remembers, readOn: null }))
    const { named, keys, options } = survey
    const mapping = { ...mappingOf(survey.lastMapping, named), ...file.mapping }
    const fields = mappedFields(kind, named, mapping)
    const choices = { mapping, options }
    const last = notGiven(choices, file)
    return await db.transaction().execute(async (tx) => {
      const { rows: made } = await sql<{ id: number }>`
        insert into imports (kind, file_name, headings, fields, mapping, options, as_last_time, created_by)
        values (${kind}, ${fileName}, ${named}, ${fields}, ${JSON.stringify(mapping)}::jsonb,
          ${JSON.stringify(options)}::jsonb, ${last}, ${userId}) returning id`.execute(tx)
      const id = made[0]?.id ?? 0
      await sql`update imports set ${readingOf(survey, fields)} where id = ${id}`.execute(tx)
      await keepFile(tx, id, data)
      await stageAll(tx, id, data, survey)
      const chooses = Object.keys(file.mapping).length + Object.keys(file.options).length > 0
      if (file.remembers && chooses && isTable(fields)) await keepAll(tx, kind, keys, choices)
      return id
    })
  } catch (error) {
    throw asText(error)
  }
}

const NOT_KEPT = 'The file is no longer here. Please send it again'

/** What is stored of an import, locked. Throws 404, 409 once it was imported. */
async function lockImport(tx: Tx, id: number) {
  const found = await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound('Import')
  if (found.runId !== null) throw new AppError(409, APPLIED)
  return {
    ...found,
    kind: found.kind as ImportKind, // as the table's check allows
    mapping: found.mapping as ImportMapping, // as it was sent
    options: found.options as ImportOptions, // as they were sent
    keys: (found.found as { keys?: string[] }).keys ?? [], // as readingOf stored them
    sheet: (found.found as { sheet?: string | null }).sheet ?? null, // as readingOf stored it
  }
}

/** Reads the file again, with its table in another place. Throws 400 at `options`, UnreadableSheet. */
async function stageAgain(
  tx: Tx,
  id: number,
  file: Pick<SentFile, 'kind' | 'mapping' | 'options'>,
  given: ImportMapping | undefined,
  { moved, readOn }: { moved: readonly string[]; readOn: string | null },
): Promise<{ mapping: ImportMapping; keys: string[]; fields: (string | null)[] }> {
  const data = await keptFile(tx, id)
  if (!data) throw invalid(Object.fromEntries(moved.map((name) => [`options.${name}`, NOT_KEPT])))
  const survey = await surveyFile(data, await tableOf(tx, { ...file, data }, { asLastTime: false, readOn }))
  const mapping = given ?? mappingOf(file.mapping, survey.named)
  const fields = mappedFields(file.kind, survey.named, mapping)
  await sql`delete from import_rows where import_id = ${id}`.execute(tx)
  await sql`update imports set ${readingOf(survey, fields)} where id = ${id}`.execute(tx)
  await stageAll(tx, id, data, survey)
  return { mapping, keys: survey.keys, fields }
}

const PLACES = ['sheet', 'encoding', 'separator', 'headingRow'] as const

/**
 * Reads a file as somebody chose, and keeps that for the next file with these headings if it `remembers`. Throws
 * 404, 409 once it was imported, 400 at `file`, `mapping` and `options`.
 */
export async function restage(
  db: Db,
  id: number,
  { remembers, ...given }: RemapInput & Pick<SentFile, 'remembers'>,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const found = await lockImport(tx, id)
      const { kind } = found
      await checkOptions(tx, kind, given.options ?? {})
      // A row of headings counts on the sheet for which it was chosen.
      const elsewhere = given.options?.sheet === undefined ? {} : { headingRow: null }
      const options = withChoices(found.options, { ...elsewhere, ...given.options })
      const chosen = given.mapping ?? found.mapping
      const moved = PLACES.filter((name) => options[name] !== found.options[name])
      const readOn = given.options?.sheet === undefined ? found.sheet : null
      const read =
        moved.length > 0
          ? await stageAgain(tx, id, { kind, mapping: found.mapping, options }, given.mapping, { moved, readOn })
          : { mapping: chosen, keys: found.keys, fields: mappedFields(kind, found.headings, chosen) }
      const { mapping, keys, fields } = read
      await sql`update imports set fields = ${fields}::text[] where id = ${id}`.execute(tx)
      const last = found.asLastTime.filter((name) =>
        name === 'mapping' ? given.mapping === undefined : !Object.hasOwn(given.options ?? {}, name),
      )
      await sql`
        update imports set mapping = ${JSON.stringify(mapping)}::jsonb, options = ${JSON.stringify(options)}::jsonb,
          as_last_time = ${last}, checked_at = null
        where id = ${id}`.execute(tx)
      if (remembers && keys.length > 0 && isTable(fields)) await keepAll(tx, kind, keys, { mapping, options })
    })
  } catch (error) {
    throw asText(error)
  }
}
