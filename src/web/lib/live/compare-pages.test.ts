import { expect, test } from 'vitest'
import { comparePages, showWords } from './compare-pages.ts'

/** What the chip says of rows on screen that are others by now; keys above 9 are new. */
const chip = (shown: number[], fresh: number[]) => showWords(comparePages(shown, fresh, (key) => key > 9))

test('the same rows in the same order have nothing to show', () => {
  expect(chip([3, 2, 1], [3, 2, 1])).toBeNull()
})

test('new rows are counted; those they push off the page are not', () => {
  expect(chip([3, 2, 1], [12, 11, 3])).toBe('Show 2 new')
})

test('a row that moved is one row, however many it passed', () => {
  expect(chip([1, 2, 3, 4, 5], [5, 1, 2, 3, 4])).toBe('Show 1 moved')
  expect(chip([1, 2, 3, 4, 5], [2, 3, 4, 5, 1])).toBe('Show 1 moved')
  expect(chip([1, 2, 3, 4], [4, 3, 2, 1])).toBe('Show 3 moved')
})

test('a row that went to another page, and the one in its place, are one row that moved', () => {
  expect(chip([1, 2, 3], [1, 3, 4])).toBe('Show 1 moved')
})

test('a row that left for good is gone', () => {
  expect(chip([1, 2, 3], [1, 3])).toBe('Show 1 gone')
})

test('all of it together', () => {
  expect(chip([1, 2, 3, 4, 5], [10, 11, 12, 5, 1, 2, 3, 4])).toBe('Show 3 new, 1 moved')
})
