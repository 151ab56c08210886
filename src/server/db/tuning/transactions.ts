import { EventEmitter } from 'node:events'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryExecutorProvider,
  type QueryResult,
  Transaction,
} from 'kysely'
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

/** News of a transaction that listeners of this process get once it is committed. */
const announced = new WeakMap<object, Set<string>>()

/** Listeners on a database, by the news that they wait for. */
const listeners = new WeakMap<object, EventEmitter>()

/**
 * Calls `heard` whenever a transaction on this database that announced it was committed. Returns what ends
 * that.
 */
export function listen(db: object, what: string, heard: () => void): () => void {
  const emitter = listeners.get(db) ?? new EventEmitter()
  listeners.set(db, emitter.on(what, heard))
  return () => emitter.off(what, heard)
}

/**
 * Tells the listeners of this process once the transaction is committed, and never if it is rolled back.
 * Other processes hear nothing: unlike NOTIFY, it takes no lock that all commits wait for.
 */
export function announce(tx: object, what: string): void {
  announced.get(tx)?.add(what)
}

/** A query that was not sent yet. */
export interface Statement<Row = unknown> {
  compile(tx: QueryExecutorProvider): CompiledQuery<Row>
}

/** Sends a query. */
type Send = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/**
 * Runs the work on one connection. Queries that it sends without waiting travel together, and nothing else
 * comes between them: Kysely's own `connection()` sends each once the one before is answered.
 */
export const onConnection = <DB, T>(db: Kysely<DB>, work: (send: Send) => Promise<T>): Promise<T> =>
  db.getExecutor().provideConnection((connection) => {
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work((query) => executor.executeQuery(query))
  })

/**
 * Makes transactions quick and patient. `begin` travels with the first statement, and statements that do not
 * wait for each other (`Promise.all`) go to the database in one trip, which runs them in the order in which
 * they were sent. A transaction that PostgreSQL ended because of a deadlock is repeated, up to three times:
 * it left nothing behind. So the work of a transaction may run more than once, and must change nothing but
 * the database.
 */
export function tuneTransactions<DB>(db: Kysely<DB>, dialect: Dialect): Kysely<DB> {
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }

  async function inOne<T>(connection: DatabaseConnection, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    const begun = send(connection, 'begin')
    // A failure of `begin` reaches the statements that wait for it; without a statement, nobody waits.
    begun.catch(() => {})
    let isOver = false
    const provideConnection = async <R>(use: (connection: DatabaseConnection) => Promise<R>) => {
      // The connection may already work for somebody else.
      if (isOver) throw new Error('This transaction is over')
      // The first statement waits for `begin` too: if that failed, nothing may go on.
      return (await Promise.all([use(connection), begun]))[0]
    }
    const executor = db.getExecutor().withConnectionProvider({ provideConnection })
    const tx = new Transaction<DB>({ ...props, executor })
    const news = new Set<string>()
    announced.set(tx, news)
    try {
      const result = await work(tx)
      isOver = true
      await begun
      await send(connection, 'commit')
      for (const what of news) listeners.get(db)?.emit(what)
      return result
    } catch (error) {
      isOver = true
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
