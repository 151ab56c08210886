import { expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { nextEvent, nextStep } from './set-event.ts'

const MILESTONES_BY_ID: (Milestone | null)[] = [
  'booked',
  'confirmed',
  null, // cargo not ready
  'received',
  'on-hold',
  'departed',
  'customs-exam',
  'delivered',
  null, // closed
]
const events = MILESTONES_BY_ID.map((milestone, at) => ({ id: at + 1, milestone }))

test('the next event is the one after the current one by id, the last one stays', () => {
  expect(nextEvent(events, 2)?.id).toBe(3)
  expect(nextEvent(events, 9)?.id).toBe(9)
  expect(nextEvent(events, null)?.id).toBe(1)
})

test.each([
  ['leaves out events without a milestone', 2, 'confirmed', 4],
  ['leaves out a hold and a customs exam', 4, 'received', 6],
  ['goes on from what was reached, whatever the current event is', 3, 'booked', 2],
  ['never leads back behind what was reached', 2, 'departed', 8],
  ['is the next by id behind the last milestone', 8, 'delivered', 9],
] as const)('the next step %s', (_, currentId, furthest, id) => {
  expect(nextStep(events, { currentId, furthest })?.id).toBe(id)
})

test('without the furthest milestone, the next step goes on from the events up to the current one', () => {
  expect(nextStep(events, { currentId: 3 })?.id).toBe(4)
  expect(nextStep(events, { currentId: null })?.id).toBe(1)
})

test('where no event has a milestone, the next step is the next event', () => {
  const plain = events.map(({ id }) => ({ id, milestone: null }))
  expect(nextStep(plain, { currentId: 2, furthest: null })?.id).toBe(3)
})
