import type { Kysely } from 'kysely'
import { isOvertaken } from '#server/db/failures.ts'

/** Times a transaction is tried when it and another wait for each other. */
const TRIES = 3

async function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !isOvertaken(error)) throw error
    }
  }
}

/**
 * Repeats a transaction that PostgreSQL ended because of a deadlock, up to three times: it left nothing behind. So the work
 * of a transaction may run more than once, and must change nothing but the database.
 */
export function retryTransactions<T>(db: Kysely<T>): Kysely<T> {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const transaction = begin()
    const execute = transaction.execute.bind(transaction)
    transaction.execute = (work) => tryAgain(() => execute(work))
    return transaction
  }
  return db
}
