import { expect, test } from 'vitest'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { actionOf, whoElse } from './item-actions.ts'

const sailing = { id: 5, reference: 'S-2026-0005' }

test.each([
  ['quiet', null, 'Set event'],
  ['late-delivery', null, 'Set event'],
  ['not-departed', sailing, 'Change dates'],
  ['not-departed', null, 'Set event'],
  ['measured-differs', sailing, 'Open sailing'],
  ['unconfirmed', null, 'Load on sailing'],
  ['note-due', null, 'Open notes'],
  ['webhook-disabled', null, 'Open webhooks'],
] as const)('%s offers one action: %j, %s', (rule, on, label) => {
  expect(actionOf({ rule, sailing: on, detail: {} }).label).toBe(label)
})

test('papers that the client or the shipper supplies are requested from the client; for others the papers open', () => {
  const labelOf = (supplier: string) => actionOf({ rule: 'document', sailing: null, detail: { supplier } }).label
  expect(['client', 'shipper', 'us', 'carrier'].map(labelOf)).toEqual(['Ask client', 'Ask client', 'Papers', 'Papers'])
})

test('only a webhook that was switched off waits for an administrator', () => {
  const words = (rule: RuleCode) => whoElse(actionOf({ rule, sailing: null, detail: {} }))
  expect(keysOf(RULE_LABELS).filter((rule) => words(rule) !== null)).toEqual(['webhook-disabled'])
  expect(words('webhook-disabled')).toBe('An administrator can switch it on again.')
})

test('cargo that missed the cut-off of its sailing rolls; before it, and without a sailing, an event is set', () => {
  const labelOf = (dueAt: string, on: typeof sailing | null) =>
    actionOf({ rule: 'cargo-cut-off', sailing: on, detail: {}, dueAt }, Date.parse('2026-03-05')).label
  expect(labelOf('2026-03-04T10:00:00.000Z', sailing)).toBe('Roll')
  expect(labelOf('2026-03-06T10:00:00.000Z', sailing)).toBe('Set event')
  expect(labelOf('2026-03-04T10:00:00.000Z', null)).toBe('Set event')
})
