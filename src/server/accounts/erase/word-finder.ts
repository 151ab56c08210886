/** Shorter words are not looked for: they would be found inside other words. */
export const SHORTEST_WORD = 5
/** The text that replaces a word in a text about others. */
export const BLANK = '[erased]'

/** Lower case without changing the position of any letter. */
function fold(text: string): string {
  const folded = text.toLowerCase()
  if (folded.length === text.length) return folded
  return text.replaceAll(/[\s\S]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
}

const beginningOf = (text: string, at: number) => text.slice(at, at + SHORTEST_WORD)

/** Finds words in texts, however their letters are written. */
export interface WordFinder {
  /** Whether a text, or any text in a JSON value, contains one of the words. */
  has(value: unknown): boolean
  /** The value with each word blanked; the field names of JSON stay. */
  blank(value: unknown): unknown
}

/** A finder of these words, none shorter than SHORTEST_WORD. Ten thousand words take no longer than one. */
export function wordFinder(words: readonly string[]): WordFinder {
  const folded = new Set(words.map(fold))
  // Lengths of the words with the same beginning, longest first: the longest match wins.
  const lengths = new Map<string, number[]>()
  for (const { length, beginning } of [...folded].map((word) => ({
    length: word.length,
    beginning: beginningOf(word, 0),
  }))) {
    const known = lengths.get(beginning) ?? []
    if (!known.includes(length))
      lengths.set(
        beginning,
        [...known, length].sort((a, b) => b - a),
      )
  }
  /** Length of the word that begins at this place; 0 if none does. */
  const lengthAt = (text: string, at: number) =>
    lengths.get(beginningOf(text, at))?.find((length) => folded.has(text.slice(at, at + length))) ?? 0
  function blankText(text: string): string {
    const small = fold(text)
    let [blanked, from, at] = ['', 0, 0]
    while (at <= small.length - SHORTEST_WORD) {
      const length = lengthAt(small, at)
      if (length > 0) {
        blanked += text.slice(from, at) + BLANK
        from = at + length
      }
      at += Math.max(1, length)
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
