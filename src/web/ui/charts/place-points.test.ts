import { expect, test } from 'vitest'
import { placePlan } from './place-points.ts'

const DAY = 86_400_000
const point = (label: string, planned: number | null, actual: number | null = null) => ({
  label,
  planned: planned === null ? null : planned * DAY,
  actual: actual === null ? null : actual * DAY,
})

test('the first and the last date are at the ends, today in between', () => {
  const plan = placePlan([point('Cut-off', 0), point('Departure', 10)], 5 * DAY)
  expect(plan?.planned.map(({ x }) => x)).toEqual([4, 96])
  expect(plan?.today).toBe(50)
})

test('today stays in sight before the first date and after the last', () => {
  const points = [point('Departure', 10), point('Arrival', 20)]
  expect(placePlan(points, 9 * DAY)?.today).toBe(0)
  expect(placePlan(points, 21 * DAY)?.today).toBe(100)
})

test('labels that would overlap take lanes of their own; others share the first', () => {
  const plan = placePlan([point('A', 0), point('B', 1), point('C', 2), point('D', 30)], 0)
  expect(plan?.planned.map(({ label, lane }) => [label, lane])).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 2],
    ['D', 0],
  ])
})

test('a late date is marked from plan to fact; an early one is not', () => {
  const plan = placePlan([point('Departure', 0, 5), point('Arrival', 10, 9)], 0)
  expect(plan?.late).toEqual([{ label: 'Departure', from: 4, to: 50 }])
  expect(plan?.actual.map(({ label }) => label)).toEqual(['Departure', 'Arrival'])
})

test('a single date has a place, and without dates there is no chart', () => {
  expect(placePlan([point('Departure', 3)], 3 * DAY)?.planned[0]?.x).toBe(4)
  expect(placePlan([point('Departure', null)], 0)).toBeNull()
})
