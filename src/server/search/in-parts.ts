import { CompiledQuery } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { onConnection, type Statement } from '#server/db/tuning/transactions.ts'

/** Milliseconds that each part of a search may take. */
const PART_MS = 100
/** PostgreSQL's code for a statement that took too long. */
const CANCELED = '57014'

const isLate = (error: unknown) => error instanceof Error && 'code' in error && error.code === CANCELED

/** A statement from its text and values. */
export const statement = <Row>([text, values]: [string, unknown[]]): Statement<Row> => ({
  compile: () => CompiledQuery.raw(text, values) as CompiledQuery<Row>, // the caller knows the rows of its text
})

/**
 * Reads parts in one trip, in a transaction that limits each. After a failed part, none of the others is
 * answered.
 */
const readParts = <Row>(db: Db, parts: readonly Statement<Row>[], limitMs: number) =>
  onConnection(db, async (send) => {
    const begun = send(CompiledQuery.raw(`begin read only; set local statement_timeout = ${limitMs}`))
    const answers = parts.map((each) => send(each.compile(db)))
    // PostgreSQL answers a commit after a failure with a rollback.
    const over = send(CompiledQuery.raw('commit'))
    const [settled] = await Promise.all([Promise.allSettled(answers), begun, over])
    return settled
  })

/**
 * Reads each of the parts, all in one trip. A part that takes longer than `limitMs` is ended and is null;
 * those behind it are then sent again. Any other failure is thrown. A single part has no such limit: there
 * would be nothing to answer without it.
 */
export async function inParts<Row>(
  db: Db,
  parts: readonly Statement<Row>[],
  limitMs = PART_MS,
): Promise<(readonly Row[] | null)[]> {
  const [only] = parts
  if (only && parts.length === 1) return [(await db.executeQuery(only.compile(db))).rows]
  const answers: (readonly Row[] | null)[] = []
  while (answers.length < parts.length) {
    for (const one of await readParts(db, parts.slice(answers.length), limitMs)) {
      if (one.status === 'rejected' && !isLate(one.reason)) throw one.reason
      answers.push(one.status === 'fulfilled' ? one.value.rows : null)
      if (one.status === 'rejected') break
    }
  }
  return answers
}
