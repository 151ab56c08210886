import { expect, test } from 'vitest'
import { comparePages, showWords } from './compare-pages.ts'

/** The words of the chip when the rows on screen have become others; keys above 9 are new. */
const chip = (shown: number[], fresh: number[], growth: number | null = null, isFirstPage = true) =>
  showWords(comparePages(shown, fresh, (key) => Number(key) > 9, { growth, isFirstPage }))

test('the same rows in the same order have nothing to show', () => {
  expect(chip([3, 2, 1], [3, 2, 1])).toBeNull()
})

test('new rows are counted; those they push off the page are not', () => {
  expect(chip([3, 2, 1], [12, 11, 3])).toBe('Show 2 new')
})

test('a row that moved counts once, however many rows it passed', () => {
  expect(chip([1, 2, 3, 4, 5], [5, 1, 2, 3, 4])).toBe('Show 1 moved')
  expect(chip([1, 2, 3, 4, 5], [2, 3, 4, 5, 1])).toBe('Show 1 moved')
  expect(chip([1, 2, 3, 4], [4, 3, 2, 1])).toBe('Show 3 moved')
})

test('a row that went to another page counts as one move with the row in its place', () => {
  expect(chip([1, 2, 3], [1, 3, 4])).toBe('Show 1 moved')
})

test('a row that left for good is gone', () => {
  expect(chip([1, 2, 3], [1, 3])).toBe('Show 1 gone')
})

test('new, moved and gone rows are counted side by side', () => {
  expect(chip([1, 2, 3, 4, 5], [10, 11, 12, 5, 1, 2, 3, 4])).toBe('Show 3 new, 1 moved')
})

test('an older row that meets a filter by now is new to the list', () => {
  expect(chip([5, 3, 1], [5, 4, 3], 1)).toBe('Show 1 new')
  expect(chip([5, 3], [5, 4, 3], 1)).toBe('Show 1 new')
})

test('a row that left the list is gone, although another one fills the page up', () => {
  expect(chip([5, 3, 1], [5, 1, 0], -1)).toBe('Show 1 gone')
})

test('a row that came while another one left is new, and the other one is gone', () => {
  expect(chip([5, 3, 1], [5, 4, 1], 0)).toBe('Show 1 moved')
  expect(chip([5, 3, 1], [12, 5, 1], 0)).toBe('Show 1 new, 1 gone')
})

test('on a later page, a row that was pushed over from the page before has moved', () => {
  expect(chip([3, 2, 1], [4, 3, 2], 1, false)).toBe('Show 1 moved')
})

test('rows that came count as moved where the length of the list is not known', () => {
  expect(chip([5, 3, 1], [5, 4, 3], null)).toBe('Show 1 moved')
})
