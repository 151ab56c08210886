import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { PlanningClient, UnnamedClient } from '#server/db/tuning/planned.ts'
import { DB_LIMITS } from './limits.ts'
import { endWhenSilent } from './silence.ts'
import { tuneTransactions } from './tuning/transactions.ts'
import type { DB } from './types.ts'

/** The database, or a transaction on it: queries accept either. */
export type Db = Kysely<DB>
/** A transaction: for work that must be all or nothing. */
export type Tx = Transaction<DB>

/** Runs the work in the given transaction, or in a new one. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work) // isTransaction does not narrow

/**
 * ISO 8601 with milliseconds from what PostgreSQL prints: '2026-11-21 09:08:01.5+00', in JSON
 * '…T09:08:01.5+00:00' (the session is in UTC).
 */
export function isoTime(value: string): string {
  const bare = value.slice(0, value.lastIndexOf('+'))
  const [seconds, fraction = ''] = bare.split('.')
  return `${seconds?.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

/** The type bigint[], which the driver has no name for: without a parser, its ids would be text. */
const INT8_ARRAY = 1016 as typeof pg.types.builtins.INT8

// Ids and totals (bigint) and amounts of at most 15 digits (numeric) are exact as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
// Days without a time are 'yyyy-MM-dd' everywhere.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

/** Settings of each of our connections, times in milliseconds. */
export const SESSION_SETTINGS = {
  timezone: 'UTC',
  statement_timeout: `${DB_LIMITS.statementMs}`,
  lock_timeout: `${DB_LIMITS.lockMs}`,
  idle_in_transaction_session_timeout: `${DB_LIMITS.transactionIdleMs}`,
} as const

/** Settings as connection options: they apply to a new connection, whatever its role has. */
export const startupOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Connection options without limits: for migrations and backups. */
export const UNLIMITED = startupOptions({
  timezone: 'UTC',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
})

interface PoolOptions {
  /**
   * Whether connections go through a pooler in transaction mode: then no statements are named, and limits
   * come from the role (role-limits.ts).
   */
  pooler?: boolean
  /** Removes the time limit on statements, for loading data. */
  patient?: boolean
}

/**
 * A pool that limits the wait (DB_LIMITS) for a connection, a statement, a lock and an answer. Broken idle
 * connections are dropped.
 */
export function createPool(url: string, max = 16, { pooler = false, patient = false }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Statements sent together travel together (tuning/README.md).
    pipeline: true,
    Client: pooler ? UnnamedClient : PlanningClient,
    connectionTimeoutMillis: DB_LIMITS.poolWaitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: pooler ? undefined : startupOptions(SESSION_SETTINGS),
  })
  if (!patient) pool.on('connect', (client) => endWhenSilent(client))
  return surviving(pool)
}

/** Keeps the process alive when the server closes a connection, idle or checked out. */
export function surviving(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Kysely over the pool: camelCase here, snake_case in the database; keys inside JSON stay as they are.
 * Transactions are quick, and repeated after a deadlock (tuning/transactions.ts).
 */
export function createDb(pool: PostgresPool): Db {
  const dialect = new PostgresDialect({ pool })
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  return tuneTransactions(new Kysely<DB>({ dialect, plugins }), dialect)
}
