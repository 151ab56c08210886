import { expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { selectedActions } from './selected-actions.ts'

const row = (rule: AttentionItem['rule'], more: Partial<AttentionItem> = {}) =>
  ({ rule, orderId: 1, sailing: null, detail: {}, ...more }) as AttentionItem
const aboard = (id: number) => ({ sailing: { id, reference: `S-${id}` } }) as Partial<AttentionItem>
const labels = (...rows: AttentionItem[]) => selectedActions(rows).map(({ label }) => label)

test('orders that missed a cut-off are received, or roll if they are on one sailing', () => {
  const missed = row('cargo-cut-off', aboard(5))
  expect(labels(missed, missed)).toEqual(['Set received', 'Roll'])
  expect(labels(missed, row('cargo-cut-off', aboard(6)))).toEqual(['Set received'])
  expect(labels(row('cargo-cut-off'))).toEqual(['Set received'])
})

test('the other rules have the action that ends them, for many orders too', () => {
  expect(labels(row('unconfirmed'), row('unconfirmed'))).toEqual(['Load on sailing'])
  expect(labels(row('not-departed'))).toEqual(['Set departed'])
  expect(labels(row('document', { detail: { supplier: 'client' } }))).toEqual(['Ask clients'])
  expect(labels(row('document', { detail: { supplier: 'us' } }))).toEqual([])
  expect(labels(row('mail-failed'))).toEqual([])
})

test('rows of several rules, and items without an order, have none in common', () => {
  expect(labels()).toEqual([])
  expect(labels(row('unconfirmed'), row('quiet'))).toEqual([])
  expect(labels(row('quiet', { orderId: null }))).toEqual([])
})
