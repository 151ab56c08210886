/** Shorter words are not looked for in texts: they would be found in others. */
export const SHORTEST_WORD = 5
/** What stands for a word in a text of others. */
export const BLANK = '[erased]'

/** Small letters, at the same places. */
function fold(text: string): string {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  return text.replaceAll(/[\s\S]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
}

/** Finds words in texts, however their letters are written. */
export interface WordFinder {
  /** Whether a text, or a text in a JSON value, has one of the words. */
  has(value: unknown): boolean
  /** The same value with each word blanked; the names of JSON's fields stay. */
  blank(value: unknown): unknown
}

/** A finder of these words, none shorter than SHORTEST_WORD: as quick with ten thousand as with one. */
export function wordFinder(words: readonly string[]): WordFinder {
  // Of words that begin alike, the longest counts.
  const byBeginning = new Map<string, string[]>()
  for (const word of words.map(fold).sort((a, b) => b.length - a.length)) {
    const beginning = word.slice(0, SHORTEST_WORD)
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word])
  }
  function blankText(text: string): string {
    const folded = fold(text)
    let [blanked, from, at] = ['', 0, 0]
    while (at <= folded.length - SHORTEST_WORD) {
      const word = byBeginning
        .get(folded.slice(at, at + SHORTEST_WORD))
        ?.find((candidate) => folded.startsWith(candidate, at))
      if (word === undefined) {
        at++
        continue
      }
      blanked += text.slice(from, at) + BLANK
      at += word.length
      from = at
    }
    return from === 0 ? text : blanked + text.slice(from)
  }
  function blank(value: unknown): unknown {
    if (typeof value === 'string') return blankText(value)
    if (Array.isArray(value)) return value.map(blank)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, blank(part)]))
  }
  const has = (value: unknown): boolean => {
    if (typeof value === 'string') return blankText(value) !== value
    return value !== null && typeof value === 'object' && Object.values(value).some(has)
  }
  return { has, blank }
}
