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

/** A transaction under way. */
interface Open {
  /** The statements that were sent. */
  sent: number
  /** Nothing may follow. */
  over: boolean
  /** More follows whatever the work does: it may not end the transaction. */
  kept: boolean
  begun: Promise<unknown>
  /** Sends `commit`. */
  commit: () => Promise<unknown>
  /** What listeners of this process are told once it is committed. */
  announced: Set<string>
}

const open = new WeakMap<object, Open>()

/** Keeps `commitWith` from ending a transaction in which more follows. */
export function keepOpen(tx: object): void {
  const state = open.get(tx)
  if (state) state.kept = true
}

/** Who listens on a database, by what is announced. */
const listeners = new WeakMap<object, EventEmitter>()

/** Calls `heard` whenever a transaction on this database that announced it was committed. Returns what ends that. */
export function listen(db: object, what: string, heard: () => void): () => void {
  const emitter = listeners.get(db) ?? new EventEmitter()
  listeners.set(db, emitter.on(what, heard))
  return () => emitter.off(what, heard)
}

/**
 * Tells the listeners of this process once the transaction is committed, and never if it is rolled back. Other processes hear
 * nothing: unlike NOTIFY, it takes no lock that all commits wait for.
 */
export function announce(tx: object, what: string): void {
  open.get(tx)?.announced.add(what)
}

/** Waits for all, and throws what failed first: the others only say that the transaction failed. */
async function all<T extends readonly unknown[]>(sent: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(sent)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T // all were fulfilled
}

/** A query that was not sent yet. */
export interface Statement<Row = unknown> {
  compile(tx: QueryExecutorProvider): CompiledQuery<Row>
}

type Rows<Statements> = { [K in keyof Statements]: Statements[K] extends Statement<infer Row> ? Row[] : never }

/**
 * Runs the last statements of a transaction in one trip with its commit, and answers the rows of `reads`. If one fails,
 * nothing of the transaction remains, and its error is thrown. The transaction is over then; what follows must not fail.
 */
export async function commitWith<DB, const Reads extends readonly Statement[]>(
  tx: Transaction<DB>,
  { writes, reads }: { writes: readonly Statement[]; reads: Reads },
): Promise<Rows<Reads>> {
  const state = open.get(tx)
  await state?.begun
  const before = state?.sent ?? 0
  const statements = [...writes, ...reads]
  const results = statements.map((statement) => tx.executeQuery(statement.compile(tx)))
  // All on their way, in their order: PostgreSQL answers a commit after a failure with a rollback.
  const isLast = state && !state.kept && state.sent === before + statements.length
  if (isLast) state.over = true
  const [answers] = await all([all(results), isLast ? state.commit() : Promise.resolve()] as const)
  return answers.slice(writes.length).map(({ rows }) => rows) as Rows<Reads> // in the order of the statements
}

/** Sends a query. */
type Send = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/**
 * Runs the work on one connection. Queries that it sends without waiting travel together, and nothing else comes between them: Kysely's
 * own `connection()` sends each once the one before is answered.
 */
export const onConnection = <DB, T>(db: Kysely<DB>, work: (send: Send) => Promise<T>): Promise<T> =>
  db.getExecutor().provideConnection((connection) => {
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work((query) => executor.executeQuery(query))
  })

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
    // Told to whoever waits for it; the work may fail before anybody does.
    begun.catch(() => {})
    const commit = () => send(connection, 'commit')
    const state: Open = { sent: 0, over: false, kept: false, begun, commit, announced: new Set() }
    const counted: DatabaseConnection = {
      executeQuery: (query) => {
        state.sent++
        return connection.executeQuery(query)
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    const provideConnection = async <R>(use: (connection: DatabaseConnection) => Promise<R>) => {
      // The connection may already work for somebody else.
      if (state.over) throw new Error('This transaction is over')
      // Both: without a transaction, nothing may go on after the first statement.
      return (await Promise.all([use(counted), begun]))[0]
    }
    const executor = db.getExecutor().withConnectionProvider({ provideConnection })
    const tx = new Transaction<DB>({ ...props, executor })
    open.set(tx, state)
    try {
      const result = await work(tx)
      if (!state.over) {
        state.over = true
        await begun
        await commit()
      }
      for (const what of state.announced) listeners.get(db)?.emit(what)
      return result
    } catch (error) {
      state.over = true
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
