import { CompiledQuery } from 'kysely'
import type { Db } from './client.ts'

/** Rows read at once. */
const BATCH = 1_000

/**
 * The rows of a query in batches, from a cursor: only one batch is in memory. `db` is one connection within a
 * transaction, which can have only one such cursor at a time.
 */
export async function* inBatches<Row>(db: Db, { sql: text, parameters }: CompiledQuery<Row>): AsyncGenerator<Row[]> {
  await db.executeQuery(CompiledQuery.raw(`declare exported no scroll cursor for ${text}`, [...parameters]))
  for (;;) {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`fetch ${BATCH} from exported`))
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) break
  }
  await db.executeQuery(CompiledQuery.raw('close exported'))
}
