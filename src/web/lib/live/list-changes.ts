import { createTopic } from './topic.ts'

/** Stands for all lists: anything may have changed. */
export const EVERY_LIST = '*'

/** What others changed that a list may show. */
export interface ListChange {
  /** The first part of the list's key, or every list. */
  list: string
  /** The changed rows; null when that is not known. */
  ids: readonly number[] | null
  /** They are new. */
  created: boolean
}

/** Told whenever others changed what lists show. */
export const listChanges = createTopic<ListChange>()

/** When something last changed in each list, in ms. */
const changedAt = new Map<string, number>()
listChanges.listen(({ list }) => changedAt.set(list, Date.now()))

/** Whether a list may have changed after this time in ms: whoever begins to listen then has missed it. */
export const changedSince = (list: string, at: number): boolean =>
  [list, EVERY_LIST].some((each) => (changedAt.get(each) ?? 0) > at)
