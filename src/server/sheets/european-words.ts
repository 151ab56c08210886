import { windowsText } from './windows-1252.ts'

/*
 * Which letters stand together in a word of one language tells encodings apart that have one byte for each letter:
 * 'Příčná' in Windows-1250 is 'Pøíèná' in Windows-1252, and no language has both ø and è.
 */

/** Letters of languages that are written in Windows-1252. */
const WESTERN = [
  ...['äöüßé', 'åäöéü', 'æøåéèêòóô', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúü', 'àçèéíïñòóúü', 'áâãàçéêíóôõúü'],
  ...['àèéìíîòóùú', 'áðéíóúýþæö', 'äëïéèêöüóáíúàôûç', 'äõöüšž'],
].map((letters) => new Set(letters))
/** Letters of languages that are written in Windows-1250 and ISO 8859-2. */
const CENTRAL = [...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ']].map(
  (letters) => new Set(letters),
)

const ASCII = /[A-Za-z]/
const WORDS = /[A-Za-z\u0080-\u009f\u00a1-\uffff]+/g
/** Signs around words, units and short forms: 'm³', 'nº', 'Acme®'. */
const NO_LETTERS = /^[\u2018-\u201e«¿¡£]+|[\u2018-\u201d\u2026»®©™]+$|^[cdkm]?m[²³]$|(?<=^[A-Za-z]{1,2})[ºª]$/gi

const isOf = (word: string, languages: readonly ReadonlySet<string>[]) => {
  const letters = [...word].filter((letter) => letter > '\x7f')
  // A capital after a small letter, or an accented one within a word, comes from another encoding.
  return (
    !/\p{Ll}\p{Lu}|\p{L}(?=[^\0-\x7f])\p{Lu}\p{Ll}/u.test(word.replaceAll(/[^a-z\u0080-\uffff]/gi, '')) &&
    languages.some((language) => letters.every((letter) => language.has(letter.toLowerCase())))
  )
}

/** The word of a text in Windows-1252 without signs around it; null unless it has letters beyond ASCII beside plain ones. */
function mixedWord(written: string): string | null {
  const word = written.replaceAll(NO_LETTERS, '')
  return ASCII.test(word) && /[^\0-\x7f]/.test(word) ? word : null
}

/** Letters at places where no Western language has them: 'Gdañsk', 'Œwiêtokrzyska', 'Fõvám'. */
const MISPLACED = /ñ(?![aeiouáéíóúü])|œ(?![uistcndl])|[áâãàçéêíóô].*õ(?!e)|õ(?!e).*[áâãàçéêíóô]/i

function isWestern(written: string): boolean {
  const word = mixedWord(written)
  return word !== null && !MISPLACED.test(word) && isOf(word, WESTERN)
}

const blank = (word: string) => ' '.repeat(word.length)
/** A text in Windows-1252 without its words in which letters of one Western language stand beside plain ones. */
export const withoutWesternWords = (text: string): string =>
  text.replaceAll(WORDS, (word) => (isWestern(word) ? blank(word) : word))
/** A text in Windows-1252 without its words in which any letters beyond ASCII stand beside plain ones. */
export const withoutMixedWords = (text: string): string =>
  text.replaceAll(WORDS, (word) => (mixedWord(word) === null ? word : blank(word)))

/** Encodings of Europe that are not read: by the names that decoders have, with ours and their languages. */
const OTHERS = {
  // Older Excel for Mac. Quotes and dashes of Windows-1252 are letters in it: 'd\u2019une' is no word of it.
  macintosh: { name: 'Western in Mac Roman', languages: WESTERN, not: /[\u2013\u2014\u2018-\u201e\u2026\u20ac]/ },
  'windows-1250': { name: 'Central European in Windows-1250', languages: CENTRAL, not: null },
  'iso-8859-2': { name: 'Central European in ISO 8859-2', languages: CENTRAL, not: null },
} as const

/** How much more of its words an encoding must explain. */
const CLEAR = 0.15

/** The encoding of Europe in which the words of a text make more sense than in Windows-1252, by its name; null if in none. */
export function otherEuropean(data: Uint8Array): string | null {
  const western = windowsText(data)
  const words = [...western.matchAll(WORDS)].filter(([word]) => mixedWord(word) !== null)
  if (words.length === 0) return null
  const share = (isGood: (word: string, at: number) => boolean) =>
    words.filter(({ 0: word, index }) => isGood(word, index)).length / words.length
  const own = share(isWestern)
  const found = Object.entries(OTHERS).map(([encoding, { name, languages, not }]) => {
    const text = new TextDecoder(encoding).decode(data)
    const isGood = (word: string, at: number) => !not?.test(word) && isOf(text.slice(at, at + word.length), languages)
    return { name, part: share(isGood) }
  })
  const [best] = found.toSorted((a, b) => b.part - a.part)
  return best && best.part >= 0.5 && best.part > own + CLEAR ? best.name : null
}
