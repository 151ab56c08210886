import { sql } from 'kysely'
import { KEPT_DAYS } from '#contract/imports/imports.ts'
import type { Db } from '#server/db/client.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { sweepChoices } from '#server/resource/import-choices.ts'

/** Rows that one statement deletes. */
const SWEPT_AT_ONCE = 5_000

/**
 * Deletes files that were not imported, and those whose import can no longer be undone, with their rows.
 * Returns how many. Choices for later files go once nobody uses them.
 */
export async function sweepImports(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i left join runs r on r.id = i.run_id
    where i.created_at < now() - make_interval(days => ${KEPT_DAYS})
      and (r.id is null or r.finished_at < now() - make_interval(days => ${KEPT_DAYS}))
    order by i.id`.execute(db)
  for (const { id } of rows) await removeImport(db, id)
  await sweepChoices(db)
  return rows.length
}

/** Deletes a file with its rows. */
async function removeImport(db: Db, id: number): Promise<void> {
  await inBatches(SWEPT_AT_ONCE, async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from import_rows where import_id = ${id} and position in (
        select position from import_rows where import_id = ${id} limit ${limit})`.execute(db)
    return Number(numAffectedRows)
  })
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Most files of a person that were read but not imported, and most rows of all of them. */
const MOST_STAGED = { files: 10, rows: 300_000 }

/** Deletes a person's oldest files that were not imported, if there are too many; never the newest. */
export async function removeSurplus(db: Db, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update imports set checked_at = null where run_id is null and id in (
      select id from (
        select id, row_number() over (order by id desc) as place, sum(rows) over (order by id desc) as total
        from imports where created_by = ${userId} and run_id is null
      ) staged where place > 1 and (place > ${MOST_STAGED.files} or total > ${MOST_STAGED.rows})
    ) returning id`.execute(db)
  for (const { id } of rows) await removeImport(db, id)
}
