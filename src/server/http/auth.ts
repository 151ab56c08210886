import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { pathId } from '#contract/lib/fields.ts'
import { ACCESS_DENIED, isStaff, LOGGED_IN_ELSEWHERE, PLEASE_LOG_IN, Role } from '#contract/session/session.ts'
import type { Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Session, SessionTexts } from './app-types.ts'
import { hashToken, isToken } from './tokens.ts'

/** Seconds a session lives without use: 12 hours, 30 days with Remember me. An impersonation ends after an hour, used or not. */
export const SESSION_SECONDS = { short: 12 * 3600, remember: 30 * 24 * 3600, impersonation: 3600 } as const
/** Seconds after which a session ends however much it is used: 30 days, 90 with Remember me. */
const LIFE_SECONDS = { short: 30 * 24 * 3600, remember: 90 * 24 * 3600 } as const

/** One JSON column: describing and parsing ten columns takes longer than finding them. */
const lookup = (wal = 'null') => `
  select json_build_object(
    'id', s.id, 'userId', s.user_id, 'impersonatorId', s.impersonator_id,
    'username', u.username, 'email', u.email, 'roles', u.role, 'wal', ${wal},
    'stale', s.last_used_at < now() - interval '1 minute',
    'actorValid', s.impersonator_id is null or exists (
      select 1 from users a where a.id = s.impersonator_id and a.deleted_at is null and a.disabled_at is null
        and a.role && array['${Role.ADMIN}', '${Role.MANAGER}']
    )
  ) as session
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.disabled_at is null`

const WAL = `json_build_object('now', pg_current_wal_flush_lsn() - '0/0', 'written', coalesce(s.written_to, 0))`

/** Statements that find a session, without and with replicas to choose from. */
const texts = (make: (session: string) => string): SessionTexts => ({
  plain: `${make(lookup())} ${PLANNED}`,
  withWal: `${make(lookup(WAL))} ${PLANNED}`,
})

const ALONE = texts((session) => session)

/**
 * For a route's config: this SQL, given the id in the path ($2), runs in one trip with the session's look-up, and only if
 * there is a session. `session.along` is the row; the handler decides whether the session may see it.
 */
export const readAlong = (read: string): SessionTexts =>
  texts((session) => `select * from (${session}) found left join lateral (${read}) along on true`)

/** A session as the database answers it. */
interface Found extends Omit<Session, 'staff' | 'along'> {
  stale: boolean
  actorValid: boolean
}

/** Queried directly, without Kysely: this runs before every call. */
interface Pool {
  query(text: string, values: unknown[]): Promise<{ rows: ({ session: Found } & Record<string, unknown>)[] }>
}

interface Sources {
  pool: Pool
  db: Db
  /** Null without replicas. */
  readPool: object | null
}

interface Options {
  withWal?: boolean
  along?: { texts: SessionTexts; id: number } | undefined
}

/**
 * The live session of a token, by the database's clock; null if there is none. Extended at most once a minute, up to its
 * absolute end.
 * `withWal` reads the log's position too, to choose a replica.
 */
export async function findSession(
  pool: Pool,
  db: Db,
  token: unknown,
  { withWal = false, along }: Options = {},
): Promise<Session | null> {
  if (!isToken(token)) return null
  const { plain, withWal: extended } = along?.texts ?? ALONE
  const values = along ? [hashToken(token), along.id] : [hashToken(token)]
  const row = (await pool.query(withWal ? extended : plain, values)).rows[0]
  if (!row?.session.actorValid) return null
  const { stale, actorValid: _, ...session } = row.session
  if (stale) await prolong(db, session.id)
  return { ...session, staff: isStaff(session.roles) && session.impersonatorId === null, along: row }
}

/** The session of a call's token, with the row its route reads along; null if there is none. */
export async function openSession({ pool, db, readPool }: Sources, request: FastifyRequest): Promise<Session | null> {
  const token = request.headers['user-token']
  if (token === undefined) return null
  const { along } = request.routeOptions.config
  // The route's schema refuses a malformed id.
  const id = along && pathId.safeParse(Object(request.params).id).data
  return findSession(pool, db, token, {
    withWal: readPool !== null,
    along: along && id !== undefined ? { texts: along, id } : undefined,
  })
}

async function prolong(db: Db, id: number): Promise<void> {
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
    .catch((error) => {
      // A database that cannot write now (read-only, disk full) still answers reads.
      if (!isUnavailable(error)) throw error
    })
}

/** 401 for a call without a session: without a token, or with one that ended. */
const signedOut = ({ headers }: FastifyRequest) =>
  new AppError(401, headers['user-token'] ? LOGGED_IN_ELSEWHERE : PLEASE_LOG_IN)

/** Checked before every call below /api: denies unless the route's access admits the session. Throws 401 or 403. */
export function requireAccess(request: FastifyRequest, session: Session | null): void {
  const access = request.routeOptions.config.access ?? 'staff'
  if (access === 'public') return
  if (!session) throw signedOut(request)
  if (access === 'client') return
  if (!session.staff || (access === 'admin' && !session.roles.includes(Role.ADMIN))) throw forbidden(ACCESS_DENIED)
}

/** The session of a request whose route needs one. Throws 401. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signedOut(request)
  return request.session
}
