import type { AttentionItem } from '#contract/attention/attention.ts'
import type { StandingRow } from './changes/row-items.ts'

/** A row of the queue: the first thing about an order stands for all of them. */
export interface QueueRow extends StandingRow {
  /** Whether the other things are shown; absent for a row without others, and for those others. */
  others?: boolean
  /** One of the other things, below the first. */
  isPart?: boolean
}

/** Whether a thing is in the same list as another of its order: not waived, and snoozed as that is. */
const isListed = ({ waivedReason, snoozedUntil }: AttentionItem, first: AttentionItem) =>
  waivedReason === null && (snoozedUntil === null) === (first.snoozedUntil === null)

/** The rows of a page: things about one order stand together, behind the first. The unfolded order shows them, its `parts`. */
export function queueRows(
  items: readonly AttentionItem[],
  unfolded: number | null,
  parts: readonly AttentionItem[],
): QueueRow[] {
  const seen = new Set<number>()
  return items.flatMap((item) => {
    const { orderId, things } = item
    if (orderId === null || things === 1) return [item]
    if (seen.has(orderId)) return []
    seen.add(orderId)
    const opened = unfolded === orderId
    if (!opened) return [{ ...item, others: false, group: items.filter((each) => each.orderId === orderId) }]
    const shown = parts.filter((part) => part.id !== item.id && isListed(part, item))
    return [{ ...item, others: true }, ...shown.map((part) => ({ ...part, isPart: true }))]
  })
}
