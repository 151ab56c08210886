import { expect, test } from 'vitest'
import { editMasked, fitMask, showMasked } from './mask.ts'

const MASK = 'aaaa - 9999 - 9999'

test('only characters that fit the next slot are taken, in capitals', () => {
  expect(fitMask(MASK, 'abcd-1234-5678')).toBe('ABCD12345678')
  expect(fitMask(MASK, '1a2b')).toBe('AB')
  expect(fitMask(MASK, 'abcde1')).toBe('ABCD1')
  expect(fitMask(MASK, 'ABCD123456789')).toBe('ABCD12345678')
})

test('a value is shown up to the next free slot', () => {
  expect(showMasked(MASK, '')).toBe('')
  expect(showMasked(MASK, 'ABC')).toBe('ABC')
  expect(showMasked(MASK, 'ABCD')).toBe('ABCD - ')
  expect(showMasked(MASK, 'ABCD12345678')).toBe('ABCD - 1234 - 5678')
})

/** Edits the shown text of a plain value; '|' marks the caret before and after. */
function edit(before: string, after: string, forward = false): string {
  const { plain, caret } = editMasked(MASK, before, {
    text: after.replace('|', ''),
    caret: after.indexOf('|'),
    forward,
  })
  const shown = showMasked(MASK, plain)
  return `${shown.slice(0, caret)}|${shown.slice(caret)}`
}

test.each([
  ['a typed letter', 'ABC', 'ABCd|', false, 'ABCD - |'],
  ['a typed digit', 'ABCD', 'ABCD - 1|', false, 'ABCD - 1|'],
  ['a character that does not fit', 'ABCD', 'ABCD - x|', false, 'ABCD - |'],
  ['a digit put in the middle', 'ABCD123', 'ABCD - 19|23', false, 'ABCD - 19|23 - '],
  ['Backspace in the middle', 'ABCD123', 'ABCD - 1|3', false, 'ABCD - 1|3'],
  ['Backspace behind a separator', 'ABCD', 'ABCD -|', false, 'ABC|'],
  ['Backspace behind the second separator', 'ABCD12345', 'ABCD - 1234 -|5', false, 'ABCD - 123|5 - '],
  ['Delete in front of a separator', 'ABCD1234', 'ABCD|- 1234 - ', true, 'ABCD - |234'],
  ['everything deleted', 'ABCD1', '|', false, '|'],
])('%s', (_, before, after, forward, result) => {
  expect(edit(before, after, forward)).toBe(result)
})
