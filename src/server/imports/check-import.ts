import { sql } from 'kysely'
import { IMPORT_FIELDS, type ImportKind, KEY_FIELDS, NEEDED_FIELDS } from '#contract/imports/import-fields.ts'
import type { ImportOptions, ReadOptions } from '#contract/lib/import-options.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { fillingOf } from '#server/imports/rows/filled-cells.ts'
import type { DateClock } from '#server/imports/rows/import-dates.ts'
import {
  type JudgedRow,
  type Judging,
  judgeRows,
  type StagedRow,
  type UnknownText,
} from '#server/imports/rows/judge-rows.ts'
import { readReferences } from '#server/imports/rows/references.ts'
import { type ColumnShown, columnForms } from './column-forms.ts'

/** Rows in one transaction. */
const BATCH = 500

const keep = (db: Db, importId: number, rows: readonly JudgedRow[]) =>
  sql`
    update import_rows i set record = r.record, problems = r.problems, changes = r.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position integer, record jsonb, problems jsonb, changes jsonb)
    where i.import_id = ${importId} and i.position = r.position`.execute(db)

/**
 * Reads all rows of a file as they would be imported, and keeps the result or the problems of each. Changes
 * no client and no order. Throws 404.
 */
export async function checkImport(db: Db, id: number, { timeZone }: DateClock): Promise<void> {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Import')
  const kind = found.kind as ImportKind // as the table's check allows
  const fields: (string | null)[] = found.fields
  const options = found.options as ImportOptions // as they were sent
  const { fixed = {}, values = {}, historic = false, update = false } = options
  const shown = found.shown as unknown as ColumnShown[] // as stageFile stored them
  const place = found.found as Pick<ReadOptions, 'encoding' | 'separator'> // as stageFile stored it
  const { headings, asLastTime } = found
  const forms = columnForms(kind, { headings, fields, shown, found: place, asLastTime }, options)
  const columns = { headings, forms, filling: fillingOf(fields, { fixed, values }) }
  const references = kind === 'orders' ? await readReferences(db) : null
  const seen = { used: new Map<string, number>(), unknown: new Map<string, UnknownText>() }
  const judging: Judging = { kind, columns, references, timeZone, now: new Date(), historic, update, ...seen }
  const count = { valid: 0, updates: 0, unchanged: 0, changes: 0, problems: 0 }
  const missing = missingFields(kind, fields, options)
  let at = 0
  for (;;) {
    const { rows } = await sql<StagedRow>`
      select position, line, cells, numbers, figures from import_rows
      where import_id = ${id} and position > ${at} order by position limit ${BATCH}`.execute(db)
    if (rows.length === 0) break
    const judged = (await judgeRows(db, judging, rows)).map((row) => withoutMissing(row, missing))
    await keep(db, id, judged)
    for (const row of judged) countRow(count, row)
    at = rows.at(-1)?.position ?? at
  }
  const unknownTexts = JSON.stringify([...seen.unknown.values()])
  await db
    .updateTable('imports')
    .set({ ...count, problems: count.problems + missing.length, unknownTexts, checkedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('runId', 'is', null)
    .execute()
}

function countRow(
  count: Record<'valid' | 'updates' | 'unchanged' | 'changes' | 'problems', number>,
  { record, changes, problems }: JudgedRow,
): void {
  if (record) count.valid++
  if (changes) count.updates++
  else if (record && 'update' in record) count.unchanged++
  count.changes += changes?.length ?? 0
  count.problems += problems?.length ?? 0
}

/**
 * Labels of required fields without a column or a fixed value: no row can be imported without them. If
 * records are changed, that is their key: a row that makes a record says by itself what it lacks.
 */
export const missingFields = (
  kind: ImportKind,
  fields: readonly (string | null)[],
  { fixed = {}, update = false }: ImportOptions,
): string[] =>
  (update ? [KEY_FIELDS[kind]] : NEEDED_FIELDS[kind])
    .filter((field) => !fields.includes(field) && !fixed[field])
    .map((field) => IMPORT_FIELDS[kind][field] ?? field)

/** Drops a missing column from the problems of a row: the headings report it once. */
function withoutMissing(row: JudgedRow, missing: readonly string[]): JudgedRow {
  if (missing.length === 0) return row
  const problems = row.problems?.filter(({ column }) => !missing.includes(column)) ?? []
  return { position: row.position, record: null, problems: problems.length > 0 ? problems : null, changes: null }
}
