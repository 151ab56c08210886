import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oddDay } from './odd-day.ts'

beforeEach(() => vi.setSystemTime('2026-11-27T12:00:00Z'))
afterEach(() => vi.useRealTimers())

test.each([
  ['2026-11-27', 'upcoming', null],
  ['2027-11-27', 'upcoming', null],
  ['2026-11-26', 'upcoming', 'Thu Nov 26 2026 is 1 day ago'],
  ['2026-11-20', 'upcoming', 'Fri Nov 20 2026 is 7 days ago'],
  ['2026-10-20', 'upcoming', 'Tue Oct 20 2026 is a month ago'],
  ['2026-05-12', 'upcoming', 'Tue May 12 2026 is 7 months ago'],
  ['2025-12-05', 'upcoming', 'Fri Dec 5 2025 is a year ago'],
  ['2028-12-05', 'upcoming', 'Tue Dec 5 2028 is in 2 years'],
  ['2025-12-05', 'near', null],
  ['2025-11-26', 'near', 'Wed Nov 26 2025 is a year ago'],
  ['2027-12-05', 'near', 'Sun Dec 5 2027 is in a year'],
  ['1999-01-01', 'any', null],
] as const)('%s where a day is %s: %s', (day, usual, fact) => expect(oddDay(day, usual)).toBe(fact))

test.each([
  ['2027-02-27', 'near', null],
  ['2027-05-12', 'near', 'Wed May 12 2027 is in 5 months'],
  ['2027-05-12', 'upcoming', 'Wed May 12 2027 is in 5 months'],
  ['2026-08-01', 'near', 'Sat Aug 1 2026 is 4 months ago'],
  ['2027-05-12', 'any', null],
] as const)('%s typed without its year, where a day is %s: %s', (day, usual, fact) =>
  expect(oddDay(day, usual, { withoutYear: true })).toBe(fact),
)
