import { expect, test } from 'vitest'
import { simulationText, stepsOf } from './simulation-words.ts'

const simulation = {
  quotes: 120,
  changed: 40,
  up: 31,
  down: 9,
  median: 4.35,
  spread: [],
  worst: [],
  openOffers: [],
  missing: [],
}

test.each([
  [
    simulation,
    'Of the last 120 quotes, 40 quotes would have another price: 31 dearer, 9 cheaper. The median change is +4.35 %.',
  ],
  [
    { ...simulation, changed: 1, up: 0, down: 1, median: -2 },
    'Of the last 120 quotes, 1 quote would have another price: 1 cheaper. The median change is -2 %.',
  ],
  [{ ...simulation, changed: 0 }, 'Of the last 120 quotes, none would have another price.'],
  [{ ...simulation, quotes: 0, changed: 0 }, 'No quotes are kept yet.'],
  [
    { ...simulation, quotes: 1, changed: 1, up: 1, down: 0 },
    'The last quote would have another price: 1 dearer. The median change is +4.35 %.',
  ],
])('figures are said in words', (of, text) => {
  expect(simulationText(of)).toBe(text)
})

test('a histogram shows each whole percent, also those that no quote has', () => {
  expect(
    stepsOf([
      { percent: -1, quotes: 2 },
      { percent: 2, quotes: 5 },
    ]),
  ).toEqual([
    { label: '-1 %', quotes: 2 },
    { label: '0 %', quotes: 0 },
    { label: '+1 %', quotes: 0 },
    { label: '+2 %', quotes: 5 },
  ])
})

test('changes far apart share bars, and none is lost', () => {
  const steps = stepsOf([
    { percent: -30, quotes: 1 },
    { percent: 4, quotes: 7 },
    { percent: 99, quotes: 2 },
  ])
  expect(steps.length).toBeLessThanOrEqual(17)
  expect(steps.reduce((sum, { quotes }) => sum + quotes, 0)).toBe(10)
})
