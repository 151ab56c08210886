import { expect, test } from 'vitest'
import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { type Acted, actionOf, actionsOf, actionsOfAll, whoElse } from './item-actions.ts'

const aboard = (id: number) => ({ id, reference: `S-${id}`, vessel: 'EVER GIVEN', voyage: '018E' })
const sailing = aboard(5)
const item = (rule: RuleCode, more: Partial<Acted> = {}): Acted => ({
  ...{ rule, orderId: 1, sailing: null, detail: {}, asked: null },
  ...more,
})
const asked = { at: '2026-11-20T09:00:00.000Z', to: 'li@ningbo.example', by: null }
const labels = (of: Acted) => actionsOf(of).map(({ label }) => label)
const common = (...items: Acted[]) => actionsOfAll(items).map(({ label }) => label)

test.each([
  ['quiet', null, 'Set event'],
  ['late-delivery', null, 'Set event'],
  ['not-departed', sailing, 'Change dates'],
  ['not-departed', null, 'Set event'],
  ['measured-differs', sailing, 'Open sailing'],
  ['unconfirmed', null, 'Load on sailing'],
  ['note-due', null, 'Open notes'],
  ['webhook-disabled', null, 'Open webhooks'],
  ['rate-gap', null, 'Open the rates'],
] as const)('%s offers its own action first: %j, %s', (rule, on, label) => {
  expect(actionOf(item(rule, { sailing: on })).label).toBe(label)
})

test('papers that the client or the shipper supplies are requested from the client; for others the papers open', () => {
  const labelOf = (supplier: string) => actionOf(item('document', { detail: { supplier } })).label
  expect(['client', 'shipper', 'us', 'carrier'].map(labelOf)).toEqual(['Ask client', 'Ask client', 'Papers', 'Papers'])
})

test('a mail of a client is opened, or answered at once', () => {
  expect(labels(item('client-mail'))).toEqual(['Open', 'Reply'])
})

test('who was asked before is reminded', () => {
  expect(labels(item('document', { detail: { supplier: 'client' }, asked }))).toEqual(['Remind', 'Papers'])
  expect(labels(item('cargo-cut-off', { asked }))).toEqual(['Set received', 'Remind supplier'])
})

test('only a webhook that was switched off and a mailbox that fails wait for an administrator', () => {
  const words = (rule: RuleCode) => whoElse(actionOf(item(rule)))
  expect(keysOf(RULE_LABELS).filter((rule) => words(rule) !== null)).toEqual([
    'webhook-disabled',
    'mailbox-failing',
    'feed-failing',
  ])
  expect(words('webhook-disabled')).toBe('An administrator can switch it on again.')
})

test('cargo at its cut-off is received, rolled or asked for; without a sailing there is nothing to roll from', () => {
  expect(labels(item('cargo-cut-off', { sailing }))).toEqual(['Receive', 'Roll', 'Ask supplier'])
  expect(labels(item('cargo-cut-off'))).toEqual(['Set received', 'Ask supplier'])
})

test('several orders at a cut-off are received on one sailing, else by the event, and rolled from any', () => {
  const missed = item('cargo-cut-off', { sailing })
  expect(common(missed, missed)).toEqual(['Receive', 'Roll', 'Ask suppliers'])
  expect(common(missed, item('cargo-cut-off', { sailing: aboard(6) }))).toEqual([
    'Set received',
    'Roll',
    'Ask suppliers',
  ])
  expect(common(missed, item('cargo-cut-off'))).toEqual(['Set received', 'Ask suppliers'])
  expect(common({ ...missed, asked }, missed)).toContain('Ask suppliers')
  expect(common({ ...missed, asked }, { ...missed, asked })).toContain('Remind suppliers')
})

test('the other rules have the action that ends them, for many orders too', () => {
  expect(common(item('unconfirmed'), item('unconfirmed'))).toEqual(['Load on sailing'])
  expect(common(item('not-departed'))).toEqual(['Set departed'])
  expect(common(item('not-departed', { sailing }))).toEqual(['Change dates', 'Set departed'])
  expect(common(item('document', { detail: { supplier: 'client' } }))).toEqual(['Ask client'])
  expect(common(item('document', { detail: { supplier: 'us' } }))).toEqual([])
  expect(common(item('mail-failed'))).toEqual([])
})

test('items of several rules, and items without an order, have none in common', () => {
  expect(common()).toEqual([])
  expect(common(item('unconfirmed'), item('quiet'))).toEqual([])
  expect(common(item('quiet', { orderId: null }))).toEqual([])
})
