import type { ReactNode } from 'react'

/** A column of a list. `width` is its minimum in px; a wider table shares the rest in proportion. */
export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  width: number
  /** For numbers: right-aligned, with tabular figures. */
  align?: 'right'
  sortable?: boolean
  /** The value the table sorts by in the browser; without it the server sorts. */
  value?: (row: Row) => string | number | null
  /** Shown beside the cell's link: a copy button, a switch. */
  extra?: (row: Row) => ReactNode
  /** The cell contains controls and is not a link. */
  noLink?: boolean
}
