import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Condition } from './columns.ts'

/** A list whose rows are narrowed. The SQL is ours; what a caller sent is in parameters of the conditions. */
export interface Narrowed {
  /** The table with its alias, 'orders o', and the alias. */
  from: string
  alias: string
  /** SQL: the condition that every row of the list meets; each sort has an index with it. */
  live: string
  conditions: readonly Condition[]
  /** The same list, once the values of texts that match are known, which the planner plans better. */
  known?: (db: Db) => Promise<Narrowed>
}

/** Several conditions as one. */
export const allMet = (live: string, conditions: readonly Condition[]) =>
  sql<boolean>`${sql.join([sql.raw(live), ...conditions], sql` and `)}`

/** The condition that all matches meet. */
export const allOf = ({ live, conditions }: Pick<Narrowed, 'live' | 'conditions'>) => allMet(live, conditions)
