import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Condition, IdRange } from './columns.ts'
import type { IdSource } from './id-sources.ts'

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
  /** Finds out what can be known before matches are looked for. */
  foreseen?: (db: Db) => Promise<Foreseen>
}

/** A narrowed list by id, with what is known before its matches are looked for: where they lie, and what finds those of each filter. */
export interface Foreseen extends Omit<Narrowed, 'foreseen'> {
  ids: IdRange
  /** One for each filter; null if the list has other conditions as well, or too many values of a text. */
  sources: readonly IdSource[] | null
  /** SQL that selects the ids of all matches, merged from indexes of other tables, where all filters are of those. */
  merged: RawBuilder<unknown> | null
}

/** A page: rows, and the rows before it. */
export interface Part {
  limit: number
  offset: number
}
/** How many matches were counted, and the ids of a page. */
export interface Ids {
  n: number
  ids: number[]
}

/** Several conditions as one. */
export const allMet = (live: string, conditions: readonly Condition[]) =>
  sql<boolean>`${sql.join([sql.raw(live), ...conditions], sql` and `)}`

/** What all rows of a list meet. */
export const allOf = ({ live, conditions }: Pick<Narrowed, 'live' | 'conditions'>) => allMet(live, conditions)

/** What all matches meet, in the way that finds them at once. */
export const allFound = ({ live, conditions, found = conditions }: Narrowed) => allMet(live, found)
