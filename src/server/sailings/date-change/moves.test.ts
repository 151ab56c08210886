import { expect, test } from 'vitest'
import { newsFor } from './moves.ts'

const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString()
const at = (port: number | null, place: number | null = null) => ({
  portEta: port === null ? null : day(port),
  placeEta: place === null ? null : day(place),
})

test.each([
  ['the same dates', at(12, 15), at(12, 15), false, null],
  ['exactly the days', at(12), at(14), true, 2],
  ['one day less', at(12), at(13), false, 1],
  ['an earlier arrival', at(12), at(10), true, -2],
  ['the place moves further than the port', at(12, 15), at(13, 18), true, 3],
  ['a first date', at(null), at(12), true, null],
  ['a date that goes', at(12), at(null), true, null],
])('with shiftDays 2: %s', (_, known, now, isNews, days) => {
  expect(newsFor(known, now, 2)).toEqual({ isNews, days })
})
