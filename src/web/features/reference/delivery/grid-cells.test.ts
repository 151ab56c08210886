import { beforeEach, expect, test } from 'vitest'
import { GridCells, type Place } from './grid-cells.ts'

let stored: Record<string, number>
let written: string[]
let cells: GridCells
const days = ({ row, column }: Place) => stored[`${row}:${column}`] ?? 0

beforeEach(() => {
  stored = { '0:0': 7, '1:1': 9 }
  cells = new GridCells(2, 2, days)
  written = []
  cells.show({
    focus: () => {},
    write: ({ row, column }, text, change) => written.push(`${row}:${column} ${text}${change ? ' changed' : ''}`),
  })
})

test('a cell counts as changed while it differs from its stored value', () => {
  cells.set([
    { row: 0, column: 0, text: '8' },
    { row: 1, column: 0, text: '' },
    { row: 1, column: 1, text: 'abc' },
  ])
  expect(written).toEqual(['0:0 8 changed', '1:0 ', '1:1 abc changed'])
  expect(cells.count.get()).toBe(2)
  expect(cells.changes.map((change) => change.days)).toEqual([8, null])
  cells.set([{ row: 0, column: 0, text: '7' }])
  expect(cells.count.get()).toBe(1)
})

test('leaving a cell tidies its text', () => {
  cells.set([{ row: 0, column: 1, text: '1500' }])
  cells.tidy({ row: 0, column: 1 })
  expect(cells.text({ row: 0, column: 1 })).toBe('1000')
})

test('new stored values keep the changes that still differ, and only differing cells are written', () => {
  cells.set([
    { row: 0, column: 0, text: '8' },
    { row: 0, column: 1, text: '5' },
  ])
  written = []
  const before = { ...stored }
  cells.rebase(({ row, column }) => before[`${row}:${column}`] ?? 0)
  stored = { '0:0': 8, '1:1': 10 }
  cells.rebase(days)
  expect(written.slice(2)).toEqual(['0:0 8', '0:1 5 changed', '1:1 10'])
  expect(cells.changes).toEqual([{ row: 0, column: 1, before: 0, text: '5', days: 5 }])
})

test('discard returns the changes, so that Undo can set them again', () => {
  cells.set([{ row: 0, column: 0, text: '8' }])
  const all = cells.discard()
  expect(cells.count.get()).toBe(0)
  expect(cells.text({ row: 0, column: 0 })).toBe('7')
  cells.set(all)
  expect(cells.text({ row: 0, column: 0 })).toBe('8')
})
