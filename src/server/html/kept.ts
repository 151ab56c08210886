/** What was made from texts, for the texts used last. */
interface Kept<T> {
  get(text: string): T | undefined
  /** Keeps a result, and answers it. */
  keep(text: string, made: T): T
}

/** Keeps at most `most` characters, those of the texts included; `sizeOf` counts a result's. */
export function createKept<T>(most: number, sizeOf: (made: T) => number = () => 0): Kept<T> {
  const kept = new Map<string, { made: T; size: number }>()
  let total = 0
  return {
    get(text) {
      const entry = kept.get(text)
      if (!entry) return undefined
      // The ones used last are at the end.
      kept.delete(text)
      kept.set(text, entry)
      return entry.made
    },
    keep(text, made) {
      const size = text.length + sizeOf(made)
      total += size - (kept.get(text)?.size ?? 0)
      kept.set(text, { made, size })
      for (const [oldest, entry] of kept) {
        if (total <= most) break
        kept.delete(oldest)
        total -= entry.size
      }
      return made
    },
  }
}
