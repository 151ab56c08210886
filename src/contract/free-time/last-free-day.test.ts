import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysFrom, isWeekend, plusDays } from './days.ts'
import { lastFreeDay } from './last-free-day.ts'
import { LAST_FREE_DAYS } from './last-free-days.fixture.ts'

test.each(LAST_FREE_DAYS)('from %s, %i %s days, first day %s', (start, days, unit, firstDay, holidays, last, why) => {
  expect(lastFreeDay({ start, days, unit, firstDay, holidays }), why).toBe(last)
})

test('nobody knows the last free day before the start', () => {
  expect(lastFreeDay({ start: null, days: 5, unit: 'working', firstDay: 'next', holidays: [] })).toBeNull()
})

const dayIn = fc.integer({ min: 0, max: 1500 }).map((days) => plusDays('2025-11-01', days))
const freeTime = fc.record({
  start: dayIn,
  days: fc.integer({ min: 0, max: 60 }),
  unit: fc.constantFrom('calendar', 'working'),
  firstDay: fc.constantFrom('same', 'next'),
  holidays: fc.array(dayIn, { maxLength: 60 }),
})
const last = (given: Parameters<typeof lastFreeDay>[0]) => lastFreeDay(given) ?? ''

test('more free days never end earlier, and a later start never does', () => {
  fc.assert(
    fc.property(freeTime, fc.nat(20), (given, more) => {
      expect(last({ ...given, days: given.days + more }) >= last(given)).toBe(true)
      expect(last({ ...given, start: plusDays(given.start, more) }) >= last(given)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('the days up to the last one are as many as are free, and the last one is one of them', () => {
  fc.assert(
    fc.property(freeTime, (given) => {
      const { start, days, unit, firstDay, holidays } = given
      const from = firstDay === 'same' ? start : plusDays(start, 1)
      const counts = (day: string) => unit === 'calendar' || !(isWeekend(day) || holidays.includes(day))
      const end = last(given)
      const all = Array.from({ length: Math.max(0, daysFrom(from, end) + 1) }, (_, at) => plusDays(from, at))
      expect(all.filter(counts)).toHaveLength(days)
      if (days > 0) expect(counts(end)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('working days never end earlier than calendar days, nor holidays than none', () => {
  fc.assert(
    fc.property(freeTime, (given) => {
      expect(last({ ...given, unit: 'working' }) >= last({ ...given, unit: 'calendar' })).toBe(true)
      expect(last(given) >= last({ ...given, holidays: [] })).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('holidays without an end in sight are passed', () => {
  const holidays = Array.from({ length: 20_000 }, (_, at) => plusDays('2026-01-01', at))
  const end = lastFreeDay({ start: '2026-01-01', days: 1, unit: 'working', firstDay: 'same', holidays })
  expect(daysFrom('2026-01-01', end ?? '')).toBeGreaterThanOrEqual(20_000)
})
