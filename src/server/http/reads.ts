import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createDb, type Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import type { Session } from './session.ts'

/** Work that only reads, on the primary or on one connection to a replica. */
export type Work<T> = (db: Db) => Promise<T>

/** Databases to read from, and observers. */
interface Sources {
  db: Db
  pool: pg.Pool
  readPool: pg.Pool | null
  log: Pick<FastifyBaseLogger, 'warn'>
  metrics: { countRead: (from: 'replica' | 'primary') => void } | null
}

/** The longest lag of a replica, and how long one that failed or fell behind is left alone; milliseconds. */
const MAX_LAG = 5_000
const REST = 5_000

/**
 * One transaction, so that all statements reach one server: a pooler may send two statements to two replicas.
 * Read committed, since an older snapshot might lack rows that the first statement's answer promises.
 */
const BEGIN = `begin isolation level read committed read only;
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0' as reached`

/** The lowest position of the primary's log within MAX_LAG, collected from session look-ups. */
function lagFloor(): (now: number) => number {
  const told: { at: number; position: number }[] = []
  return (position) => {
    const at = performance.now()
    while (told[0] && told[0].at < at - MAX_LAG) told.shift()
    if (at - (told.at(-1)?.at ?? Number.NEGATIVE_INFINITY) > MAX_LAG / 20) told.push({ at, position })
    return told[0]?.position ?? position
  }
}

const known = new WeakMap<pg.PoolClient, Db>()

/**
 * A Kysely whose queries all use this one connection; those sent together travel in one trip. The caller
 * releases it.
 */
export function dbOf(client: pg.PoolClient): Db {
  const before = known.get(client)
  if (before) return before
  const query = (...sent: unknown[]) => Reflect.apply(client.query, client, sent)
  const lent = { query, release: () => {} }
  const db = createDb({ connect: async () => lent as never, end: async () => {} }) // all that Kysely uses of a client
  known.set(client, db)
  return db
}

/** The work's answer, or 'behind' if the replica has not replayed far enough. */
async function onReplica<T>(pool: pg.Pool, least: number, work: Work<T>): Promise<{ answer: T } | 'behind'> {
  const client = await pool.connect()
  try {
    // The cast: pg answers two statements in one message with a list.
    const [, place] = (await client.query(BEGIN)) as unknown as pg.QueryResult<{ reached: number | null }>[]
    if ((place?.rows[0]?.reached ?? -1) < least) return 'behind'
    return { answer: await work(dbOf(client)) }
  } finally {
    // The rollback is not awaited: the transaction wrote nothing.
    client.query('rollback').then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}

/**
 * Runs work that only reads, on a replica that has everything this session wrote and lags at most 5 s, else
 * on the primary. If a replica fails the primary answers, so the work may run twice.
 */
export function createReads({ db, readPool, log, metrics }: Sources) {
  const floor = lagFloor()
  let restUntil = 0
  const rest = () => {
    restUntil = performance.now() + REST
  }

  return async <T>(session: Session | null, work: Work<T>): Promise<T> => {
    const wal = session?.wal
    if (!readPool || !wal) return work(db)
    const allowed = floor(wal.now)
    if (performance.now() > restUntil) {
      try {
        // A mark beyond the end of the log dates from before a restore.
        const found = await onReplica(readPool, Math.max(allowed, Math.min(wal.written, wal.now)), work)
        if (found !== 'behind') {
          metrics?.countRead('replica')
          return found.answer
        }
        if (wal.written <= allowed) rest()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'a replica does not answer; reading from the primary')
        rest()
      }
    }
    metrics?.countRead('primary')
    return work(db)
  }
}

/**
 * Marks that this session wrote: from now on, at every instance, it reads only from replicas that have
 * replayed this far. The mark is the flush position: log that is only inserted (hint bits of a read) may take
 * long to reach a replica.
 */
export async function markWrite({ pool, log }: Pick<Sources, 'pool' | 'log'>, sessionId: number): Promise<void> {
  // A crash may lose this mark without harm, so its commit waits for no disk and no standby. The id of a key
  // is negative.
  const [table, id] = sessionId < 0 ? ['api_keys', -sessionId] : ['sessions', sessionId]
  const mark = `update ${table} set written_to = pg_current_wal_flush_lsn() - '0/0'
    from (select set_config('synchronous_commit', 'off', true)) quick where id = $1 ${PLANNED}`
  try {
    await pool.query(mark, [id])
  } catch (error) {
    // The change itself succeeded; so does the call.
    log.warn({ err: error, sessionId }, 'a write was not marked')
  }
}
