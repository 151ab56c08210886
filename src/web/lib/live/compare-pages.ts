/** Differences between a fresh page and the one on screen, in rows. */
export interface Differences {
  added: number
  moved: number
  gone: number
}

/** The key of a row: the id of its record, or a text where it has none. */
export type RowKey = string | number

/** The length of the longest rising sequence within these numbers. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const n of numbers) {
    const at = ends.findIndex((end) => end >= n)
    ends[at < 0 ? ends.length : at] = n
  }
  return ends.length
}

/** Facts about the list besides the keys of its page. */
interface ListGrowth {
  /** Rows by which the list is longer; negative if it is shorter, null if its length is not known. */
  growth: number | null
  isFirstPage: boolean
}

/**
 * Compares the keys of a fresh page with those shown: rows new to the list, rows that moved, and rows that
 * left the list. Rows pushed off the end of a page, and rows that take their place, do not count. A row is
 * new if `isNew` says so; on the first page, also if it came while the list grew.
 */
export function comparePages(
  shown: readonly RowKey[],
  fresh: readonly RowKey[],
  isNew: (key: RowKey) => boolean,
  { growth, isFirstPage }: ListGrowth,
): Differences {
  const place = new Map(fresh.map((key, index) => [key, index]))
  const before = new Set(shown)
  const kept = shown.flatMap((key) => place.get(key) ?? [])
  const came = fresh.filter((key) => !before.has(key))
  const certain = came.filter(isNew).length
  const added = isFirstPage ? Math.max(certain, Math.min(came.length, growth ?? 0)) : certain
  const left = shown.length - kept.length
  const gone = Math.max(left - came.length, Math.min(left, added - (growth ?? added)), 0)
  const filledUp = Math.min(gone, came.length - added)
  return { added, moved: kept.length - longestRise(kept) + came.length - added - filledUp, gone }
}

const PARTS = [
  ['added', 'new'],
  ['moved', 'moved'],
  ['gone', 'gone'],
] as const

/** 'Show 3 new, 1 moved'; null when nothing differs. */
export function showWords(differences: Differences): string | null {
  const parts = PARTS.flatMap(([key, word]) => (differences[key] > 0 ? [`${differences[key]} ${word}`] : []))
  return parts.length > 0 ? `Show ${parts.join(', ')}` : null
}
