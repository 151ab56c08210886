import type { ReactNode } from 'react'

/** One place on the axis. */
export interface ChartPoint {
  label: string
  /** A shorter text for the axis, so that every place has one: '14' after 'Sep 7'. */
  tick?: string
  /** Values by series, in their order; null for none. */
  values: readonly (number | null)[]
  /** The table's heading of the row, in place of the label: a link to the records behind the figures. */
  head?: ReactNode
  /** The table's cells in place of the values: links to the records behind them. */
  cells?: readonly ReactNode[]
}

/** The data of a chart and of the table behind it. */
export interface ChartData {
  /** The unit of the axis, as the heading of the table's first column: 'Week'. */
  of: string
  /** Names of the series, three at most: the first is filled, the second striped, the third dotted. */
  series: readonly string[]
  points: readonly ChartPoint[]
  /** A value in words, on the axis, in the table and on hover; by default its digits. */
  format?: (value: number) => string
}

/** The name of a series among the values of a point. */
export const keyOf = (index: number) => `s${index}`
