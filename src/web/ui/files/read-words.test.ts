import { expect, test } from 'vitest'
import { guessWords } from './read-words.ts'

test('a guessed encoding is said with a text to check it', () => {
  expect(guessWords('陶喆')).toBe('Encoding is a guess: check names such as "陶喆".')
  expect(guessWords(null)).toBeNull()
})
