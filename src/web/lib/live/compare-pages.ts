/** How a fresh page differs from the one on screen, in rows. */
export interface Differences {
  added: number
  moved: number
  gone: number
}

/** The length of the longest rising sequence within these numbers. */
function longestRise(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const n of numbers) {
    const at = ends.findIndex((end) => end >= n)
    ends[at < 0 ? ends.length : at] = n
  }
  return ends.length
}

/**
 * How the fresh keys differ from those shown: rows that are new (`isNew`), rows that came from or went to another place,
 * and rows that left for good. Rows that only made room at the end of a full page are not counted.
 */
export function comparePages(
  shown: readonly number[],
  fresh: readonly number[],
  isNew: (key: number) => boolean,
): Differences {
  const place = new Map(fresh.map((key, index) => [key, index]))
  const before = new Set(shown)
  const kept = shown.flatMap((key) => place.get(key) ?? [])
  const came = fresh.filter((key) => !before.has(key))
  const added = came.filter(isNew).length
  return {
    added,
    moved: kept.length - longestRise(kept) + came.length - added,
    gone: Math.max(0, shown.length - kept.length - came.length),
  }
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
