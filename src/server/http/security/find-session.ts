import { sql } from 'kysely'
import { isStaff } from '#contract/accounts/session.ts'
import type { Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import type { Session } from '#server/http/session.ts'
import { hashToken, isToken } from '#server/http/tokens.ts'
import { type Credential, checkKey, type StoredKey } from './credentials.ts'
import { LOOK_UPS } from './look-ups.ts'

/**
 * Seconds a session lives without use: 12 hours, 30 days with Remember me. An impersonation ends after an
 * hour, used or not.
 */
export const SESSION_SECONDS = { short: 12 * 3600, remember: 30 * 24 * 3600, impersonation: 3600 } as const
/** Seconds after which a session ends however much it is used: 30 days, 90 with Remember me. */
const LIFE_SECONDS = { short: 30 * 24 * 3600, remember: 90 * 24 * 3600 } as const

/** A session as the database answers it. */
interface Found extends Omit<Session, 'staff' | 'apiKeyId' | 'scopes'> {
  stale: boolean
  actorValid: boolean
  /** The key. It and the following are there only if one was sent. */
  apiKeyId?: number
  scopes?: string[]
  stored?: StoredKey
}

/** A pool, or one of its connections. Queried directly, without Kysely: this runs before every call. */
interface Pool {
  query(text: string, values: unknown[]): Promise<{ rows: { session: Found }[] }>
}

/**
 * The live session of a token or a key, by the database's clock; null if there is none. Extended at most once
 * a minute, on `db`, up to its absolute end. `withWal` reads the log's position too, to choose a replica.
 * Throws 401 for a bad key.
 */
export async function findLive(
  pool: Pool,
  db: Db,
  sent: Credential,
  { withWal = false } = {},
): Promise<Session | null> {
  const { plain, withWal: extended } = LOOK_UPS[sent.kind]
  const [row] = (await pool.query(withWal ? extended : plain, [sent.by])).rows
  if (sent.kind === 'key') checkKey(sent, row?.session.stored)
  if (!row?.session.actorValid) return null
  const { stale, actorValid: _, stored: __, apiKeyId = null, scopes = null, ...found } = row.session
  const staff = isStaff(found.roles) && found.impersonatorId === null
  const session = { ...found, apiKeyId, scopes, staff }
  if (stale) await prolong(db, session)
  return session
}

/** `findLive` for the token of a session; null for anything that is no token. */
export async function findSession(pool: Pool, db: Db, token: unknown): Promise<Session | null> {
  if (!isToken(token)) return null
  const hash = hashToken(token)
  return findLive(pool, db, { kind: 'session', hash, by: hash, text: '' })
}

async function prolong(db: Db, { id, apiKeyId }: Pick<Session, 'id' | 'apiKeyId'>): Promise<void> {
  const used = apiKeyId === null ? prolongSession(db, id) : noteUse(db, apiKeyId)
  await used.catch((error) => {
    // A database that cannot write now (read-only, disk full) still answers reads.
    if (!isUnavailable(error)) throw error
  })
}

const noteUse = (db: Db, id: number): Promise<unknown> =>
  db.updateTable('apiKeys').set({ lastUsedAt: sql`now()` }).where('id', '=', id).execute()

async function prolongSession(db: Db, id: number): Promise<void> {
  const by = (seconds: Record<'short' | 'remember', number>) =>
    sql`make_interval(secs => case when remember then ${seconds.remember}::int else ${seconds.short}::int end)`
  const extended = sql`least(now() + ${by(SESSION_SECONDS)}, created_at + ${by(LIFE_SECONDS)})`
  await db
    .updateTable('sessions')
    .set({
      lastUsedAt: sql`now()`,
      expiresAt: sql`case when impersonator_id is null then ${extended} else expires_at end`,
    })
    .where('id', '=', id)
    .execute()
}
