import { expect, test } from 'vitest'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import { itemsOf } from './changes/row-items.ts'
import { queueRows } from './queue-rows.ts'

// The items have only fields that the rows read.
const item = (id: number, orderId: number | null, things: number, waivedReason: string | null = null) =>
  ({ id, orderId, things, waivedReason }) as AttentionItem
const row = (first: AttentionItem, ...others: AttentionItem[]): AttentionRow => ({ ...first, others })
const shown = (rows: ReturnType<typeof queueRows>) =>
  rows.map(
    ({ id, unfolded, isPart }) =>
      `${id}${unfolded === undefined ? '' : unfolded ? ' open' : ' folded'}${isPart ? ' part' : ''}`,
  )

test('an order with several items can be unfolded; a single item, or one about no order, cannot', () => {
  const items = [row(item(1, 7, 3), item(3, 7, 3)), row(item(2, 8, 1)), row(item(4, null, 1)), item(5, null, 1)]
  expect(shown(queueRows(items, null, []))).toEqual(['1 folded', '2', '4', '5'])
})

test('a folded row stands for all items of its order in its list, an unfolded one for itself', () => {
  const items = [row(item(1, 7, 3), item(3, 7, 3), item(6, 7, 3)), row(item(2, 8, 1))]
  const stands = (unfolded: number | null) =>
    queueRows(items, unfolded, []).map((each) => itemsOf(each).map(({ id }) => id))
  expect(stands(null)).toEqual([[1, 3, 6], [2]])
  expect(stands(7)).toEqual([[1], [2]])
})

test('an item that has a row in the queue of a colleague is not shown twice', () => {
  const items = [row(item(1, 7, 2)), row(item(3, 7, 2))]
  expect(shown(queueRows(items, 7, [item(1, 7, 2), item(3, 7, 2)]))).toEqual(['1 open', '3 open'])
})

test('an unfolded order shows its snoozed items among snoozed items only', () => {
  const snoozed = { ...item(5, 7, 2), snoozedUntil: '2126-11-21T08:00:00.000Z' }
  const parts = [item(1, 7, 2), snoozed, item(3, 7, 2), { ...snoozed, id: 6 }].map((each) => ({
    ...each,
    snoozedUntil: each.snoozedUntil ?? null,
  }))
  expect(shown(queueRows([{ ...item(1, 7, 2), snoozedUntil: null }], 7, parts))).toEqual(['1 open', '3 part'])
  expect(shown(queueRows([snoozed], 7, parts))).toEqual(['5 open', '6 part'])
})

test('an unfolded order shows its other items, without the waived ones', () => {
  const all = [item(1, 7, 3), item(3, 7, 3), item(9, 7, 3, 'Rolled'), item(6, 7, 3)]
  expect(shown(queueRows([item(1, 7, 3), item(2, 8, 1)], 7, all))).toEqual(['1 open', '3 part', '6 part', '2'])
})
