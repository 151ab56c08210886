import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ACCESS_DENIED, isStaff, LOGGED_IN_ELSEWHERE, type Role } from '#contract/session.ts'
import type { Db } from '#server/db/client.ts'
import type { Session } from './app-types.ts'
import { AppError, forbidden } from './errors.ts'
import { PLANNED } from './planned.ts'
import { hashToken, isToken } from './tokens.ts'

/** Seconds of life without use: 12 hours, 30 days with Remember me; an impersonation ends an hour after it began. */
export const SESSION_SECONDS = { short: 12 * 3600, remember: 30 * 24 * 3600, impersonation: 3600 } as const

const lookup = (more = '') => `
  select s.id, s.user_id, s.impersonator_id, s.last_used_at < now() - interval '1 minute' as stale,
         u.username, u.email, u.role,
         s.impersonator_id is null or exists (
           select 1 from users a where a.id = s.impersonator_id and a.deleted_at is null and a.disabled_at is null
             and a.role && array['ROLE_ADMIN', 'ROLE_MANAGER']
         ) as actor_valid${more}
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.disabled_at is null ${PLANNED}`

const PLAIN = lookup()
const WITH_WAL = lookup(", pg_current_wal_flush_lsn() - '0/0' as wal, coalesce(s.written_to, 0) as written")

interface Found {
  id: number
  user_id: number
  impersonator_id: number | null
  stale: boolean
  username: string
  email: string
  role: Role[]
  actor_valid: boolean
  wal?: number
  written?: number
}

/** Asks the pool directly: this runs before every call. */
interface Pool {
  query(text: string, values: unknown[]): Promise<{ rows: Found[] }>
}

/**
 * The live session of a token, judged by the database's clock; null when there is none. Its life is prolonged at most
 * once a minute. `withWal` where there are replicas to choose from.
 */
export async function findSession(pool: Pool, db: Db, token: unknown, withWal = false): Promise<Session | null> {
  if (!isToken(token)) return null
  const found = (await pool.query(withWal ? WITH_WAL : PLAIN, [hashToken(token)])).rows[0]
  if (!found?.actor_valid) return null
  if (found.stale) await prolong(db, found.id)
  return {
    id: found.id,
    userId: found.user_id,
    username: found.username,
    email: found.email,
    roles: found.role,
    staff: isStaff(found.role) && found.impersonator_id === null,
    impersonatorId: found.impersonator_id,
    wal: found.wal === undefined ? null : { now: found.wal, written: found.written ?? 0 },
  }
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
