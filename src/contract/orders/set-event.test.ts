import { expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { nextEvent, nextStep } from './set-event.ts'

const events = [1, 2, 3].map((id) => ({ id, milestone: null }))

test('the next event is the one after the current one by id, the last one stays', () => {
  expect(nextEvent(events, 1)?.id).toBe(2)
  expect(nextEvent(events, 3)?.id).toBe(3)
  expect(nextEvent(events, null)?.id).toBe(1)
  expect(nextEvent([], 1)).toBeNull()
})

const MILESTONES_BY_ID: (Milestone | null)[] = [
  'booked',
  'confirmed',
  'on-hold',
  null, // pick-up scheduled
  'received',
  null, // export customs cleared
  'departed',
  null, // in transit
  'arrived',
  'customs-exam',
  'delivered',
  null, // closed
]
const way = MILESTONES_BY_ID.map((milestone, at) => ({ id: at + 1, milestone }))

test.each<[string, number | null, Milestone | null, number | null]>([
  ['is the next event by id', 1, 'booked', 2],
  ['is never a hold', 2, 'confirmed', 4],
  ['is never a customs exam', 9, 'arrived', 11],
  ['goes on behind a hold', 3, 'confirmed', 4],
  ['leaves out what other facts have reached', 4, 'received', 6],
  ['leaves out events before what other facts have reached', 2, 'received', 6],
  ['may have no milestone', 5, 'departed', 8],
  ['is the first event of an order without one', null, null, 1],
  ['follows the last milestone', 11, 'delivered', 12],
  ['ends with the last event', 12, 'delivered', null],
])('the next step %s', (_, currentId, furthest, id) => {
  expect(nextStep(way, { currentId, furthest })?.id ?? null).toBe(id)
})
