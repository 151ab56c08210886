import type { ReactNode } from 'react'

/** One place on the axis. */
export interface ChartPoint {
  label: string
  /** A value for each series, in their order; null where there is none. */
  values: readonly (number | null)[]
  /** Shown in the table instead of the label: a link to what the figures count. */
  head?: ReactNode
  /** Shown in the table instead of the values: links to what they count. */
  cells?: readonly ReactNode[]
}

/** What a chart and the table behind it show. */
export interface ChartData {
  /** What a point is, as the heading of the table's first column: 'Week'. */
  of: string
  /** The names of the series, at most three: the first is filled, the second striped, the third dotted. */
  series: readonly string[]
  points: readonly ChartPoint[]
  /** A value in words, on the axis, in the table and on hover; digits as they are by default. */
  format?: (value: number) => string
}

/** The name of a series among the values of a point. */
export const keyOf = (index: number) => `s${index}`
