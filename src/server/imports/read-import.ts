import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import {
  type FileImport,
  type ImportChange,
  type ImportProblem,
  SAMPLE_ROWS,
  SHOWN_CHANGES,
  SHOWN_PROBLEMS,
  type UnknownText,
} from '#contract/imports/imports.ts'
import type { Page } from '#contract/lib/envelope.ts'
import type { ImportMapping } from '#contract/lib/import.ts'
import type { ImportOptions } from '#contract/lib/import-options.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { encodingGuess, type FoundTable, optionsRead, stillAsLastTime } from '#server/resource/options.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { SheetBatches } from '#server/sheets/sheet-table.ts'
import { shownText } from '#server/sheets/unreadable.ts'
import { missingFields } from './check-import.ts'
import { type ColumnShown, columnForms, NUMBERS } from './column-forms.ts'
import { fieldsOfColumns } from './columns.ts'

/** The place of a table that an older version read. */
const NOWHERE: FoundTable = {
  sheet: null,
  sheets: [],
  encoding: null,
  guessedBy: null,
  separator: null,
  headingRow: null,
}

async function findImport(db: Db, id: number) {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Import')
  const kind = found.kind as ImportKind // as the table's check allows
  const fields: (string | null)[] = found.fields
  const options = found.options as ImportOptions // as they were sent
  const place = { ...NOWHERE, ...(found.found as Partial<FoundTable>) } // as stageFile stored it
  return { ...found, kind, fields, options, place }
}
type Found = Awaited<ReturnType<typeof findImport>>

/** The kind of records in a file. Throws 404. */
export const kindOfImport = async (db: Db, id: number): Promise<ImportKind> => (await findImport(db, id)).kind

const NO_FORM = { dateForm: null, decimalSign: null, ambiguous: null }
const NO_COLUMN = 'No column is mapped to this field'

/** Problems of the headings. */
const problemsOfHeadings = ({ kind, fields, options, place }: Found): ImportProblem[] =>
  missingFields(kind, fields, options).map((column) => ({ row: place.headingRow ?? 1, column, message: NO_COLUMN }))

/** Problems of the rows, in their order, read along the index however many there are. */
const problemsOfRows = (id: number) => sql<ImportProblem>`
  select r.line as row, p.value ->> 'column' as "column", p.value ->> 'message' as message
  from import_rows r cross join lateral jsonb_array_elements(r.problems) with ordinality p (value, n)
  where r.import_id = ${id} and r.problems is not null
  order by r.position, p.n`

/** Some problems of a file, those of the headings first. */
async function someProblems(
  db: Db,
  found: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportProblem[]> {
  const headings = problemsOfHeadings(found)
  const first = headings.slice(offset, offset + limit)
  const from = Math.max(0, offset - headings.length)
  const { rows } = await sql<ImportProblem>`
    ${problemsOfRows(found.id)} limit ${limit - first.length} offset ${from}`.execute(db)
  return [...first, ...rows]
}

/** The problems of a file, page by page. Throws 404. */
export async function listProblems(
  db: Db,
  id: number,
  query: Pick<ListQuery, 'page' | 'perPage'>,
): Promise<Page<ImportProblem>> {
  const found = await findImport(db, id)
  return paginate(
    query,
    async () => found.problems,
    (limit, offset) => someProblems(db, found, { limit, offset }),
  )
}

/** The number of a file's problems. Throws 404. */
export const countProblems = async (db: Db, id: number): Promise<number> => (await findImport(db, id)).problems

/** All problems of a file, one by one. Throws 404. */
export async function* allProblems(db: Db, id: number): AsyncGenerator<ImportProblem> {
  for (let page = 1; ; page++) {
    const { items, totalCount } = await listProblems(db, id, { page, perPage: 1_000 })
    yield* items
    if (page * 1_000 >= totalCount) return
  }
}

const cellsOfProblem = ({ row, column, message }: ImportProblem) => [row, column, message]

/** All problems of a file as a table; call it in a transaction. */
export async function problemSheet(db: Db, id: number): Promise<SheetBatches> {
  const found = await findImport(db, id)
  async function* batches() {
    yield problemsOfHeadings(found).map(cellsOfProblem)
    yield* cellsOf(inBatches<ImportProblem>(db, problemsOfRows(id).compile(db)), cellsOfProblem)
  }
  return { headings: ['Row', 'Column', 'Problem'], batches: batches() }
}

/** The first changed values, in the order of their rows. */
const firstChanges = async (db: Db, id: number): Promise<ImportChange[]> => {
  const { rows } = await sql<ImportChange>`
    select r.line as row, c.value ->> 'column' as "column", c.value ->> 'from' as "from", c.value ->> 'to' as "to"
    from import_rows r cross join lateral jsonb_array_elements(r.changes) with ordinality c (value, n)
    where r.import_id = ${id} and r.changes is not null
    order by r.position, c.n limit ${SHOWN_CHANGES}`.execute(db)
  return rows
}

/**
 * A checked file: its columns with samples, its first problems, and the run once it is imported. Throws 404.
 */
export async function readImport(db: Db, id: number): Promise<FileImport> {
  const found = await findImport(db, id)
  const { kind, fileName, headings, fields, options, place, rows, valid, problems, checkedAt, createdAt, runId } = found
  const [samples, first, changes, run] = await Promise.all([
    db
      .selectFrom('importRows')
      .select(['cells', 'figures'])
      .where('importId', '=', id)
      .orderBy('position')
      .limit(SAMPLE_ROWS)
      .execute(),
    found.checkedAt === null ? [] : someProblems(db, found, { limit: SHOWN_PROBLEMS, offset: 0 }),
    found.checkedAt === null ? [] : firstChanges(db, id),
    runId === null ? null : readRun(db, runId),
  ])
  const shown = found.shown as unknown as ColumnShown[] // as stageFile stored them
  const forms = columnForms(kind, { headings, fields, shown, found: place, asLastTime: found.asLastTime }, options)
  const sampleAt = (field: string | null | undefined, column: number) =>
    samples.map((row) => {
      const cells = row.cells as string[] // as stageFile stored them
      const figures = row.figures as Record<number, string> | null
      const number = field && NUMBERS.has(field) ? figures?.[column] : undefined
      return number ?? shownText(cells[column] ?? '').slice(0, 100)
    })
  const named = fieldsOfColumns(kind, headings, found.mapping as ImportMapping) // as stageFile stored it
  return {
    id,
    kind,
    fileName,
    rows,
    valid,
    problemCount: problems,
    updates: found.updates,
    unchanged: found.unchanged,
    changes,
    changeCount: found.changes,
    unknownTexts: found.unknownTexts as UnknownText[], // as checkImport stored them
    checked: checkedAt !== null,
    createdAt,
    run,
    problems: first,
    unknownColumns: headings.filter((_, index) => fields[index] === null),
    options: optionsRead(options, place, forms.found),
    sheets: [...place.sheets],
    ...encodingGuess(options, place),
    asLastTime: stillAsLastTime(found.asLastTime, options, forms.found),
    columns: headings.map((heading, index) => ({
      heading,
      field: fields[index] ?? null,
      guessed: named[index]?.guessed === true && named[index].field === fields[index],
      samples: sampleAt(fields[index], index),
      ...(forms.shown[index] ?? NO_FORM),
    })),
  }
}
