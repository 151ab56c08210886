import type { AttentionGroup, AttentionItem, AttentionRow } from '#contract/attention/attention.ts'

/** A row of the queue. */
export interface QueueRow extends AttentionItem {
  /** The key of the row. The head of a group has the negative id of its first item, which has a row of its own below. */
  key: number
  /** The items of its list that it stands for: its own, with the others of its order or of its group. */
  all: readonly [AttentionItem, ...AttentionItem[]]
  /** The group whose head it is. */
  group: AttentionGroup | null
  /** True while what it stands for is shown below; absent for a row that stands for itself. */
  unfolded?: boolean
  /** True for a row below the one that stands for it. */
  isPart?: boolean
}

/** The items that an action on a row is about. */
export const itemsOf = (row: QueueRow): readonly [AttentionItem, ...AttentionItem[]] => row.all

/**
 * The items of a group. The head knows the facts of the first; the others have the same rule and sailing or
 * client, and what the group says about them.
 */
function itemsOfGroup({ others: _, group, ...first }: AttentionRow): [AttentionItem, ...AttentionItem[]] {
  const rest = (group?.items ?? []).filter(({ id }) => id !== first.id)
  return [
    first,
    ...rest.map(({ asked, ...item }) => ({
      ...first,
      ...item,
      asked: asked === null ? null : { at: asked, to: null, by: null },
    })),
  ]
}

/** What is unfolded: the row of an order, or a group. */
export type Unfolded = { orderId: number } | { rule: AttentionItem['rule']; key: string } | null

/** Whether a row is the one that is unfolded. */
export const isUnfolded = ({ orderId, rule, group }: QueueRow, unfolded: Unfolded): boolean => {
  if (!unfolded) return false
  if ('key' in unfolded) return group?.id === unfolded.key && rule === unfolded.rule
  return !group && orderId === unfolded.orderId
}

/** What a press on a row's number of items unfolds. */
export const unfoldedBy = ({ orderId, rule, group }: QueueRow): Unfolded => {
  if (group) return { rule, key: group.id }
  return orderId === null ? null : { orderId }
}

/** True if an item is in the list of another of its order: not waived, and snoozed or not like that. */
const isListed = ({ waivedReason, snoozedUntil }: AttentionItem, first: AttentionItem) =>
  waivedReason === null && (snoozedUntil === null) === (first.snoozedUntil === null)

/** A row of the list, as the server answers it. */
export function rowOf(row: AttentionRow): QueueRow {
  const { others = [], group = null, ...item } = row
  if (group) return { ...item, key: -item.id, group, all: itemsOfGroup(row), unfolded: false }
  const all = [item, ...others] as const
  const folds = item.orderId !== null && item.things > 1
  return { ...item, key: item.id, group, all: [...all], ...(folds && { unfolded: false }) }
}

/** Rows below the one that stands for them. */
const part = (row: AttentionRow): QueueRow => {
  const { unfolded: _, ...rest } = rowOf({ ...row, group: null })
  return { ...rest, isPart: true }
}

/**
 * Rows of a page. Below the unfolded one are its `parts`: the rows of the group, or the other items of the
 * order, except those that have a row in another queue.
 */
export function queueRows(rows: readonly QueueRow[], unfolded: Unfolded, parts: readonly AttentionRow[]): QueueRow[] {
  const firsts = new Set(rows.flatMap(({ id, group }) => (group ? [] : [id])))
  return rows.flatMap((row) => {
    if (!isUnfolded(row, unfolded)) return [row]
    if (row.group) return [{ ...row, unfolded: true }, ...parts.map(part)]
    const shown = parts.filter((each) => !firsts.has(each.id) && isListed(each, row))
    return [{ ...row, all: [row.all[0]], unfolded: true }, ...shown.map(part)]
  })
}
