import type { RawBuilder } from 'kysely'
import type { FilterFields } from '#contract/lib/filters.ts'

export type Condition = RawBuilder<boolean>

/** Where the value of a field is. All of it is our own SQL: nothing that a caller sends gets here but as a parameter. */
export interface FilterColumn {
  /** The SQL of the value; of a text or a reference several, any of which may match. */
  sql: string | readonly string[]
  /** What the values of an enum or a reference are compared as; integer by default. */
  type?: 'smallint' | 'text' | 'boolean' | 'milestone'
  /** For values of other tables: `exists (…)` with the condition, for a row of the list with an id between these; `id` is SQL of its id. */
  within?: (condition: Condition, ids: IdRange, id?: RawBuilder<unknown>) => Condition
  /** Where rows of the other table are in the list's order: its rows that meet these. The list is then read from them. */
  rows?: FilterRows
  /** True where there is at most one row within: filters that have the same `within` are then asked of it together. */
  oneRow?: true
  /** For texts that many rows share: what they are asked of. */
  among?: FilterAmong
  /** True for a text whose index is over the column itself: letters are then compared by the database's own rules. */
  plain?: true
  /** What counts as empty, and as filled, where it is more than having no value or one. */
  presence?: { empty: string; filled: string }
  /** True where an index of the live rows is of this column and the id: of several such filters, ids are compared, not rows read. */
  listed?: true
  /** True where every row has a value. */
  required?: true
  /** How the ids are found between which all matches are (`foreknown.ts`). */
  ends?: FilterEnds
}
/** The rows that texts are asked of, each once; a row of the list is let through if its column has the value of one that matches. */
export interface FilterAmong {
  column: string
  type: 'text' | 'integer'
  /** SQL that selects those values; a condition follows. */
  select: string
  /** True where there are never more than some dozens. */
  few?: true
}
/** Rows of another table: SQL of the table with its alias, of the id of the list's row, and of the condition of an index by that id. */
export interface FilterRows {
  from: string
  id: string
  live: string
}
/** The first and the last id that there can be. */
export interface IdRange {
  first: number
  last: number
}
export const EVERY_ID: IdRange = { first: 1, last: 2_147_483_647 }
/** What is known of a call's filters before they are asked: the ids between which all matches are, and the values of texts by field. */
export interface Known {
  ids: IdRange
  values: Record<string, KnownValues>
}
/** The values of a text's field that match. */
export type KnownValues = readonly (string | number)[]
export const NOTHING_KNOWN: Known = { ids: EVERY_ID, values: {} }
/** An index of rows `x` by a value and the id of the list's row, or by that id alone. All of it is our own SQL. */
export interface FilterEnds {
  /** What `value` is in that index: the very value, the week of it (`week_of` in the database), or a condition beside the id. */
  by: 'value' | 'week' | 'id'
  /** The table, and the condition of its index. */
  table: string
  live: string
  value: string
  id: string
}
export type FilterColumns<Fields extends FilterFields> = Record<keyof Fields & string, FilterColumn>

/** The clock that relative days are counted by. */
export interface FilterClock {
  timeZone: string
  now?: Date
}

/** The list's table, its alias in the columns, and the condition of its live rows. */
export interface FilteredTable {
  table: string
  alias: string
  live: string
}

/**
 * A field of a table with few different values: the condition is asked of these, `step.name`, found in an index that begins with the
 * column by jumping from each to the next. The names are ours.
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
  /** Of the list. */
  alias: string
  /** The condition of the index, for `n`. */
  live?: string
}

/** SQL of a column of the list, for the same table as `x`. */
export const ofOther = (text: string, alias: string) => text.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), 'x.')
