import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Condition, IdRange } from './columns.ts'

/** A list whose rows are narrowed. The SQL is ours; what a caller sent is in parameters of the conditions. */
export interface Narrowed {
  /** The table with its alias, 'orders o', and the alias. */
  from: string
  alias: string
  /** What every row of the list meets, with an index of its own for each sort; SQL. */
  live: string
  conditions: readonly Condition[]
  /** The same for finding all matches at once, where that is asked in another way. */
  found?: readonly Condition[]
  /** Finds out what can be known before matches of a list by id are looked for. */
  foreseen?: (db: Db) => Promise<Foreseen>
}

/** A narrowed list by id, and the ids between which all its matches are. */
export interface Foreseen extends Omit<Narrowed, 'foreseen'> {
  ids: IdRange
}

/** Several conditions as one. */
export const allMet = (live: string, conditions: readonly Condition[]) =>
  sql<boolean>`${sql.join([sql.raw(live), ...conditions], sql` and `)}`

/** What all matches meet, in the way that finds them at once. */
export const allFound = ({ live, conditions, found = conditions }: Narrowed) => allMet(live, found)
