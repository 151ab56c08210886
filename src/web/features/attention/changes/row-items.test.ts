import { expect, test } from 'vitest'
import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import { itemsOf, rowOf, type Unfolded, queueRows as unfoldedRows } from './row-items.ts'

// The items have only fields that the rows read.
const item = (id: number, orderId: number | null, things: number, waivedReason: string | null = null) =>
  ({ id, orderId, things, waivedReason }) as AttentionItem
const row = (first: AttentionItem, ...others: AttentionItem[]): AttentionRow => ({ ...first, others })
const queueRows = (items: AttentionRow[], unfolded: Unfolded, parts: AttentionRow[]) =>
  unfoldedRows(items.map(rowOf), unfolded, parts)
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
  const stands = (orderId: number | null) =>
    queueRows(items, orderId === null ? null : { orderId }, []).map((each) => itemsOf(each).map(({ id }) => id))
  expect(stands(null)).toEqual([[1, 3, 6], [2]])
  expect(stands(7)).toEqual([[1], [2]])
})

test('an item that has a row in the queue of a colleague is not shown twice', () => {
  const items = [row(item(1, 7, 2)), row(item(3, 7, 2))]
  expect(shown(queueRows(items, { orderId: 7 }, [item(1, 7, 2), item(3, 7, 2)]))).toEqual(['1 open', '3 open'])
})

test('an unfolded order shows its snoozed items among snoozed items only', () => {
  const snoozed = { ...item(5, 7, 2), snoozedUntil: '2126-11-21T08:00:00.000Z' }
  const parts = [item(1, 7, 2), snoozed, item(3, 7, 2), { ...snoozed, id: 6 }].map((each) => ({
    ...each,
    snoozedUntil: each.snoozedUntil ?? null,
  }))
  expect(shown(queueRows([{ ...item(1, 7, 2), snoozedUntil: null }], { orderId: 7 }, parts))).toEqual([
    '1 open',
    '3 part',
  ])
  expect(shown(queueRows([snoozed], { orderId: 7 }, parts))).toEqual(['5 open', '6 part'])
})

test('an unfolded order shows its other items, without the waived ones', () => {
  const all = [item(1, 7, 3), item(3, 7, 3), item(9, 7, 3, 'Rolled'), item(6, 7, 3)]
  expect(shown(queueRows([item(1, 7, 3), item(2, 8, 1)], { orderId: 7 }, all))).toEqual([
    '1 open',
    '3 part',
    '6 part',
    '2',
  ])
})

test('the head of a group stands for all of it; unfolded, its rows are below, each for itself', () => {
  const first = { ...item(1, 7, 1), rule: 'cargo-cut-off' as const, asked: null }
  const items = [
    { id: 1, orderId: 7, trackingCode: 'ABCD12345678', asked: null },
    { id: 2, orderId: 8, trackingCode: 'WXYZ12345678', asked: '2026-11-20T09:00:00.000Z' },
  ]
  const head: AttentionRow = { ...first, group: { id: '5', items } }
  const parts = [row(first), row({ ...first, id: 2, orderId: 8 })]
  const folded = queueRows([head], null, [])
  expect(shown(folded)).toEqual(['1 folded'])
  expect(folded.flatMap(itemsOf).map(({ id, orderId, asked }) => [id, orderId, asked?.at])).toEqual([
    [1, 7, undefined],
    [2, 8, '2026-11-20T09:00:00.000Z'],
  ])
  const open = queueRows([head], { rule: 'cargo-cut-off', key: '5' }, parts)
  expect(shown(open)).toEqual(['1 open', '1 part', '2 part'])
  expect(open.map(({ key }) => key)).toEqual([-1, 1, 2])
  expect(open.map((each) => itemsOf(each).length)).toEqual([2, 1, 1])
})
