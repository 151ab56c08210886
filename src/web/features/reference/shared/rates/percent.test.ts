import { expect, test } from 'vitest'
import { changedBy, readPercent } from './percent.ts'

test.each([
  ['+5 %', 5],
  ['5', 5],
  ['-3,5%', -3.5],
  ['−2.125', -2.125],
  ['+ 12 %', 12],
  ['-100', -100],
  ['-101', null],
  ['5 %%', null],
  ['five', null],
  ['', null],
])('%j is %j percent', (typed, percent) => {
  expect(readPercent(typed)).toBe(percent)
})

test.each([
  [68, 5, 2, 71.4],
  [68.5, 5, 2, 71.93],
  [1.15, 5, 2, 1.21],
  [10.2, 2.5, 2, 10.46],
  [0.1, -5, 2, 0.1],
  [45, 5, 0, 47],
  [50, 5, 0, 53],
  [10, -5, 0, 10],
  [0.0035, 10, 6, 0.00385],
  [99, -100, 0, 0],
])('%d by %d %% to %d decimals is %d: half is rounded up', (figure, percent, places, changed) => {
  expect(changedBy(figure, percent, places)).toBe(changed)
})
