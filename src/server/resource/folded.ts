import { type RawBuilder, sql } from 'kysely'
import { fold } from '#contract/lib/fold.ts'
import { isNumbered, spellingsOf } from '#contract/lib/spellings.ts'
import { plainForm } from '#contract/lib/text.ts'

/**
 * SQL: a text as searches compare it (`fold`, db/sql/fold.sql). An index of what is searched is over the same
 * expression.
 */
const folded = (text: RawBuilder<unknown>) => sql<string>`(fold(${text}) collate "C")`

/** Where in a text another is looked for. */
const PLACES = {
  anywhere: (pattern: RawBuilder<unknown>) => sql`'%' || ${pattern} || '%'`,
  start: (pattern: RawBuilder<unknown>) => sql`${pattern} || '%'`,
  whole: (pattern: RawBuilder<unknown>) => pattern,
}
type Place = keyof typeof PLACES

const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/**
 * SQL: that a folded text contains what was typed, begins with it or is it; a number in any of its spellings.
 */
export const foldedLike = (value: RawBuilder<unknown>, typed: string, where: Place = 'anywhere') =>
  anyOf(
    spellingsOf(typed).map((text) => sql<boolean>`${value} like ${PLACES[where](sql`fold_pattern(${text}::text)`)}`),
  )

/** Letters and digits of the shortest number that is compared without what stands between them. */
const SHORTEST_NUMBER = 3

const alone = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** SQL: that a bare text is like the letters and digits of what was typed, for each of its spellings; nothing unless it has digits. */
function bareLike(bare: RawBuilder<unknown>, typed: string, where: Place): RawBuilder<boolean>[] {
  const plain = plainForm(typed)
  // Short remains, such as the 1 of '$1', stand in most numbers.
  if (!isNumbered(plain) || alone(plain).length < SHORTEST_NUMBER) return []
  const each = new Map(spellingsOf(typed).map((spelling) => [alone(spelling), spelling]))
  return [...each.values()].map(
    (spelling) => sql<boolean>`${bare} like ${PLACES[where](sql`nullif(bare(${spelling}::text), '')`)}`,
  )
}

/**
 * SQL: whether a short text with several usual spellings, such as a bill of lading or a postal code, contains
 * what was typed. If that has digits, texts also match by their letters and digits alone. No index answers this.
 */
export const spelledLike = (text: RawBuilder<unknown>, typed: string, where: Place = 'anywhere') =>
  anyOf([foldedLike(folded(text), typed, where), ...bareLike(sql`bare(${text})`, typed, where)])

/** Chinese, Japanese and Korean, whose words no trigram index has. */
const CJK = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\u{20000}-\u{3ffff}]/u
/** Forms of such signs that are folded into one of them. */
const FORMS =
  '\u1100-\u11ff\u2e80-\u2fdf\u3099\u309a\u3130-\u318f\u3200-\u33ff\uf900-\ufaff\uff00-\uffef\u{2f800}-\u{2fa1f}'

/**
 * SQL: that a text of many rows contains what was typed, however it is spelled. A trigram index finds it,
 * unless it is Chinese, Japanese or Korean: the index would be read in full. Then all rows are read, and only
 * those with its first sign are folded, which takes most of the time.
 */
export const containsIndexed = (text: RawBuilder<unknown>, typed: string, where: Place = 'anywhere') => {
  const [sign] = CJK.exec(fold(typed)) ?? []
  if (sign === undefined) return foldedLike(folded(text), typed, where)
  return sql<boolean>`(${text} ~ ${`[${sign}${FORMS}]`}::text and ${foldedLike(sql`(${folded(text)} || '')`, typed, where)})`
}

/**
 * SQL: `containsNumber` of a column that keeps the texts of a row folded, each on a line, and some or `allBare` of them
 * again bare. A trigram index answers it, unless it is Chinese, Japanese or Korean.
 */
export const storedContains = (column: RawBuilder<unknown>, typed: string, { allBare = false } = {}) => {
  const text = CJK.test(fold(typed)) ? sql`(${column} || '')` : column
  const bare = bareLike(text, typed, 'anywhere')
  // A text that contains a number contains it bare, too: each further pattern would read the index once more.
  return allBare && bare.length > 0 ? anyOf(bare) : anyOf([foldedLike(text, typed), ...bare])
}

/** SQL: that one of these texts contains what was typed, however it is spelled. The one way to search texts. */
export const contains = (texts: readonly RawBuilder<unknown>[], typed: string) =>
  anyOf(texts.map((text) => containsIndexed(text, typed)))

/** SQL: `contains` of short texts that may be numbers (`spelledLike`). */
export const containsNumber = (texts: readonly RawBuilder<unknown>[], typed: string) =>
  anyOf(texts.map((text) => spelledLike(text, typed)))
