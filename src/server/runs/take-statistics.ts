import { sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Services } from '#server/services.ts'

/**
 * Rows from which on statistics are taken: fewer change no plan, and sampling a large table takes a second.
 */
export const MANY_ROWS = 1_000

/**
 * Takes the planner's statistics of tables that a run has filled with many rows. PostgreSQL does so by itself
 * within a minute or two; until then it plans as if the rows did not exist, and a filter may run into its
 * time limit. A failure is only logged.
 */
export async function takeStatistics(
  { db, log }: Services,
  runId: number,
  tables: readonly (keyof DB)[],
): Promise<void> {
  try {
    const { total } = await db.selectFrom('runs').select('total').where('id', '=', runId).executeTakeFirstOrThrow()
    if (total < MANY_ROWS) return
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '60s'`.execute(tx)
      await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx)
    })
  } catch (error) {
    log.warn({ err: error, runId }, 'statistics could not be taken')
  }
}
