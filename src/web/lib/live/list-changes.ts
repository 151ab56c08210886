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
