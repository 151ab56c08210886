import { sql } from 'kysely'
import { KEPT_DAYS } from '#contract/imports/imports.ts'
import type { Db } from '#server/db/client.ts'

/** Rows that one statement deletes. */
const SWEPT_AT_ONCE = 5_000

/** Deletes files that were not imported, and those whose import can no longer be undone, with their rows. Returns how many. */
export async function sweepImports(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i left join runs r on r.id = i.run_id
    where i.created_at < now() - make_interval(days => ${KEPT_DAYS})
      and (r.id is null or r.finished_at < now() - make_interval(days => ${KEPT_DAYS}))
    order by i.id`.execute(db)
  for (const { id } of rows) {
    for (let more = true; more; ) {
      const { numAffectedRows = 0n } = await sql`
        delete from import_rows where import_id = ${id} and position in (
          select position from import_rows where import_id = ${id} limit ${SWEPT_AT_ONCE})`.execute(db)
      more = numAffectedRows > 0n
    }
    await db.deleteFrom('imports').where('id', '=', id).execute()
  }
  return rows.length
}
