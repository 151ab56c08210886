import type { ReactNode } from 'react'

/** A column of a list. `width` is its minimum in px; a wider table shares the rest in proportion. */
export interface Column<Row> {
  id: string
  header: string
  /** A control in place of the heading; on a phone too. */
  control?: ReactNode
  cell: (row: Row) => ReactNode
  width: number
  /** For numbers: right-aligned, with tabular figures. */
  align?: 'right'
  sortable?: boolean
  /** Shown beside the cell's text: a copy button. */
  extra?: (row: Row) => ReactNode
  /** Room for two such controls. */
  wideExtra?: boolean
  /** A long text takes a second line where rows are high enough, rather than being cut off; `whole`, in cells that are no link: as many lines as it has. */
  wraps?: boolean | 'whole'
  /** The cell contains controls and is not a link. */
  noLink?: boolean
  /** On a phone, where each row is a card: its title, beside the title, over the whole width, or left out. By default one of the facts. */
  card?: 'title' | 'aside' | 'wide' | 'none'
}

/** The column whose text is the title of a card: the one declared so, else the first. */
export const titleOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.find(({ card }) => card === 'title') ?? columns.find(({ card }) => card !== 'none') ?? columns[0]

/** Roles that a table shown as blocks and grids would otherwise lose. */
export const ROLE = {
  table: 'table',
  rows: 'rowgroup',
  row: 'row',
  cell: 'cell',
  columnTitle: 'columnheader',
  groupTitle: 'rowheader',
} as const
