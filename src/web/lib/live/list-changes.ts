import { createTopic } from './topic.ts'

/** The name for all lists: anything may have changed. */
export const EVERY_LIST = '*'

/** A change by others that a list may show. */
export interface ListChange {
  /** The first part of the list's key, or EVERY_LIST. */
  list: string
  /** Ids of the changed rows; null if unknown. */
  ids: readonly number[] | null
  /** True for new rows. */
  created: boolean
}

/** Changes by others that lists may show. */
export const listChanges = createTopic<ListChange>()

/** The time of the last change in each list, in ms. */
const changedAt = new Map<string, number>()
listChanges.listen(({ list }) => changedAt.set(list, Date.now()))

/** True if a list may have changed after this time in ms, which a listener that begins now has missed. */
export const changedSince = (list: string, at: number): boolean =>
  [list, EVERY_LIST].some((each) => (changedAt.get(each) ?? 0) > at)
