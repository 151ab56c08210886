import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Run } from '#contract/runs/runs.ts'
import type { Tx } from '#server/db/client.ts'
import { announce } from '#server/db/tuning/transactions.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { RUN_WAITS } from '#server/runs/create-run.ts'
import { readRun } from '#server/runs/read-runs.ts'
import type { ImportInput } from './import-kind.ts'
import { APPLIED, dropFile } from './kept-file.ts'

const NOT_CHECKED = 'This file was not checked to its end. Check it again.'
const NOTHING_GOOD = 'No row of this file can be imported.'
const NOTHING_NEW = 'Every row of this file is as it is stored already.'
/** Why a row is left out whose record is as it says. */
const AS_STORED = 'Nothing differs'

/** Rows of one statement. */
const BATCH = 10_000

/** Why a row with problems is left out, as the run keeps it. */
const PROBLEMS = sql`(
  select left(string_agg((p ->> 'column') || ': ' || (p ->> 'message'), '; '), 2000) from jsonb_array_elements(r.problems) p
)`

const UNCHANGED = sql`r.record = '{"update": null}'`

/** Starts the run that imports a file as it was checked. Rows with problems are left out, and those
 * that change nothing. Throws 404, 409. */
export async function startImport(tx: Tx, _: unknown, { id }: { id: number }, actor: Actor): Promise<Run> {
  const found = await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw notFound('Import')
  if (found.runId !== null) throw new AppError(409, APPLIED)
  if (found.checkedAt === null) throw new AppError(409, NOT_CHECKED)
  if (found.valid === 0) throw new AppError(409, NOTHING_GOOD)
  const { kind: of, fileName, rows } = found
  const total = found.valid - found.unchanged
  if (total === 0) throw new AppError(409, NOTHING_NEW)
  const { userId, sessionId: __, ...startedFrom } = actor
  const input: ImportInput = { importId: id, fileName, of: of as ImportKind } // as the table's check allows
  const run = await tx
    .insertInto('runs')
    .values({
      kind: 'import',
      title: fileName,
      input: JSON.stringify({ ...input, startedFrom }),
      total,
      skipped: rows - total,
      createdBy: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < rows; from += BATCH)
    await sql`
      insert into run_items (run_id, position, input, state, reason)
      select ${run.id}, r.position, jsonb_build_object('row', r.line),
        case when r.record is null or ${UNCHANGED} then 'skipped' else 'waiting' end,
        case when r.record is null then ${PROBLEMS} when ${UNCHANGED} then ${AS_STORED} end
      from import_rows r where r.import_id = ${id} and r.position between ${from + 1} and ${from + BATCH}`.execute(tx)
  await tx.updateTable('imports').set({ runId: run.id }).where('id', '=', id).execute()
  await dropFile(tx, id)
  const after = { kind: 'import', title: fileName, import: id, of, rows: total }
  await recordAudit(tx, actor, { action: 'run.start', entity: 'runs', entityId: run.id, after }, Object.keys(after))
  announce(tx, RUN_WAITS)
  return readRun(tx, run.id)
}
