import { expect, test } from 'vitest'
import { DAY_OR_INSTANT, dayOrInstant, firstInstant, lastInstant } from './rate-days.ts'

test.each([
  // Vancouver's clocks went forward for good in March 2026: seven hours behind UTC from then on.
  ['2026-12-01', 'America/Vancouver', '2026-12-01T07:00:00.000Z', '2026-12-02T06:59:59.999Z'],
  ['2026-03-08', 'America/Vancouver', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ['2026-12-01', 'UTC', '2026-12-01T00:00:00.000Z', '2026-12-01T23:59:59.999Z'],
])('%s in %s begins at %s and ends at %s', (day, zone, first, last) => {
  const read = dayOrInstant().parse(day) ?? ''
  expect([firstInstant(read, zone), lastInstant(read, zone)]).toEqual([first, last])
})

test('an instant stays as it is, in any zone', () => {
  const read = dayOrInstant().parse('2026-12-01T09:00:00+08:00') ?? ''
  expect(read).toBe('2026-12-01T01:00:00.000Z')
  expect([firstInstant(read, 'Asia/Shanghai'), lastInstant(read, 'Asia/Shanghai')]).toEqual([read, read])
})

test.each(['2026-02-30', '2026-13-01', 'tomorrow', '1.12.2026', '2026-12-01 '.repeat(2)])('%s is no day', (text) => {
  expect(dayOrInstant().safeParse(text).error?.issues[0]?.message).toBe(DAY_OR_INSTANT)
})

test('nothing is null', () => {
  for (const empty of [undefined, null, '', ' ']) expect(dayOrInstant().parse(empty)).toBeNull()
})
