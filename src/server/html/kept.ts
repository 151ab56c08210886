/** Results made from texts, for the texts used last. */
interface Kept<T> {
  get(text: string): T | undefined
  /** Keeps a result, and returns it. */
  keep(text: string, made: T): T
}

/** A cache of at most `most` characters, including the texts; `sizeOf` counts the characters of a result. */
export function createKept<T>(most: number, sizeOf: (made: T) => number = () => 0): Kept<T> {
  const kept = new Map<string, { made: T; size: number }>()
  let total = 0
  return {
    get(text) {
      const entry = kept.get(text)
      if (!entry) return undefined
      // The texts used last are at the end.
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
