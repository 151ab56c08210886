import { expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { eventsToChoose, nextEvent } from './set-event.ts'

const MILESTONES_BY_ID: (Milestone | null)[] = [
  'booked',
  'confirmed',
  null, // pick-up scheduled
  'received',
  'on-hold',
  null, // export customs cleared
  'departed',
  'customs-exam',
  'delivered',
  null, // closed
]
const events = MILESTONES_BY_ID.map((milestone, at) => ({ id: at + 1, milestone }))

test.each([
  ['is the one after the current one in the list', 2, 'confirmed', 3],
  ['has a milestone or none', 4, 'received', 6],
  ['is never a hold or a customs exam', 7, 'departed', 9],
  ['goes on behind a hold', 5, 'confirmed', 6],
  ['never leads back behind what was reached otherwise', 2, 'departed', 9],
  ['leaves out events on the way to what was reached otherwise', 2, 'received', 6],
  ['stays the last one', 10, 'delivered', 10],
  ['is the first one without a current event', null, null, 1],
] as const)('the next event %s', (_, currentId, furthest, id) => {
  expect(nextEvent(events, { currentId, furthest })?.id).toBe(id)
})

test('behind the last event of the list, the next one has a further milestone', () => {
  const withLate = [...events, { id: 11, milestone: 'picked-up' as const }]
  expect(nextEvent(withLate, { currentId: 11, furthest: 'picked-up' })?.id).toBe(4)
})

test('what was reached counts for events that were added to the list later', () => {
  const withLate = [...events, { id: 11, milestone: 'picked-up' as const }]
  expect(nextEvent(withLate, { currentId: 2, furthest: 'received' })?.id).toBe(7)
})

test('where no event has a milestone, it is the one after the current one, whatever was reached', () => {
  const plain = events.map(({ id }) => ({ id, milestone: null }))
  expect(nextEvent(plain, { currentId: 4, furthest: 'departed' })?.id).toBe(5)
  expect(nextEvent(plain, { currentId: 10 })?.id).toBe(10)
  expect(nextEvent([], { currentId: 4 })).toBeNull()
})

test('people choose among the events of the way first, then among interruptions', () => {
  const { way, interruptions } = eventsToChoose(events)
  expect([...way, ...interruptions].map(({ id }) => id)).toEqual([1, 2, 3, 4, 6, 7, 9, 10, 5, 8])
})
