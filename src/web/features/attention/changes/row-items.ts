import type { AttentionItem } from '#contract/attention/attention.ts'

/** A row of the queue. */
export interface StandingRow extends AttentionItem {
  /** The items of its list that it stands for, while it is folded. */
  group?: readonly AttentionItem[]
}

/** The items that an action on a row is about: all that it stands for. */
export const itemsOf = (row: StandingRow): readonly AttentionItem[] => row.group ?? [row]
