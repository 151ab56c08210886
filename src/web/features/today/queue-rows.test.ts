import { expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
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

test('an unfolded order shows the others, without those that were waived', () => {
  const all = [item(1, 7, 3), item(3, 7, 3), item(9, 7, 3, 'Rolled'), item(6, 7, 3)]
  expect(shown(queueRows([item(1, 7, 3), item(2, 8, 1)], 7, all))).toEqual(['1 open', '3 part', '6 part', '2'])
})
