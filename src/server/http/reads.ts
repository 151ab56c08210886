import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createDb, type Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import type { Session } from './app-types.ts'

/** What a reading call does, with the primary or with one connection to a replica. */
export type Work<T> = (db: Db) => Promise<T>

/** What is read, and who hears of it. */
interface Sources {
  db: Db
  pool: pg.Pool
  readPool: pg.Pool | null
  log: Pick<FastifyBaseLogger, 'warn'>
  metrics: { countRead: (from: 'replica' | 'primary') => void } | null
}

/** How far behind a replica may be, and how long one that failed or fell behind is let alone; milliseconds. */
const MAX_LAG = 5_000
const REST = 5_000

/**
 * One server all along: two statements of a pooled address may go to two replicas. Read committed, since a snapshot
 * that is older than the answer of the first statement would not hold what that answer promises.
 */
const BEGIN = `begin isolation level read committed read only;
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0' as reached`

/** What the primary's log had come to at most MAX_LAG ago, by what the look-ups of sessions told. */
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

/** Everything asked of it goes through this one connection, which stays the caller's to release. */
function dbOf(client: pg.PoolClient): Db {
  const before = known.get(client)
  if (before) return before
  let last: Promise<unknown> = Promise.resolve()
  const query = (...sent: unknown[]) => {
    // What is asked at once is asked in turn: a connection answers one statement at a time.
    last = last.catch(() => {}).then(() => Reflect.apply(client.query, client, sent))
    return last
  }
  const lent = { query, release: () => {} }
  const db = createDb({ connect: async () => lent as never, end: async () => {} })
  known.set(client, db)
  return db
}

/** The work's answer, or 'behind' when the replica has not come as far as it must. */
async function onReplica<T>(pool: pg.Pool, least: number, work: Work<T>): Promise<{ answer: T } | 'behind'> {
  const client = await pool.connect()
  try {
    // Two statements in one message are answered by a list.
    const [, place] = (await client.query(BEGIN)) as unknown as pg.QueryResult<{ reached: number | null }>[]
    if ((place?.rows[0]?.reached ?? -1) < least) return 'behind'
    return { answer: await work(dbOf(client)) }
  } finally {
    // Nobody waits for the end of a transaction that wrote nothing.
    client.query('rollback').then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}

/**
 * Runs what only reads, on a replica where there is one that has all that this session wrote and is at most 5 s behind;
 * else on the primary. A replica that fails costs its caller nothing but time. The work may run twice.
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
        // A mark beyond the log's end is of another database: it was restored since.
        const found = await onReplica(readPool, Math.max(allowed, Math.min(wal.written, wal.now)), work)
        if (found !== 'behind') {
          metrics?.countRead('replica')
          return found.answer
        }
        if (wal.written <= allowed) rest()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'a replica does not answer; the primary is read')
        rest()
      }
    }
    metrics?.countRead('primary')
    return work(db)
  }
}

/**
 * Notes that this session wrote: from now on, at every instance, it reads from replicas that have come so far. What was
 * acknowledged has been flushed; what is only inserted (hint bits of a read) may not reach a replica for long.
 */
export async function markWrite({ pool, log }: Pick<Sources, 'pool' | 'log'>, sessionId: number): Promise<void> {
  // Nothing is lost with a mark that a crash takes away, so its commit waits for no disk and no standby.
  const mark = `update sessions set written_to = pg_current_wal_flush_lsn() - '0/0'
    from (select set_config('synchronous_commit', 'off', true)) quick where id = $1 ${PLANNED}`
  try {
    await pool.query(mark, [sessionId])
  } catch (error) {
    // The change itself is done and is answered as such.
    log.warn({ err: error, sessionId }, 'a write was not marked')
  }
}
