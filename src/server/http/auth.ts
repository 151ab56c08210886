import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { pathId } from '#contract/lib/fields.ts'
import { ACCESS_DENIED, isStaff, LOGGED_IN_ELSEWHERE, PLEASE_LOG_IN, Role } from '#contract/session/session.ts'
import type { Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Access, Sent, Session, SessionTexts } from './app-types.ts'
import { dbOf, type Work } from './reads.ts'
import { EarlyCheck } from './security/early-check.ts'
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
  pool: pg.Pool
  db: Db
  /** Null without replicas. */
  readPool: object | null
}

type Admitted = Pick<Session, 'staff' | 'roles'>

/** Sessions as they were last seen, by the hash of their token, the latest last. Nothing begins early for others. */
const seen = new Map<string, Session>()
const MOST_SEEN = 10_000

function remember(key: string, session: Session | null): void {
  seen.delete(key)
  if (!session) return
  seen.set(key, { ...session, along: {} })
  const [oldest] = seen.keys()
  if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest)
}

/** Sends the check of the token and the work in one trip, on one connection. Waits for the check only. */
async function findWithAhead(
  { pool }: Sources,
  request: FastifyRequest,
  hash: Buffer,
  work: Work<unknown>,
): Promise<Session | null> {
  const client = await pool.connect()
  // Extending the session, too, uses this connection: a second one might never be free if all calls waited for one.
  const db = dbOf(client)
  const found = findByHash(client, db, hash)
  request.ahead = work(db)
  // Whoever waits for them sees their failures; a broken connection is not used again.
  void Promise.allSettled([found, request.ahead]).then(() => client.release())
  return found
}

interface Options {
  withWal?: boolean
  along?: { texts: SessionTexts; id: number } | undefined
}

/** A session, and whether it is time to extend it. */
async function lookUp(
  pool: Pool,
  hash: Buffer,
  { withWal = false, along }: Options = {},
): Promise<{ session: Session; isStale: boolean } | null> {
  const { plain, withWal: extended } = along?.texts ?? ALONE
  const values = along ? [hash, along.id] : [hash]
  const row = (await pool.query(withWal ? extended : plain, values)).rows[0]
  if (!row?.session.actorValid) return null
  const { stale: isStale, actorValid: _, ...session } = row.session
  const staff = isStaff(session.roles) && session.impersonatorId === null
  return { session: { ...session, staff, along: row }, isStale }
}

async function findByHash(pool: Pool, db: Db, hash: Buffer, options?: Options): Promise<Session | null> {
  const found = await lookUp(pool, hash, options)
  if (found?.isStale) await prolong(db, found.session.id)
  return found?.session ?? null
}

/**
 * The live session of a token, by the database's clock; null if there is none. Extended at most once a minute, up to its
 * absolute end.
 * `withWal` reads the log's position too, to choose a replica.
 */
export async function findSession(pool: Pool, db: Db, token: unknown, options?: Options): Promise<Session | null> {
  return isToken(token) ? findByHash(pool, db, hashToken(token), options) : null
}

/** Begins to check the token, and lets the call go on meanwhile with the session as it was last seen. */
async function checkEarly({ pool }: Sources, request: FastifyRequest, token: Token, before: Session): Promise<Session> {
  const client = await pool.connect()
  const found = lookUp(client, token.hash)
  const passed = found.then((now) => {
    remember(token.key, now?.session ?? null)
    requireAccess(request, now?.session ?? null)
  })
  // Extending the session must not wait for the call's transaction, nor be undone with it.
  const after = async (db: Db) => {
    const now = await found
    if (now?.isStale) await prolong(db, now.session.id)
  }
  request.early = new EarlyCheck({ client, passed, after })
  return before
}

interface Token {
  hash: Buffer
  /** The hash as text. */
  key: string
}

/** The session of a call's token, with the row its route reads along; null if there is none. */
export async function openSession(sources: Sources, request: FastifyRequest): Promise<Session | null> {
  const { pool, db, readPool } = sources
  const sent = request.headers['user-token']
  if (!isToken(sent)) return null
  const { along, ahead, access, startsEarly } = request.routeOptions.config
  const hash = hashToken(sent)
  const token = { hash, key: hash.toString('base64') }
  const last = readPool ? undefined : seen.get(token.key)
  const before = last && admits(access, last) ? last : undefined
  if (before && startsEarly) return checkEarly(sources, request, token, before)
  const work = before && ahead?.(sentBy(request), before.staff)
  // The route's schema refuses a malformed id.
  const id = along && pathId.safeParse(sentBy(request).params.id).data
  const session = work
    ? await findWithAhead(sources, request, hash, work)
    : await findByHash(pool, db, hash, {
        withWal: readPool !== null,
        along: along && id !== undefined ? { texts: along, id } : undefined,
      })
  if (ahead || startsEarly) remember(token.key, session)
  return session
}

/** What a call names in its address; nothing of it is checked yet. */
const sentBy = ({ query, params }: FastifyRequest): Sent => ({ query: Object(query), params: Object(params) })

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

function admits(access: Access = 'staff', session: Admitted): boolean {
  if (access === 'public' || access === 'client') return true
  return session.staff && (access === 'staff' || session.roles.includes(Role.ADMIN))
}

/** Checked before every call below /api: denies unless the route's access admits the session. Throws 401 or 403. */
export function requireAccess(request: FastifyRequest, session: Session | null): void {
  const { access } = request.routeOptions.config
  if (access === 'public') return
  if (!session) throw signedOut(request)
  if (!admits(access, session)) throw forbidden(ACCESS_DENIED)
}

/** The session of a request whose route needs one. Throws 401. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signedOut(request)
  return request.session
}
