import type { AttentionItem } from '#contract/attention/attention.ts'

/** A row of the queue. */
export interface StandingRow extends AttentionItem {
  /** The things of its list that it stands for, while the others are not shown. */
  group?: readonly AttentionItem[]
}

/** What an action on a row is about: all that it stands for. */
export const itemsOf = (row: StandingRow): readonly AttentionItem[] => row.group ?? [row]
