import { expect, test } from 'vitest'
import { daysText, readDays } from './days-text.ts'

test('a cell is a whole number of 0 or more, capped at 1000; empty is 0', () => {
  expect(['', ' ', '0', '7', ' 7 ', '007', '1 000', '1000', '1001', '999999', '12.0', '12,00'].map(readDays)).toEqual([
    0, 0, 0, 7, 7, 7, 1000, 1000, 1000, 1000, 12, 12,
  ])
  expect(['-1', '1.5', '1,5', '1,000', 'abc', '1e3', '0x1', '12 days', '٣'].map(readDays)).toEqual(Array(9).fill(null))
})

test('days of 0 are an empty cell', () => {
  expect([0, 7].map(daysText)).toEqual(['', '7'])
})
