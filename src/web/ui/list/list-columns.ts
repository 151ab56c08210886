import type { ReactNode } from 'react'

/**
 * A column of a list. `width` is its minimum in px; a wider table shares the rest in proportion among the
 * columns that do not fit their texts.
 */
export interface Column<Row> {
  id: string
  header: string
  /** A control in place of the heading; on a phone too. */
  control?: ReactNode
  cell: (row: Row) => ReactNode
  width: number
  /**
   * For a column that is as wide as its longest text, which is then never cut: the text of a row, or the texts
   * that are as long as any.
   */
  fits?: readonly string[] | ((row: Row) => string)
  /** The most that a column which fits may have, and what it needs beside its text, in px. */
  most?: number
  room?: number
  /** The text on hover, where the cell shows less; by default its own text. */
  title?: (row: Row) => string
  /** 'right' for numbers, which have tabular figures. */
  align?: 'right'
  sortable?: boolean
  /** A control beside the cell's text: a copy button. */
  extra?: (row: Row) => ReactNode
  /**
   * True for a long text that takes a second line where rows are high enough, rather than being cut off;
   * 'whole', in cells that are no link, for as many lines as it has.
   */
  wraps?: boolean | 'whole'
  /** True for a cell with controls, which is no link. */
  noLink?: boolean
  /**
   * The place on a phone's card: its title, beside the title, over the whole width, or left out. By default
   * one of the facts.
   */
  card?: 'title' | 'aside' | 'wide' | 'none'
}

/** The column whose text is the title of a card: the one declared so, else the first. */
export const titleOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.find(({ card }) => card === 'title') ?? columns.find(({ card }) => card !== 'none') ?? columns[0]

/** Roles that a table would lose when it is shown as blocks and grids. */
export const ROLE = {
  table: 'table',
  rows: 'rowgroup',
  row: 'row',
  cell: 'cell',
  columnTitle: 'columnheader',
  groupTitle: 'rowheader',
} as const
