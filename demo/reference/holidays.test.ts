import { expect, test } from 'vitest'
import { holidayRows } from './holidays.ts'

const daysOf = (year: number, country: string, region: string) =>
  holidayRows(year)
    .filter((row) => row.country === country && ['', region].includes(row.region) && row.day.startsWith(String(year)))
    .map(({ day, name }) => `${day.slice(5)} ${name}`)

test('federal holidays of the United States are those of the calendar of 2026', () => {
  expect(daysOf(2026, 'US', '')).toEqual([
    "01-01 New Year's Day",
    '01-19 Martin Luther King Jr. Day',
    "02-16 Washington's Birthday",
    '05-25 Memorial Day',
    '06-19 Juneteenth',
    '07-03 Independence Day (observed)',
    '07-04 Independence Day',
    '09-07 Labor Day',
    '10-12 Columbus Day',
    '11-11 Veterans Day',
    '11-26 Thanksgiving Day',
    '12-25 Christmas Day',
  ])
})

test('a holiday on a Saturday is kept on the Friday, also of the year before; one on a Sunday on the Monday', () => {
  const days = daysOf(2027, 'US', '')
  expect(days).toEqual(expect.arrayContaining(['06-18 Juneteenth (observed)', '07-05 Independence Day (observed)']))
  // January 1, 2028 is a Saturday.
  expect(days.at(-1)).toBe("12-31 New Year's Day (observed)")
})

test('statutory holidays of British Columbia and Ontario are those of the calendar of 2026', () => {
  expect(daysOf(2026, 'CA', 'BC')).toEqual([
    "01-01 New Year's Day",
    '02-16 Family Day',
    '04-03 Good Friday',
    '05-18 Victoria Day',
    '07-01 Canada Day',
    '08-03 British Columbia Day',
    '09-07 Labour Day',
    '09-30 National Day for Truth and Reconciliation',
    '10-12 Thanksgiving Day',
    '11-11 Remembrance Day',
    '12-25 Christmas Day',
  ])
  expect(daysOf(2026, 'CA', 'ON')).toEqual([
    "01-01 New Year's Day",
    '02-16 Family Day',
    '04-03 Good Friday',
    '05-18 Victoria Day',
    '07-01 Canada Day',
    '09-07 Labour Day',
    '10-12 Thanksgiving Day',
    '12-25 Christmas Day',
    '12-26 Boxing Day',
    '12-28 Boxing Day (observed)',
  ])
})

test.each([
  [2025, '04-18'],
  [2026, '04-03'],
  [2027, '03-26'],
  [2028, '04-14'],
  [2029, '03-30'],
])('Good Friday of %i is %s', (year, day) => {
  expect(daysOf(year, 'CA', '')).toContain(`${day} Good Friday`)
})

test('Boxing Day steps back for a Christmas that is kept on the Monday', () => {
  // In 2027 Christmas is a Saturday, kept on Monday 27; in 2028 a Monday.
  expect(daysOf(2027, 'CA', 'ON').slice(-4)).toEqual([
    '12-25 Christmas Day',
    '12-26 Boxing Day',
    '12-27 Christmas Day (observed)',
    '12-28 Boxing Day (observed)',
  ])
  expect(daysOf(2028, 'CA', 'ON').slice(-2)).toEqual(['12-25 Christmas Day', '12-26 Boxing Day'])
})

test('no day is named twice, in any year', () => {
  for (let year = 2020; year < 2040; year++) {
    const keys = holidayRows(year).map(({ country, region, day }) => `${country} ${region} ${day}`)
    expect(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      String(year),
    ).toEqual([])
  }
})
