import { CompiledQuery, type DatabaseConnection, type Dialect, type Kysely, Transaction } from 'kysely'
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

const send = (connection: DatabaseConnection, statement: string) =>
  connection.executeQuery(CompiledQuery.raw(statement))

/**
 * Makes transactions quick and patient. `begin` travels with the first statement, and statements that do not wait for each
 * other (`Promise.all`) go to the database in one trip, which runs them in the order in which they were sent. A transaction
 * that PostgreSQL ended because of a deadlock is repeated, up to three times: it left nothing behind. So the work of a
 * transaction may run more than once, and must change nothing but the database.
 */
export function tuneTransactions<DB>(db: Kysely<DB>, dialect: Dialect): Kysely<DB> {
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }

  async function inOne<T>(connection: DatabaseConnection, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    const begun = send(connection, 'begin')
    let over = false
    const provideConnection = async <R>(use: (connection: DatabaseConnection) => Promise<R>) => {
      // The connection may already work for somebody else.
      if (over) throw new Error('This transaction is over')
      // Both: without a transaction, nothing may go on after the first statement.
      return (await Promise.all([use(connection), begun]))[0]
    }
    const executor = db.getExecutor().withConnectionProvider({ provideConnection })
    try {
      const result = await work(new Transaction<DB>({ ...props, executor }))
      over = true
      await begun
      await send(connection, 'commit')
      return result
    } catch (error) {
      over = true
      await send(connection, 'rollback')
      throw error
    }
  }

  const builderOf = db.transaction.bind(db)
  db.transaction = () => {
    const builder = builderOf()
    builder.execute = (work) =>
      tryAgain(() => db.getExecutor().provideConnection((connection) => inOne(connection, work)))
    return builder
  }
  return db
}
