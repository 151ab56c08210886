import { expect, test } from 'vitest'
import * as f from './format.ts'

test('a date is month, day and year in the given time zone', () => {
  expect(f.formatDate('2026-11-20T09:05:00.000Z')).toBe('Nov 20 2026')
  expect(f.formatDate('2026-11-20T23:30:00.000Z', 'Asia/Shanghai')).toBe('Nov 21 2026')
  expect(f.formatDate('2026-01-01T00:00:00.000Z', 'America/Vancouver')).toBe('Dec 31 2025')
})

test('a time has no leading zero and runs from 0:00 to 23:59', () => {
  expect(f.formatTime('2026-11-20T09:05:00.000Z')).toBe('9:05')
  expect(f.formatTime('2026-11-20T00:00:00.000Z')).toBe('0:00')
  expect(f.formatTime('2026-11-20T23:59:00.000Z')).toBe('23:59')
  expect(f.formatTime('2026-07-20T23:59:00.000Z', 'Europe/Berlin')).toBe('1:59')
})

const HALF_HOUR = 30 * 60_000

test.each([
  // Vancouver is left out: an older Node does not know that its clocks stopped changing in 2026.
  ...['America/New_York', 'Asia/Kathmandu', 'UTC'].map((zone) => [zone, 2026] as const),
  // The clocks of Lord Howe Island change by half an hour.
  ['Australia/Lord_Howe', 2026],
  // Samoa left out a day.
  ['Pacific/Apia', 2011],
] as const)('the clock of %s shows what Intl says, in every half-hour of %i', (timeZone, year) => {
  const byIntl = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const two = (n: number) => String(n).padStart(2, '0')
  const wrong: string[] = []
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += HALF_HOUR) {
    const clock = f.wallClock(new Date(at).toISOString(), timeZone)!
    const shown = `${clock.year}-${two(clock.month)}-${two(clock.day)} ${two(clock.hour)}:${two(clock.minute)}`
    if (shown !== byIntl.format(at)) wrong.push(`${shown}, not ${byIntl.format(at)}`)
  }
  expect(wrong).toEqual([])
})

test('a time for readers elsewhere has its zone', () => {
  expect(f.formatZoned('2026-12-10T09:00:00.000Z', 'Asia/Shanghai')).toBe('Dec 10 2026 17:00 (Asia/Shanghai)')
  expect(f.formatZoned(null, 'Asia/Shanghai')).toBe('')
})

test('a zone whose rules nobody gave has no clock, rather than a wrong one', () => {
  expect(() => f.formatDate('2026-11-20T09:05:00.000Z', 'Atlantis/Capital')).toThrow('Atlantis/Capital are not known')
})

test('a time of today stands alone, any other with its day, both by the clock of the time zone', () => {
  const now = new Date('2026-11-20T23:30:00.000Z')
  expect(f.formatAt('2026-11-20T09:05:00.000Z', 'UTC', now)).toBe('at 9:05')
  expect(f.formatAt('2026-11-19T09:05:00.000Z', 'UTC', now)).toBe('on Nov 19 2026 at 9:05')
  expect(f.formatAt('2026-11-20T16:10:00.000Z', 'Asia/Shanghai', now)).toBe('at 0:10')
  expect(f.formatAt('2026-11-20T09:05:00.000Z', 'Asia/Shanghai', now)).toBe('on Nov 20 2026 at 17:05')
})

test('no date, or text that is not a date, is empty', () => {
  expect(f.formatDate(null)).toBe('')
  expect(f.formatTime(undefined)).toBe('')
  expect(f.formatDateTime('yesterday')).toBe('')
  expect(f.formatDateTime('2026-11-20T09:05:00.000Z')).toBe('Nov 20 2026 9:05')
})

test('money has two decimals and no-break spaces between thousands', () => {
  expect(f.formatMoney(1234.5)).toBe('$1\u00a0234.50')
  expect(f.formatMoney(0)).toBe('$0.00')
  expect(f.formatMoney(999.99)).toBe('$999.99')
  expect(f.formatMoney(1234567.89)).toBe('$1\u00a0234\u00a0567.89')
  expect(f.formatMoney(-12.3)).toBe('-$12.30')
})

test('a volume or weight has three decimals and no-break spaces between thousands', () => {
  expect(f.formatQuantity(3.5)).toBe('3.500')
  expect(f.formatQuantity(12_345.6789)).toBe('12\u00a0345.679')
})

test('a phone number is shown with its plus sign', () => {
  expect(f.formatPhone('16045550100')).toBe('+16045550100')
  expect(f.formatPhone('')).toBe('')
})

test('an unknown delivery time is to be confirmed', () => {
  expect(f.formatDays(0)).toBe('To be confirmed')
  expect(f.formatDays(null)).toBe('To be confirmed')
  expect(f.formatDays(1)).toBe('1 day')
  expect(f.formatDays(34)).toBe('34 days')
})
