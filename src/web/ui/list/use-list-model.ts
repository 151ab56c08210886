import { useMemo } from 'react'
import type { Sort } from '#web/lib/list/list-state.ts'
import type { Column } from './list-columns.ts'

interface ModelOptions<Row> {
  columns: readonly Column<Row>[]
  rows: Row[]
  /** Columns that are switched off, by id. */
  visibility?: Record<string, boolean>
  sort: Sort | null
  part?: readonly [from: number, to: number]
}

/** The visible columns and the sorted rows, or a part of them; empty values come last in either direction. */
export function useListModel<Row>({ columns, rows, visibility, sort, part }: ModelOptions<Row>) {
  // The same array while nothing changed: rows are rendered again for new columns.
  const shown = useMemo(() => columns.filter((column) => visibility?.[column.id] !== false), [columns, visibility])
  const value = sort ? columns.find((column) => column.id === sort.column)?.value : undefined
  const descending = sort?.descending ?? false
  const sorted = useMemo(() => (value ? sortRows(rows, value, descending) : rows), [rows, value, descending])
  return { columns: shown, rows: part ? sorted.slice(...part) : sorted }
}

type Value = string | number | null
const empty = (value: Value) => value === null || value === ''
const compare = (a: Value, b: Value) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true })

/** A copy of the rows sorted by one value; equal rows keep their order. */
export function sortRows<Row>(rows: readonly Row[], value: (row: Row) => Value, descending: boolean): Row[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (empty(a) || empty(b)) return Number(empty(a)) - Number(empty(b))
    return descending ? compare(b, a) : compare(a, b)
  })
}
