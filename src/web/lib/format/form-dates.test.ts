import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  formDateTime,
  instantOf,
  notADate,
  readDay,
  readDayAndTime,
  readTime,
  today,
  typeDaysIn,
} from './form-dates.ts'

// A Friday; in Shanghai it is Saturday.
beforeEach(() => vi.setSystemTime('2026-11-27T19:00:00Z'))
afterEach(() => {
  vi.useRealTimers()
  typeDaysIn('UTC')
})

test.each([
  ['11/20/2026', '2026-11-20'],
  [' 1/2/2026 ', '2026-01-02'],
  ['12-05-2026', '2026-12-05'],
  ['2026-11-20', '2026-11-20'],
  ['2026/12/5', '2026-12-05'],
  ['2026.12.05', '2026-12-05'],
  ['2026年12月5日', '2026-12-05'],
  ['02/29/2028', '2028-02-29'],
  // Dots are day.month.year.
  ['05.12.2026', '2026-12-05'],
  ['5.12.26', '2026-12-05'],
  ['5.12.', '2026-12-05'],
  ['31.1', '2027-01-31'],
  ['24。12。2026', '2026-12-24'],
  // Without a year the nearest one is meant.
  ['5 dec', '2026-12-05'],
  ['12/5', '2026-12-05'],
  ['20 nov', '2026-11-20'],
  ['5 jan', '2027-01-05'],
  ['5 jun', '2026-06-05'],
  ['29 feb', null],
  ['5 Dec 2026', '2026-12-05'],
  ['5-Dec-26', '2026-12-05'],
  ['5dec', '2026-12-05'],
  ['5. dec. 2026', '2026-12-05'],
  ['5th December 2026', '2026-12-05'],
  ['Dec 5', '2026-12-05'],
  ['dec 5, 2026', '2026-12-05'],
  ['Dec 5 2026', '2026-12-05'],
  ['sept 1', '2026-09-01'],
  ['Sat Dec 5 2026', '2026-12-05'],
  ['Saturday, 5 dec', '2026-12-05'],
  ['5 dec (Sat)', '2026-12-05'],
  ['12/05/2026 Sat', '2026-12-05'],
  ['Dec/05/2026', '2026-12-05'],
  ['2026\u201412\u201405', '2026-12-05'],
  ['Fri Dec 5 2026', null],
  ['+3', '2026-11-30'],
  ['+0', '2026-11-27'],
  ['-2', '2026-11-25'],
  ['−2', '2026-11-25'],
  ['+ 2w', '2026-12-11'],
  ['today', '2026-11-27'],
  ['Tomorrow', '2026-11-28'],
  ['yesterday', '2026-11-26'],
  ['sat', '2026-11-28'],
  ['Thursday', '2026-12-03'],
  ['fri', '2026-12-04'],
  ['last fri', '2026-11-20'],
  ['５ ｄｅｃ', '2026-12-05'],
  ['０５．１２．２０２６', '2026-12-05'],
  ['２０２６／１２／０５', '2026-12-05'],
  ['＋３', '2026-11-30'],
  // No such day, or not said which one.
  ['', null],
  ['02/29/2026', null],
  ['13/01/2026', null],
  ['13/13/2026', null],
  ['20/11/2026', null],
  ['31.02.2026', null],
  ['11/31/2026', null],
  ['11/20/26', null],
  ['05122026', null],
  ['20261205', null],
  ['5', null],
  ['dec', null],
  ['5 xyz', null],
  ['5 d', null],
  ['mo', null],
  ['+99999', null],
  ['01/01/1969', null],
  ['1.1.2200', null],
])('%s is read as %s', (typed, day) => expect(readDay(typed)).toBe(day))

test('today is that of the clock of the time zone', () => {
  typeDaysIn('Asia/Shanghai')
  expect([today(), readDay('+1'), readDay('sat')]).toEqual(['2026-11-28', '2026-11-29', '2026-12-05'])
})

test.each([
  ['9:05', '09:05'],
  ['0905', '09:05'],
  ['23:59', '23:59'],
  ['17.00', '17:00'],
  ['17h', '17:00'],
  ['17h30', '17:30'],
  ['5pm', '17:00'],
  ['5:30 PM', '17:30'],
  ['5.30 p.m.', '17:30'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['１７：００', '17:00'],
  ['', null],
  ['24:00', null],
  ['9', null],
  ['9:5', null],
  ['12:60', null],
  ['13pm', null],
  ['0am', null],
  ['noon', null],
])('the time %s is read as %s', (typed, time) => expect(readTime(typed)).toBe(time))

test.each([
  ['5 dec 17:00', '2026-12-05', '17:00'],
  ['5 Dec 2026 5pm', '2026-12-05', '17:00'],
  ['5 Dec 2026 5 pm', '2026-12-05', '17:00'],
  ['05.12.2026 17.00', '2026-12-05', '17:00'],
  ['12/05/2026, 9:05', '2026-12-05', '09:05'],
  ['2026-12-05T17:00', '2026-12-05', '17:00'],
  ['fri 8:00', '2026-12-04', '08:00'],
])('%s is a day and a time', (typed, day, time) => expect(readDayAndTime(typed)).toEqual({ day, time }))

test.each(['5 dec', '17:00', 'fri noon', '31.02.2026 17:00'])('%s is not a day with a time', (typed) =>
  expect(readDayAndTime(typed)).toBeNull(),
)

test('typed times are read in the time zone and shown again unchanged', () => {
  for (const zone of ['UTC', 'America/Vancouver', 'Asia/Shanghai', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Apia']) {
    for (const [day, time] of [
      ['01/15/2026', '00:00'],
      ['07/15/2026', '23:59'],
      ['10/25/2026', '12:30'],
    ] as const) {
      expect(formDateTime(instantOf(day, time, zone), zone), zone).toEqual({ day, time })
    }
  }
  expect(instantOf('07/15/2026', '09:00', 'America/Vancouver')).toBe('2026-07-15T16:00:00.000Z')
})

test('a time that is skipped in spring becomes the one an hour later', () => {
  expect(instantOf('03/29/2026', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('03/08/2026', '02:30', 'America/Vancouver')).toBe('2026-03-08T10:30:00.000Z')
})

test('a time in British Columbia is read by the rules of 2026', () => {
  expect(instantOf('12/10/2026', '17:00', 'America/Vancouver')).toBe('2026-12-11T00:00:00.000Z')
  expect(formDateTime('2026-12-11T00:00:00.000Z', 'America/Vancouver')).toEqual({ day: '12/10/2026', time: '17:00' })
})

test('of a time that comes twice in autumn, the first is meant', () => {
  expect(instantOf('10/25/2026', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

test('an invalid day or time gives no instant', () => {
  expect(instantOf('02/30/2026', '09:00', 'UTC')).toBeNull()
  expect(instantOf('02/20/2026', '9', 'UTC')).toBeNull()
  expect(formDateTime(null, 'UTC')).toEqual({ day: '', time: '' })
})

test('the example of a date is today on the clock of those who type', () => {
  expect(notADate()).toBe('This is not a date. Type it as 11/27/2026.')
  typeDaysIn('Asia/Shanghai')
  expect(notADate()).toBe('This is not a date. Type it as 11/28/2026.')
})
