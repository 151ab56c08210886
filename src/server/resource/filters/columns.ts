import type { RawBuilder } from 'kysely'
import type { FilterFields } from '#contract/lib/filters.ts'

export type Condition = RawBuilder<boolean>

/**
 * Where the value of a field is. All of it is our own SQL: nothing that a caller sends gets here but as a
 * parameter.
 */
export interface FilterColumn {
  /** The SQL of the value. A text or a reference may have several, any of which may match. */
  sql: string | readonly string[]
  /** The SQL type in which values of an enum or a reference are compared; integer by default. */
  type?: 'smallint' | 'text' | 'boolean' | 'milestone'
  /** For values of other tables: `exists (…)` with the condition, for a row of the list. */
  within?: (condition: Condition) => Condition
  /**
   * True where there is at most one row within: filters that have the same `within` are then asked of it
   * together.
   */
  oneRow?: true
  /** For texts that many rows share: what they are asked of. */
  among?: FilterAmong
  /** True for a text that is kept as searches compare it (`fold`, db/sql/fold.sql). */
  folded?: true
  /**
   * True for texts of many rows, which are found by their index, and those whose dots and dashes count: as
   * typed, or as a number is stored.
   */
  indexed?: true
  /** Conditions for empty and for filled, where more than null decides. */
  presence?: { empty: string; filled: string }
  /** True where every row has a value. */
  required?: true
}
/**
 * The rows that texts are asked of, each once; a row of the list is let through if its column has the value
 * of one that matches.
 */
export interface FilterAmong {
  column: string
  type: 'text' | 'integer'
  /** SQL that selects those values; a condition follows. */
  select: string
  /** True where there are never more than some dozens. */
  few?: true
}
/**
 * The values of texts that match, by field, where they are known before the list is read (`known-values.ts`).
 */
export type KnownValues = Record<string, readonly (string | number)[]>
export type FilterColumns<Fields extends FilterFields> = Record<keyof Fields & string, FilterColumn>

/** The clock that relative days are counted by. */
export interface FilterClock {
  timeZone: string
  now?: Date
}

/**
 * A field of a table with few different values: the condition is asked of these, `step.name`, found in an
 * index that begins with the column by jumping from each to the next. The names are ours.
 */
export function amongNames({ table, column, alias, live = 'true' }: NamesOf): FilterColumn {
  const next = (after: string) =>
    `select n.${column} from ${table} n where ${live}${after} order by n.${column} limit 1`
  const select = `with recursive step (name) as ((${next('')}) union all
    select (${next(` and n.${column} > step.name`)}) from step where step.name is not null
  ) select name from step where name is not null and `
  const value = `${alias}.${column}`
  return {
    sql: 'step.name',
    among: { column: value, type: 'text', select, few: true },
    presence: { empty: `(${value} = '' or ${value} is null)`, filled: `${value} > ''` },
  }
}
interface NamesOf {
  table: string
  column: string
  /** The list's alias. */
  alias: string
  /** The condition of the index, for `n`. */
  live?: string
}
