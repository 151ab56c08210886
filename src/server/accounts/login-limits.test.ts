import { expect, test } from 'vitest'
import { pauseAt } from './login-limits.ts'

test.each([
  [1, 0],
  [20, 0],
  [21, 200],
  [22, 400],
  [35, 3_000],
  [1_000_000, 3_000],
])('attempt %i for an account waits %i ms', (tries, ms) => {
  expect(pauseAt(tries)).toBe(ms)
})
