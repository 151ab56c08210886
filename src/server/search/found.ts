import type { FoundItem } from '#contract/search/search.ts'

/** A record that was found, and how well it fits: 0 exactly, 1 from the beginning, 2 somewhere. */
export interface Found extends Omit<FoundItem, 'exact'> {
  rank: number
}

/** One more than asked for tells whether there is more. */
export const oneMore = (limit: number) => limit + 1
