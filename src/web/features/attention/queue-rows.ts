import type { AttentionItem, AttentionRow } from '#contract/attention/attention.ts'
import type { StandingRow } from './changes/row-items.ts'

/** A row of the queue: the first item of an order stands for all of them. */
export interface QueueRow extends StandingRow {
  /** True while its other items are shown; absent for a row without others, and for those others. */
  unfolded?: boolean
  /** True for one of the other items, below the first. */
  isPart?: boolean
}

/** True if an item is in the list of another of its order: not waived, and snoozed or not like that. */
const isListed = ({ waivedReason, snoozedUntil }: AttentionItem, first: AttentionItem) =>
  waivedReason === null && (snoozedUntil === null) === (first.snoozedUntil === null)

/** Rows of a page. The unfolded order shows its `parts`, except those that have a row in another queue. */
export function queueRows(
  items: readonly AttentionRow[],
  unfolded: number | null,
  parts: readonly AttentionItem[],
): QueueRow[] {
  const firsts = new Set(items.map(({ id }) => id))
  return items.flatMap(({ others = [], ...item }) => {
    if (item.orderId === null || item.things === 1) return [item]
    if (unfolded !== item.orderId) return [{ ...item, unfolded: false, group: [item, ...others] }]
    const shown = parts.filter((part) => !firsts.has(part.id) && isListed(part, item))
    return [{ ...item, unfolded: true }, ...shown.map((part) => ({ ...part, isPart: true }))]
  })
}
