import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysFrom, isWeekend, plusDays } from './days.ts'
import { lastFreeDay } from './last-free-day.ts'

/** Holidays around the days of the table, as the calendars of 2026 and 2027 have them. */
const US = ['2026-02-16', '2026-07-03', '2026-11-26', '2026-12-25', '2027-01-01']
const CANADA = ['2026-04-03', '2026-10-12', '2026-12-25', '2027-01-01']
const BC = [...CANADA, '2026-02-16', '2026-08-03']
/** Boxing Day of 2026 is a Saturday: Ontario keeps it on the Monday. */
const ONTARIO = [...CANADA, '2026-12-26', '2026-12-28']
const NONE: string[] = []

// Counted by hand on a calendar: March 1, 2026 is a Sunday, and the reason stands beside each row.
const TABLE = [
  // Every day counts.
  ['2026-03-02', 5, 'calendar', 'same', NONE, '2026-03-06', 'Mon 2 is day 1: 2 3 4 5 6'],
  ['2026-03-02', 5, 'calendar', 'next', NONE, '2026-03-07', 'Tue 3 is day 1: 3 4 5 6 7, a Saturday'],
  ['2026-03-02', 1, 'calendar', 'same', NONE, '2026-03-02', 'the day of the start is the only one'],
  ['2026-03-02', 1, 'calendar', 'next', NONE, '2026-03-03', 'the day after the start is the only one'],
  ['2026-03-02', 0, 'calendar', 'same', NONE, '2026-03-01', 'no free day: the day before day 1, Mon 2'],
  ['2026-03-02', 0, 'calendar', 'next', NONE, '2026-03-02', 'no free day: the day before day 1, Tue 3'],
  ['2026-03-06', 2, 'calendar', 'next', NONE, '2026-03-08', 'Fri 6 starts it: Sat 7, Sun 8'],
  ['2026-02-26', 4, 'calendar', 'same', NONE, '2026-03-01', 'February has 28 days: 26 27 28 1'],
  ['2028-02-26', 4, 'calendar', 'same', NONE, '2028-02-29', 'a leap year: 26 27 28 29'],
  ['2026-12-29', 7, 'calendar', 'next', NONE, '2027-01-05', 'over the year: 30 31 1 2 3 4 5'],
  ['2026-11-24', 4, 'calendar', 'same', US, '2026-11-27', 'Thanksgiving on Thu 26 counts like any day: 24 25 26 27'],
  ['2026-12-24', 3, 'calendar', 'next', US, '2026-12-27', 'Christmas and a weekend count: 25 26 27'],
  ['2026-01-01', 60, 'calendar', 'same', NONE, '2026-03-01', '31 days of January and 28 of February are 59'],
  ['2026-01-01', 60, 'calendar', 'next', NONE, '2026-03-02', 'the same, a day later'],
  ['2026-03-08', 2, 'calendar', 'same', NONE, '2026-03-09', 'clocks go forward on Sun 8: a day of 23 hours is a day'],
  ['2026-11-01', 1, 'calendar', 'next', NONE, '2026-11-02', 'clocks go back on Sun 1: a day of 25 hours is a day'],
  // Working days, without holidays.
  ['2026-03-02', 5, 'working', 'same', NONE, '2026-03-06', 'Mon 2 to Fri 6'],
  ['2026-03-02', 5, 'working', 'next', NONE, '2026-03-09', 'Tue 3 to Fri 6 are four, Mon 9 is the fifth'],
  ['2026-03-02', 10, 'working', 'same', NONE, '2026-03-13', 'two weeks: Mon 2 to Fri 6, Mon 9 to Fri 13'],
  ['2026-03-06', 1, 'working', 'same', NONE, '2026-03-06', 'Fri 6 itself'],
  ['2026-03-06', 1, 'working', 'next', NONE, '2026-03-09', 'Sat 7 and Sun 8 are no working days'],
  ['2026-03-07', 1, 'working', 'same', NONE, '2026-03-09', 'Sat 7 starts it, Mon 9 is day 1'],
  ['2026-03-08', 2, 'working', 'same', NONE, '2026-03-10', 'Sun 8 starts it: Mon 9, Tue 10'],
  ['2026-03-07', 1, 'working', 'next', NONE, '2026-03-09', 'from Sun 8 on, Mon 9 is the first'],
  ['2026-03-08', 1, 'working', 'next', NONE, '2026-03-09', 'from Mon 9 on, Mon 9 is the first'],
  ['2026-03-06', 0, 'working', 'same', NONE, '2026-03-05', 'day 1 is Fri 6, the day before it Thu 5'],
  ['2026-03-06', 0, 'working', 'next', NONE, '2026-03-08', 'day 1 is Mon 9, the calendar day before it Sun 8'],
  ['2026-03-07', 0, 'working', 'same', NONE, '2026-03-08', 'day 1 is Mon 9 again'],
  ['2026-03-02', 60, 'working', 'same', NONE, '2026-05-22', 'twelve weeks of five days; the twelfth begins on May 18'],
  // Working days, with holidays.
  ['2026-11-24', 4, 'working', 'same', US, '2026-11-30', 'Tue 24, Wed 25, Fri 27, Mon 30: not Thanksgiving'],
  ['2026-11-25', 1, 'working', 'next', US, '2026-11-27', 'Thu 26 is Thanksgiving, Fri 27 is day 1'],
  ['2026-11-25', 0, 'working', 'next', US, '2026-11-26', 'day 1 is Fri 27, the day before it Thanksgiving'],
  ['2026-12-24', 2, 'working', 'next', US, '2026-12-29', 'Fri 25 and the weekend are left out: Mon 28, Tue 29'],
  ['2026-12-24', 2, 'working', 'next', ONTARIO, '2026-12-30', 'Mon 28 is Boxing Day as it is kept: Tue 29, Wed 30'],
  ['2026-12-30', 3, 'working', 'same', US, '2027-01-04', 'Wed 30, Thu 31; Fri 1 and the weekend are left out'],
  ['2026-04-02', 2, 'working', 'same', CANADA, '2026-04-06', 'Thu 2; Good Friday is left out; Mon 6'],
  ['2026-04-02', 2, 'working', 'same', US, '2026-04-03', 'Good Friday is no holiday there: Thu 2, Fri 3'],
  ['2026-08-03', 1, 'working', 'same', BC, '2026-08-04', 'Mon 3 is British Columbia Day'],
  ['2026-08-03', 1, 'working', 'same', CANADA, '2026-08-03', 'elsewhere in Canada, Mon 3 is a working day'],
  ['2026-07-02', 3, 'working', 'next', US, '2026-07-08', 'Jul 4 is a Saturday, kept on Fri 3: Mon 6, Tue 7, Wed 8'],
  ['2026-10-09', 4, 'working', 'next', CANADA, '2026-10-16', 'Mon 12 is Thanksgiving of Canada: Tue 13 to Fri 16'],
  ['2026-02-13', 1, 'working', 'next', BC, '2026-02-17', 'a weekend and Family Day on Mon 16: Tue 17'],
] as const

test.each(TABLE)('from %s, %i %s days, first day %s', (start, days, unit, firstDay, holidays, last, why) => {
  expect(lastFreeDay({ start, days, unit, firstDay, holidays }), why).toBe(last)
})

test('nobody knows the last free day before the start', () => {
  expect(lastFreeDay({ start: null, days: 5, unit: 'working', firstDay: 'next', holidays: US })).toBeNull()
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
