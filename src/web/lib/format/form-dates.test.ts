import { expect, test } from 'vitest'
import { formDateTime, instantOf, readDay, readTime } from './form-dates.ts'

test('an existing day is read as MM/dd/yyyy or in ISO form', () => {
  expect(readDay('11/20/2026')).toBe('2026-11-20')
  expect(readDay(' 1/2/2026 ')).toBe('2026-01-02')
  expect(readDay('2026-11-20')).toBe('2026-11-20')
  expect(readDay('02/29/2028')).toBe('2028-02-29')
  for (const wrong of [
    '',
    '02/29/2026',
    '13/01/2026',
    '20/11/2026',
    '11/31/2026',
    '11/20/26',
    'tomorrow',
    '01/01/1969',
  ]) {
    expect(readDay(wrong), wrong).toBeNull()
  }
})

test('a time is read on a 24-hour clock', () => {
  expect(readTime('9:05')).toBe('09:05')
  expect(readTime('0905')).toBe('09:05')
  expect(readTime('23:59')).toBe('23:59')
  for (const wrong of ['', '24:00', '9:5', '12:60', 'noon']) expect(readTime(wrong), wrong).toBeNull()
})

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
