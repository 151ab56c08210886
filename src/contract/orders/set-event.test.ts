import { expect, test } from 'vitest'
import type { Milestone } from '#contract/reference/milestones.ts'
import { leadsOn, nextEvent } from './set-event.ts'

const events = [1, 2, 3].map((id) => ({ id, milestone: null }))

test('the next event is the one after the current one by id, the last one stays', () => {
  expect(nextEvent(events, 1)?.id).toBe(2)
  expect(nextEvent(events, 3)?.id).toBe(3)
  expect(nextEvent(events, null)?.id).toBe(1)
  expect(nextEvent([], 1)).toBeNull()
})

test.each<[Milestone | null, Milestone | null, boolean]>([
  ['departed', 'loaded', true],
  ['departed', null, true],
  ['departed', 'departed', false],
  ['loaded', 'departed', false],
  ['on-hold', 'confirmed', false],
  ['customs-exam', 'arrived', false],
  [null, 'arrived', true],
])('an event with the milestone %s leads an order at %s on: %s', (milestone, furthest, leads) => {
  expect(leadsOn({ id: 1, milestone }, furthest)).toBe(leads)
})
