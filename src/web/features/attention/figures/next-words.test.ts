import { expect, test } from 'vitest'
import { nextWords } from './next-words.ts'

const now = Date.parse('2026-11-23T15:00:00.000Z')

test.each([
  ['2026-11-24T12:00:00.000Z', 3, 'UTC', 'Next: cut-off of 3 orders on Tue 12:00'],
  ['2026-11-24T23:30:00.000Z', 1, 'Asia/Shanghai', 'Next: cut-off of 1 order on Wed 7:30'],
  ['2026-11-29T14:59:00.000Z', 2, 'UTC', 'Next: cut-off of 2 orders on Sun 14:59'],
  ['2026-11-29T15:00:00.000Z', 2, 'UTC', 'Next: cut-off of 2 orders on Nov 29 2026 15:00'],
])('a cut-off within six days is named by its day, a later one by its date: %s', (at, orders, timeZone, words) => {
  expect(nextWords({ at, orders }, now, timeZone)).toBe(words)
})
