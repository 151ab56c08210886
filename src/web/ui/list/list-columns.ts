import type { ReactNode } from 'react'

/** A column of a list. `width` in px is what it gets at least; wider tables share the rest in proportion. */
export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  width: number
  /** Numbers stand right, with tabular figures. */
  align?: 'right'
  sortable?: boolean
  /** What the table itself sorts by; without it the list's order is the server's. */
  value?: (row: Row) => string | number | null
  /** Stands beside the cell's link: a copy button, a switch. */
  extra?: (row: Row) => ReactNode
  /** The cell holds controls of its own and is no link. */
  noLink?: boolean
}
