/** Words in file names that suggest a category of documents. */
const WORDS: readonly (readonly [category: string, words: RegExp])[] = [
  ['Packing list', /\bpacking( ?list)?\b|\bp[ck]?k?g? ?list\b|\bpl\b/],
  ['Arrival notice', /\barrival( ?notice)?\b|\bnotice of arrival\b|\ba n\b|\ban\b/],
  [
    'Bill of lading',
    /\bbills? of lading\b|\blading\b|\b[hmo]?b ?l\b|\b[hm]bol\b|\bbol\b|\b(sea ?)?way ?bill\b|\btelex release\b/,
  ],
  ['Customs', /\bcustoms?\b|\b7501\b|\bentry summary\b|\bisf\b|\bb3\b|\bduty\b|\bduties\b|\bcarm\b/],
  ['Commercial invoice', /\binvoices?\b|\binv\b|\bci\b|\bproforma\b/],
]

/** A file name as words, 'HBL_2026.pdf' as 'hbl 2026': small letters, no extension, one space between. */
const wordsOf = (fileName: string) =>
  fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([a-zA-Z])(\d)/g, (part, letter: string, digit: string) =>
      /b/i.test(letter) ? part : `${letter} ${digit}`,
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The category that a file's name suggests: 'packing list.pdf' → Packing list; undefined for none. */
export function guessCategory<C extends { name: string }>(fileName: string, categories: readonly C[]): C | undefined {
  const words = wordsOf(fileName)
  const [found] = WORDS.find(([, pattern]) => pattern.test(words)) ?? []
  return categories.find(({ name }) => name === found)
}

/** The id of a chosen file's category: the one its name suggests, else Other. */
export const categoryFor = (categories: readonly { id: number; name: string }[]) => {
  const other = categories.find(({ name }) => name === 'Other') ?? categories.at(-1)
  return ({ name }: { name: string }) => (guessCategory(name, categories) ?? other)?.id ?? 0
}
