import { expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { itemsOf } from './changes/row-items.ts'
import { queueRows } from './queue-rows.ts'

// The rows read only these fields.
const item = (id: number, orderId: number | null, things: number, waivedReason: string | null = null) =>
  ({ id, orderId, things, waivedReason }) as AttentionItem
const shown = (rows: ReturnType<typeof queueRows>) =>
  rows.map(
    ({ id, others, isPart }) =>
      `${id}${others === undefined ? '' : others ? ' open' : ' folded'}${isPart ? ' part' : ''}`,
  )

test('things about one order stand together, behind the first', () => {
  const items = [item(1, 7, 3), item(2, 8, 1), item(3, 7, 3), item(4, null, 1), item(5, null, 1)]
  expect(shown(queueRows(items, null, []))).toEqual(['1 folded', '2', '4', '5'])
})

test('a folded row stands for the things of its order on this page, an unfolded one for itself', () => {
  const items = [item(1, 7, 3), item(2, 8, 1), item(3, 7, 3)]
  const stands = (unfolded: number | null) =>
    queueRows(items, unfolded, []).map((row) => itemsOf(row).map(({ id }) => id))
  expect(stands(null)).toEqual([[1, 3], [2]])
  expect(stands(7)).toEqual([[1], [2]])
})

test('an unfolded order shows what is snoozed among snoozed things only', () => {
  const snoozed = { ...item(5, 7, 2), snoozedUntil: '2126-11-21T08:00:00.000Z' }
  const parts = [item(1, 7, 2), snoozed, item(3, 7, 2), { ...snoozed, id: 6 }].map((each) => ({
    ...each,
    snoozedUntil: each.snoozedUntil ?? null,
  }))
  expect(shown(queueRows([{ ...item(1, 7, 2), snoozedUntil: null }], 7, parts))).toEqual(['1 open', '3 part'])
  expect(shown(queueRows([snoozed], 7, parts))).toEqual(['5 open', '6 part'])
})

test('an unfolded order shows the others, without those that were waived', () => {
  const all = [item(1, 7, 3), item(3, 7, 3), item(9, 7, 3, 'Rolled'), item(6, 7, 3)]
  expect(shown(queueRows([item(1, 7, 3), item(2, 8, 1)], 7, all))).toEqual(['1 open', '3 part', '6 part', '2'])
})
