import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** How many rows there are in `from`, a table with its conditions: sql`users where …`. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(db)
  return rows[0]?.n ?? 0
}
