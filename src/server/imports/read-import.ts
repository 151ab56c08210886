import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { type FileImport, type ImportProblem, SAMPLE_ROWS, SHOWN_PROBLEMS } from '#contract/imports/imports.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { SheetBatches } from '#server/sheets/write-sheet.ts'
import { missingFields } from './check-import.ts'

async function findImport(db: Db, id: number) {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Import')
  const kind = found.kind as ImportKind // as the table's check allows
  const fields: (string | null)[] = found.fields
  return { ...found, kind, fields }
}

/** What kind of records a file has. Throws 404. */
export const kindOfImport = async (db: Db, id: number): Promise<ImportKind> => (await findImport(db, id)).kind

const NO_COLUMN = 'No column is mapped to this field'

/** All problems of a file in the order of its rows: those of the headings first. */
const problemsOf = (id: number, missing: readonly string[]) => sql<ImportProblem>`
  select 1 as row, m.column, ${NO_COLUMN}::text as message, 0 as position, m.n
  from unnest(${[...missing]}::text[]) with ordinality m ("column", n)
  union all
  select r.line, p.value ->> 'column', p.value ->> 'message', r.position, p.n
  from import_rows r, jsonb_array_elements(r.problems) with ordinality p (value, n)
  where r.import_id = ${id} and r.problems is not null
  order by position, n`

const plain = ({ row, column, message }: ImportProblem): ImportProblem => ({ row, column, message })

/** The problems of a file, page by page. Throws 404. */
export async function listProblems(
  db: Db,
  id: number,
  query: Pick<ListQuery, 'page' | 'perPage'>,
): Promise<Page<ImportProblem>> {
  const { kind, fields, problems } = await findImport(db, id)
  const all = problemsOf(id, missingFields(kind, fields))
  const count = async () => problems
  return paginate(query, count, async (limit, offset) => {
    const { rows } = await sql<ImportProblem>`${all} limit ${limit} offset ${offset}`.execute(db)
    return rows.map(plain)
  })
}

/** How many problems a file has. Throws 404. */
export const countProblems = async (db: Db, id: number): Promise<number> => (await findImport(db, id)).problems

/** All problems of a file, one by one. Throws 404. */
export async function* allProblems(db: Db, id: number): AsyncGenerator<ImportProblem> {
  for (let page = 1; ; page++) {
    const { items, totalCount } = await listProblems(db, id, { page, perPage: 1_000 })
    yield* items
    if (page * 1_000 >= totalCount) return
  }
}

/** All problems of a file as a table; in a transaction. */
export async function problemSheet(db: Db, id: number): Promise<SheetBatches> {
  const { kind, fields } = await findImport(db, id)
  const all = problemsOf(id, missingFields(kind, fields))
  return {
    headings: ['Row', 'Column', 'Problem'],
    batches: cellsOf(inBatches<ImportProblem>(db, all.compile(db)), ({ row, column, message }) => [
      row,
      column,
      message,
    ]),
  }
}

/** A file as it was checked: its columns with samples, its first problems, and the run once it is imported. Throws 404. */
export async function readImport(db: Db, id: number): Promise<FileImport> {
  const found = await findImport(db, id)
  const { kind, fileName, headings, fields, rows, valid, problems, checkedAt, createdAt, runId } = found
  const [samples, first, run] = await Promise.all([
    db
      .selectFrom('importRows')
      .select('cells')
      .where('importId', '=', id)
      .orderBy('position')
      .limit(SAMPLE_ROWS)
      .execute(),
    sql<ImportProblem>`${problemsOf(id, missingFields(kind, fields))} limit ${SHOWN_PROBLEMS}`.execute(db),
    runId === null ? null : readRun(db, runId),
  ])
  const cells = samples.map((row) => row.cells as string[]) // as stageFile stored them
  return {
    ...{ id, kind, fileName, rows, valid, problemCount: problems, checked: checkedAt !== null, createdAt, run },
    problems: checkedAt === null ? [] : first.rows.map(plain),
    unknownColumns: headings.filter((_, index) => fields[index] === null),
    columns: headings.map((heading, index) => ({
      heading,
      field: fields[index] ?? null,
      samples: cells.map((row) => (row[index] ?? '').slice(0, 100)),
    })),
  }
}
