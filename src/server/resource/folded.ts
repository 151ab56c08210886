import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: a text as searches compare it (`fold`, db/sql/fold.sql). An index of what is searched is over the same
 * expression.
 */
export const folded = (text: RawBuilder<unknown>) => sql<string>`(fold(${text}) collate "C")`

/** Where in a text another is looked for. */
const PATTERNS = {
  anywhere: (text: string) => sql`'%' || fold_pattern(${text}::text) || '%'`,
  start: (text: string) => sql`fold_pattern(${text}::text) || '%'`,
  whole: (text: string) => sql`fold_pattern(${text}::text)`,
}

/** SQL: that a folded text contains what was typed, begins with it or is it. */
export const foldedLike = (value: RawBuilder<unknown>, typed: string, where: keyof typeof PATTERNS = 'anywhere') =>
  sql<boolean>`${value} like ${PATTERNS[where](typed)}`

/** SQL: that one of these texts contains what was typed, however it is spelled. The one way to search texts. */
export const contains = (texts: readonly RawBuilder<unknown>[], typed: string) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => foldedLike(folded(text), typed)),
    sql` or `,
  )})`
