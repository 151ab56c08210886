import { spellingsOf } from './spellings.ts'

/**
 * Accents; vowel points of Hebrew and Arabic, and tatweel; apostrophes; what nobody sees. Marks that are
 * letters stay: those of India, Thailand and kana. The same lists are in `src/server/db/sql/fold.sql`.
 */
const DROPPED = [
  String.raw`\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f`,
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc`,
  String.raw`\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`,
  String.raw`'\u0060\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c`,
  String.raw`\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f`,
  String.raw`\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}`,
  String.raw`\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`,
].join('')
/** Characters that searches leave out. An accent that stands by itself takes its space with it. */
const GONE = new RegExp(` [\\u0300-\\u036f]+|[${DROPPED}]+`, 'gu')
const SPACES = / *[\t-\r\u0085\u1680\u2028\u2029\u2800][\t-\r \u0085\u1680\u2028\u2029\u2800]*| {2,}/g
const EDGES = /^ +| +$/g
const NOT_ASCII = /[^\0-\x7f]/

/** Letters and signs without a decomposition, and how people type them. */
const TYPED = new Map([
  ...Array.from('‐‑‒–—―−', (dash) => [dash, '-'] as const),
  ...Array.from('“”„‟«»', (quote) => [quote, '"'] as const),
  ...Object.entries({ '⁄': '/', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ð: 'd' }),
  ...Object.entries({ ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ƀ: 'b', ɓ: 'b', ƃ: 'b', ƈ: 'c', ȼ: 'c', ɗ: 'd', ɖ: 'd', ǝ: 'e' }),
  ...Object.entries({ ə: 'e', ɛ: 'e', ɇ: 'e', ƒ: 'f', ɠ: 'g', ǥ: 'g', ɨ: 'i', ɉ: 'j', ȷ: 'j', ƙ: 'k', ƚ: 'l', ɲ: 'n' }),
  ...Object.entries({ ɔ: 'o', ɵ: 'o', ƥ: 'p', ɍ: 'r', ƭ: 't', ʈ: 't', ⱦ: 't', ʉ: 'u', ʋ: 'v', ƴ: 'y', ɏ: 'y', ƶ: 'z' }),
  ...Object.entries({ ȥ: 'z', ⱥ: 'a' }),
])
const TYPED_OTHERWISE = new RegExp(`[${[...TYPED.keys()].join('')}]`, 'gu')

/** `fold` of a text that is more than ASCII. */
const foldRare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(GONE, '')
    .replaceAll(TYPED_OTHERWISE, (sign) => TYPED.get(sign) ?? sign)
    .normalize('NFC')

/**
 * A text as searches compare it: 'Café  Québec’s ＡＢＣ' as 'cafe quebecs abc'. Without case, accents,
 * apostrophes and characters that nobody sees; each run of white space is one space, forms of a sign are that
 * sign. Idempotent; the same as `fold` of the database.
 */
export const fold = (text: string): string =>
  (NOT_ASCII.test(text) ? foldRare(text) : text.toLowerCase().replaceAll(/['`]/g, ''))
    .replaceAll(SPACES, ' ')
    .replaceAll(EDGES, '')

/** Whether a text contains another, however it is typed; a number in any of its spellings. */
export const contains = (text: string, part: string): boolean =>
  spellingsOf(part).some((spelling) => fold(text).includes(fold(spelling)))
