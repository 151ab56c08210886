import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const at = (text: string) => Date.parse(text)
const shown = (dueAt: string | null, now: string, zone = 'UTC') =>
  snoozeTimes(dueAt, at(now), zone).map(({ label, until }) => `${label} ${until.slice(0, 16)}`)

test('offers tomorrow and Monday at eight on the clock of the forwarder', () => {
  // 18 November is a Wednesday.
  expect(shown(null, '2026-11-18T22:00:00Z')).toEqual(['Tomorrow 2026-11-19T08:00', 'Monday 2026-11-23T08:00'])
  // In Tokyo it is already Thursday.
  expect(shown(null, '2026-11-18T22:00:00Z', 'Asia/Tokyo')).toEqual([
    'Tomorrow 2026-11-19T23:00',
    'Monday 2026-11-22T23:00',
  ])
})

test('tomorrow is Monday on a Sunday; on a Monday the choice is the next one', () => {
  expect(shown(null, '2026-11-22T10:00:00Z')).toEqual(['Tomorrow 2026-11-23T08:00'])
  expect(shown(null, '2026-11-23T10:00:00Z')[1]).toBe('Monday 2026-11-30T08:00')
})

test('offers two hours before it is due, if that lies ahead', () => {
  expect(shown('2026-11-18T15:00:00Z', '2026-11-18T10:00:00Z')[2]).toBe('2 hours before it is due 2026-11-18T13:00')
  expect(shown('2026-11-18T12:00:00Z', '2026-11-18T10:00:00Z')).toHaveLength(2)
})
