import { beforeEach, expect, test } from 'vitest'
import { type CellRules, GridCells, type Place } from './grid-cells.ts'

let stored: Record<string, number>
let written: string[]
let cells: GridCells
const rulesOver = (values: Record<string, number>): CellRules => ({
  stored: ({ row, column }) => values[`${row}:${column}`] ?? 0,
  // Whole numbers up to 1000; an empty cell is 0.
  read: (text) => (/^\d*$/.test(text.trim()) ? Math.min(1000, Number(text)) : null),
  write: (value) => (value === 0 ? '' : String(value)),
})

beforeEach(() => {
  stored = { '0:0': 7, '1:1': 9 }
  cells = new GridCells(2, 2, rulesOver(stored))
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
  expect(cells.changes.map((change) => change.value)).toEqual([8, null])
  cells.set([{ row: 0, column: 0, text: '7' }])
  expect(cells.count.get()).toBe(1)
})

test('leaving a cell tidies its number, empties 0 and keeps any other text', () => {
  const tidy = (text: string) => {
    cells.set([{ row: 0, column: 1, text }])
    cells.tidy({ row: 0, column: 1 })
    return cells.text({ row: 0, column: 1 })
  }
  expect(['007', '1500', '0', ' 12 ', ' abc '].map(tidy)).toEqual(['7', '1000', '', '12', 'abc'])
})

test('new stored values keep the changes that still differ, and only differing cells are written', () => {
  cells.set([
    { row: 0, column: 0, text: '8' },
    { row: 0, column: 1, text: '5' },
  ])
  written = []
  cells.rebase(rulesOver({ '0:0': 8, '1:1': 10 }))
  expect(written).toEqual(['0:0 8', '0:1 5 changed', '1:1 10'])
  expect(cells.changes).toEqual([{ row: 0, column: 1, before: 0, text: '5', value: 5 }])
})

test('discard returns the changes, so that Undo can set them again', () => {
  cells.set([{ row: 0, column: 0, text: '8' }])
  const all = cells.discard()
  expect(cells.count.get()).toBe(0)
  expect(cells.text({ row: 0, column: 0 })).toBe('7')
  cells.set(all)
  expect(cells.text({ row: 0, column: 0 })).toBe('8')
})

test('typing tells nobody until it ends; locked cells stay as they are', () => {
  const entered: (readonly Place[])[] = []
  cells.onEntered = (places) => entered.push(places)
  cells.rebase({ ...rulesOver(stored), locked: ({ row }) => row === 1 })
  cells.set([{ row: 0, column: 0, text: '8' }])
  expect(entered).toEqual([])
  cells.tidy({ row: 0, column: 0 })
  expect(entered).toHaveLength(1)
  cells.enter([{ row: 1, column: 1, text: '3' }])
  expect(cells.text({ row: 1, column: 1 })).toBe('9')
})

test('cells that are switched follow the first of a block', () => {
  const other = ({ row, column }: Place) => (cells.value({ row, column }) === 1 ? '' : '1')
  cells.rebase({ ...rulesOver({ '0:0': 1 }), other })
  cells.toggle(cells.between({ row: 0, column: 0 }, { row: 1, column: 0 }))
  expect([cells.value({ row: 0, column: 0 }), cells.value({ row: 1, column: 0 })]).toEqual([0, 0])
  cells.toggle([{ row: 1, column: 1 }])
  expect(cells.value({ row: 1, column: 1 })).toBe(1)
})
