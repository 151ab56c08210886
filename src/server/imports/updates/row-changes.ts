/** Columns of a record by their names in SQL. */
export type Columns = Record<string, unknown>

/** A value that a row changes, as texts like those of an export; '' for none. */
export interface ValueChange {
  field: string
  from: string
  to: string
}
