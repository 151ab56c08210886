import { type RawBuilder, sql } from 'kysely'
import { isNumbered, spellingsOf } from '#contract/lib/spellings.ts'
import { plainForm } from '#contract/lib/text.ts'

/**
 * SQL: a text as searches compare it (`fold`, db/sql/fold.sql). An index of what is searched is over the same
 * expression.
 */
export const folded = (text: RawBuilder<unknown>) => sql<string>`(fold(${text}) collate "C")`

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

/**
 * SQL: the same of a short text that may be spelled as freely as what was typed, such as a bill of lading or a
 * postal code: of what has digits, only letters and digits are compared, too. No index answers this.
 */
export const spelledLike = (text: RawBuilder<unknown>, typed: string, where: Place = 'anywhere') => {
  const value = folded(text)
  if (!isNumbered(plainForm(typed))) return foldedLike(value, typed, where)
  const bare = spellingsOf(typed).map(
    (spelling) => sql<boolean>`bare(${value}) like ${PLACES[where](sql`nullif(bare(fold(${spelling}::text)), '')`)}`,
  )
  return anyOf([foldedLike(value, typed, where), ...bare])
}

/** SQL: that one of these texts contains what was typed, however it is spelled. The one way to search texts. */
export const contains = (texts: readonly RawBuilder<unknown>[], typed: string) =>
  anyOf(texts.map((text) => foldedLike(folded(text), typed)))

/** SQL: `contains` of short texts that may be numbers (`spelledLike`). */
export const containsNumber = (texts: readonly RawBuilder<unknown>[], typed: string) =>
  anyOf(texts.map((text) => spelledLike(text, typed)))
