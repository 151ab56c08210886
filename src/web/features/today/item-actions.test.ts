import { expect, test } from 'vitest'
import { actionOf } from './item-actions.ts'

const sailing = { id: 5, reference: 'S-2026-0005' }

test.each([
  ['quiet', null, 'delivered', 'Complete the order'],
  ['quiet', null, 'available', 'Set event'],
  ['quiet', null, null, 'Set event'],
  ['late-delivery', null, 'delivered', 'Set event'],
  ['not-departed', sailing, null, 'Change dates'],
  ['not-departed', null, null, 'Set event'],
  ['measured-differs', sailing, null, 'Open sailing'],
] as const)('%s asks for one thing: %j, %s', (rule, on, lastMilestone, label) => {
  expect(actionOf({ rule, sailing: on, lastMilestone }).label).toBe(label)
})
