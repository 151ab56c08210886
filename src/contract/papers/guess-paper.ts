import { guessCategory } from './guess-category.ts'

const wordsOf = (text: string) =>
  text
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

interface Offered {
  id: number
  name: string
  categoryId: number
}

/** The missing paper that a file's name suggests: by all words, else by category; null for none. */
export function guessPaper<P extends Offered>(
  fileName: string,
  papers: readonly P[],
  categories: readonly { id: number; name: string }[],
): P | null {
  const words = new Set(wordsOf(fileName))
  const named = papers.find(({ name }) => wordsOf(name).every((word) => words.has(word)))
  const category = guessCategory(fileName, categories)
  return named ?? papers.find(({ categoryId }) => categoryId === category?.id) ?? null
}
