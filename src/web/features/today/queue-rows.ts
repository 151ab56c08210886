import type { AttentionItem } from '#contract/attention/attention.ts'

/** A row of the queue: the first thing about an order stands for all of them. */
export interface QueueRow extends AttentionItem {
  /** Whether the other things are shown; absent for a row without others, and for those others. */
  others?: boolean
  /** One of the other things, below the first. */
  isPart?: boolean
}

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
    const shown = opened ? parts.filter(({ id, waivedReason }) => id !== item.id && waivedReason === null) : []
    return [{ ...item, others: opened }, ...shown.map((part) => ({ ...part, isPart: true }))]
  })
}
