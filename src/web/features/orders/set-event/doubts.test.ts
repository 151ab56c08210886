import { expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { doubtsAbout } from './doubts.ts'

const dates = datesIn('UTC')
const now = Date.parse('2026-11-22T10:00:00Z')
const current = {
  lastEventId: 3,
  lastEventName: 'Departed',
  lastEventTime: '2026-11-20T09:05:30.000Z',
  furthest: null as Milestone | null,
}
const about = (id: number, at: string, milestone: Milestone | null = null, order = current) =>
  doubtsAbout({ id, at: Date.parse(at), name: 'Next', milestone }, order, now, dates)

test('the same event again raises a doubt', () => {
  expect(about(3, '2026-11-22T10:00:00Z')).toEqual(['Departed is already the current event (Nov 20 2026 9:05).'])
  expect(about(4, '2026-11-22T10:00:00Z')).toEqual([])
})

test('a date more than a day ahead raises a doubt: not at 24 hours, but a minute later', () => {
  expect(about(4, '2026-11-23T10:00:00Z')).toEqual([])
  expect(about(4, '2026-11-23T10:01:00Z')).toEqual(['The date is more than a day ahead.'])
})

test("a date before the current event's raises a doubt: not within its minute, but a minute earlier", () => {
  expect(about(4, '2026-11-20T09:05:00Z')).toEqual([])
  expect(about(4, '2026-11-20T09:04:00Z')).toEqual(['The date is before that of the current event (Nov 20 2026 9:05).'])
})

test('an order without an event raises no doubt about it', () => {
  const none = { lastEventId: null, lastEventName: null, lastEventTime: null, furthest: null }
  expect(doubtsAbout({ id: 1, at: 0, name: 'Booked', milestone: 'booked' }, none, now, dates)).toEqual([])
})

const UNDEPARTED = 'Next comes after the departure, and nothing says that this order has departed.'
test.each<[furthest: Milestone | null, next: Milestone | null, doubts: string[]]>([
  ['confirmed', 'received', []],
  ['confirmed', 'departed', []],
  ['confirmed', 'arrived', [UNDEPARTED]],
  [null, 'delivered', [UNDEPARTED]],
  ['departed', 'delivered', []],
  ['departed', 'departed', []],
  ['departed', 'received', ['This order is further on already: Departed.']],
  ['delivered', 'arrived', ['This order is further on already: Delivered.']],
  ['departed', 'on-hold', []],
  ['departed', null, []],
])('at %s, an event with the milestone %s', (furthest, next, doubts) => {
  expect(about(4, '2026-11-22T10:00:00Z', next, { ...current, furthest })).toEqual(doubts)
})
