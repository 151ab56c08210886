import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { pathId } from '#contract/lib/fields.ts'
import { ACCESS_DENIED, isStaff, LOGGED_IN_ELSEWHERE, type Role } from '#contract/session.ts'
import type { Db } from '#server/db/client.ts'
import type { Session, SessionTexts } from './app-types.ts'
import { AppError, forbidden, isUnavailable } from './errors.ts'
import { PLANNED } from './planned.ts'
import type { Services } from './services.ts'
import { hashToken, isToken } from './tokens.ts'

/** Seconds of life without use: 12 hours, 30 days with Remember me; an impersonation ends an hour after it began. */
export const SESSION_SECONDS = { short: 12 * 3600, remember: 30 * 24 * 3600, impersonation: 3600 } as const

const lookup = (more = '') => `
  select s.id as "session.id", s.user_id as "session.userId", s.impersonator_id as "session.impersonatorId",
         s.last_used_at < now() - interval '1 minute' as "session.stale",
         u.username as "session.username", u.email as "session.email", u.role as "session.roles",
         s.impersonator_id is null or exists (
           select 1 from users a where a.id = s.impersonator_id and a.deleted_at is null and a.disabled_at is null
             and a.role && array['ROLE_ADMIN', 'ROLE_MANAGER']
         ) as "session.actorValid"${more}
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.disabled_at is null`

const WITH_WAL = `, pg_current_wal_flush_lsn() - '0/0' as "session.wal", coalesce(s.written_to, 0) as "session.written"`

/** Statements that find a session, without and with replicas to choose from. */
const texts = (make: (session: string) => string): SessionTexts => ({
  plain: `${make(lookup())} ${PLANNED}`,
  withWal: `${make(lookup(WITH_WAL))} ${PLANNED}`,
})

const ALONE = texts((session) => session)

/**
 * For a route's config: what this SQL finds of the id in the path ($2) is read in one trip with the session, and only
 * where there is a session. `session.along` is the row, beside columns named 'session.…'; whether the session may see it is the handler's to say.
 */
export const readAlong = (read: string): SessionTexts =>
  texts((session) => `select * from (${session}) session left join lateral (${read}) along on true`)

interface Found extends Record<string, unknown> {
  'session.id': number
  'session.userId': number
  'session.impersonatorId': number | null
  'session.stale': boolean
  'session.username': string
  'session.email': string
  'session.roles': Role[]
  'session.actorValid': boolean
  'session.wal'?: number
  'session.written'?: number
}

/** Asks the pool directly: this runs before every call. */
interface Pool {
  query(text: string, values: unknown[]): Promise<{ rows: Found[] }>
}

interface Options {
  withWal?: boolean
  along?: { texts: SessionTexts; id: number } | undefined
}

function sessionFrom(found: Found): Session {
  const { 'session.roles': roles, 'session.impersonatorId': impersonatorId, 'session.wal': now } = found
  return {
    id: found['session.id'],
    userId: found['session.userId'],
    username: found['session.username'],
    email: found['session.email'],
    roles,
    staff: isStaff(roles) && impersonatorId === null,
    impersonatorId,
    wal: now === undefined ? null : { now, written: found['session.written'] ?? 0 },
    along: found,
  }
}

/**
 * The live session of a token, judged by the database's clock; null when there is none. Its life is prolonged at most
 * once a minute. `withWal` where there are replicas to choose from.
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
  const found = (await pool.query(withWal ? extended : plain, values)).rows[0]
  if (!found?.['session.actorValid']) return null
  if (found['session.stale']) await prolong(db, found['session.id'])
  return sessionFrom(found)
}

/** The session that the token of a call opens, with what its route reads along. */
export async function openSession({ pool, db, readPool }: Services, request: FastifyRequest): Promise<Session | null> {
  const token = request.headers['user-token']
  if (token === undefined) return null
  const { along } = request.routeOptions.config
  // An id that is none is refused by the route's schema.
  const id = along && pathId.safeParse(Object(request.params).id).data
  return findSession(pool, db, token, {
    withWal: readPool !== null,
    along: along && id !== undefined ? { texts: along, id } : undefined,
  })
}

async function prolong(db: Db, id: number): Promise<void> {
  const seconds = sql`case when remember then ${SESSION_SECONDS.remember}::int else ${SESSION_SECONDS.short}::int end`
  await db
    .updateTable('sessions')
    .set({
      lastUsedAt: sql`now()`,
      expiresAt: sql`case when impersonator_id is null then now() + make_interval(secs => ${seconds}) else expires_at end`,
    })
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      // A database that cannot write now (read-only, its disk full) still answers what is read.
      if (!isUnavailable(error)) throw error
    })
}

/** The check before every call below /api: deny unless the route's access lets the session in. Throws 401 or 403. */
export function requireAccess(request: FastifyRequest, session: Session | null): void {
  const access = request.routeOptions.config.access ?? 'staff'
  if (access === 'public') return
  if (!session) throw new AppError(401, LOGGED_IN_ELSEWHERE)
  if (access === 'client') return
  if (!session.staff || (access === 'admin' && !session.roles.includes('ROLE_ADMIN'))) throw forbidden(ACCESS_DENIED)
}

/** The session of a request whose route needs one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new AppError(401, LOGGED_IN_ELSEWHERE)
  return request.session
}
