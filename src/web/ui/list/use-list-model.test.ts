import { expect, test } from 'vitest'
import { sortRows } from './use-list-model.ts'

test('empty values come last in either direction', () => {
  const rows = [{ v: 2 }, { v: null }, { v: 10 }, { v: 1 }]
  const value = (row: { v: number | null }) => row.v
  expect(sortRows(rows, value, false).map(value)).toEqual([1, 2, 10, null])
  expect(sortRows(rows, value, true).map(value)).toEqual([10, 2, 1, null])
})
