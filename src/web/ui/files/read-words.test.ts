import { expect, test } from 'vitest'
import { ambiguityWords, guessWords } from './read-words.ts'

test('a guessed encoding says what to check, and that it can be changed', () => {
  expect(guessWords('陶喆')).toBe(
    'The encoding was found by the bytes of the text: check names such as "陶喆", and change it if they are wrong.',
  )
  expect(guessWords(null)).toBeNull()
})

test.each([
  ['05/12/2026', { dateForm: 'mdy' }, 'A: 05/12/2026 is read as May 12, 2026. Change it under Dates if that is wrong.'],
  ['1.500', { decimalSign: ',' }, 'A: 1.500 is read as 1500. Change it under Decimals if that is wrong.'],
  ['1.500', {}, 'A: 1.500 may be 1500 or 1.5. Choose under Decimals.'],
  ['05-12-2026', {}, 'A: 05-12-2026 may be December 5, 2026 or May 12, 2026. Choose under Dates.'],
  ['26/11/20', {}, 'A: 26/11/20 may be November 26, 2020 or November 20, 2026. Choose under Dates.'],
] as const)('%s of a column with %o: how it is read, and what changes it', (ambiguous, form, words) => {
  const column = { heading: 'A', dateForm: null, decimalSign: null, ...form, ambiguous }
  expect(ambiguityWords([column])).toEqual([words])
  expect(ambiguityWords([{ ...column, ambiguous: null }])).toEqual([])
})
