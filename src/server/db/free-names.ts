import { sql } from 'kysely'
import type { Tx } from './client.ts'

/** A table and its column of names that must be unique. */
type NameColumn = { table: 'articles'; column: 'slug' } | { table: 'htmlBlocks'; column: 'identifier' }

/**
 * Names to try in turn for a new record: the plain one, then those that `numbered` makes of 2, 3 and so on
 * and that nobody has. One query reads all that are taken. Somebody else may take a name meanwhile, so the
 * insert has to check.
 */
export async function* freeNames(
  tx: Tx,
  { table, column }: NameColumn,
  plain: string,
  numbered: (n: number) => string,
): AsyncGenerator<string> {
  yield plain
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} ^@ ${plain}`.execute(tx)
  const taken = new Set(rows.map(({ name }) => name))
  for (let n = 2; ; n++) if (!taken.has(numbered(n))) yield numbered(n)
}
