import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { covers } from '#contract/accounts/scopes.ts'
import {
  ACCESS_DENIED,
  isStaff,
  LOGGED_IN_ELSEWHERE,
  PLEASE_LOG_IN,
  Role,
  SEND_A_KEY,
} from '#contract/accounts/session.ts'
import { pathId } from '#contract/lib/fields.ts'
import type { Db } from '#server/db/client.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Sent, SessionTexts } from './app-types.ts'
import { dbOf, type Work } from './reads.ts'
import { type Credential, checkKey, credentialOf, type StoredKey } from './security/credentials.ts'
import { EarlyCheck } from './security/early-check.ts'
import { ALONE } from './security/look-ups.ts'
import { requireStepUp, setUpNeeded } from './security/second-factor.ts'
import type { Session } from './session.ts'
import { hashToken, isToken } from './tokens.ts'

/** Seconds a session lives without use: 12 hours, 30 days with Remember me. An impersonation ends after an hour, used or not. */
export const SESSION_SECONDS = { short: 12 * 3600, remember: 30 * 24 * 3600, impersonation: 3600 } as const
/** Seconds after which a session ends however much it is used: 30 days, 90 with Remember me. */
const LIFE_SECONDS = { short: 30 * 24 * 3600, remember: 90 * 24 * 3600 } as const

/** A session as the database answers it. */
interface Found extends Omit<Session, 'staff' | 'along' | 'apiKeyId' | 'scopes'> {
  stale: boolean
  actorValid: boolean
  /** Only with a key. */
  apiKeyId?: number
  scopes?: string[]
  stored?: StoredKey
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
  config: Duty
}

/** Whether staff must have a second factor. */
interface Duty {
  requireSecondFactor: boolean
}

type Admitted = Pick<Session, 'staff' | 'roles' | 'scopes'>
type Rule = Pick<FastifyContextConfig, 'access' | 'scopes' | 'stepUp' | 'beforeSecondFactor'>

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
  sent: Credential,
  work: Work<unknown>,
): Promise<Session | null> {
  const client = await pool.connect()
  // Extending the session, too, uses this connection: a second one might never be free if all calls waited for one.
  const db = dbOf(client)
  const found = findLive(client, db, sent)
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
  sent: Credential,
  { withWal = false, along }: Options = {},
): Promise<{ session: Session; isStale: boolean } | null> {
  const { plain, withWal: extended } = (along?.texts ?? ALONE)[sent.kind]
  const values = along ? [sent.by, along.id] : [sent.by]
  const row = (await pool.query(withWal ? extended : plain, values)).rows[0]
  if (sent.kind === 'key') checkKey(sent, row?.session.stored)
  if (!row?.session.actorValid) return null
  const { stale: isStale, actorValid: _, stored: __, apiKeyId = null, scopes = null, ...session } = row.session
  const staff = isStaff(session.roles) && session.impersonatorId === null
  return { session: { ...session, apiKeyId, scopes, staff, along: row }, isStale }
}

async function findLive(pool: Pool, db: Db, sent: Credential, options?: Options): Promise<Session | null> {
  const found = await lookUp(pool, sent, options)
  if (found?.isStale) await prolong(db, found.session)
  return found?.session ?? null
}

/**
 * The live session of a token, by the database's clock; null if there is none. Extended at most once a minute, up to its
 * absolute end.
 * `withWal` reads the log's position too, to choose a replica.
 */
export async function findSession(pool: Pool, db: Db, token: unknown, options?: Options): Promise<Session | null> {
  if (!isToken(token)) return null
  const hash = hashToken(token)
  return findLive(pool, db, { kind: 'session', hash, by: hash, text: '' }, options)
}

/** Begins to check the token, and lets the call go on meanwhile with the session as it was last seen. */
async function checkEarly(
  { pool, config }: Sources,
  request: FastifyRequest,
  sent: Credential,
  before: Session,
): Promise<Session> {
  const client = await pool.connect()
  const found = lookUp(client, sent)
  const passed = forgetRefused(sent, found).then((now) => {
    remember(sent.text, now?.session ?? null)
    // The token ended since it was last seen: the call is nobody's.
    if (!now) request.session = null
    requireAccess(request, now?.session ?? null, config)
  })
  // Extending the session must not wait for the call's transaction, nor be undone with it.
  const after = async (db: Db) => {
    const now = await found
    if (now?.isStale) await prolong(db, now.session)
  }
  request.early = new EarlyCheck({ client, passed, after })
  return before
}

/** The same, but a key that is refused is no longer known. */
async function forgetRefused<T>({ text }: Credential, found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (error) {
    seen.delete(text)
    throw error
  }
}

/** The session of a call's token or key, with the row its route reads along; null if there is none. Throws 401 for a bad key. */
export async function openSession(sources: Sources, request: FastifyRequest): Promise<Session | null> {
  const { pool, db, readPool, config } = sources
  const sent = credentialOf(request)
  if (!sent) return null
  const { along, ahead, startsEarly, ...rule } = request.routeOptions.config
  const last = readPool ? undefined : seen.get(sent.text)
  const before = last && admits(rule, last) ? last : undefined
  if (before && startsEarly) return checkEarly(sources, request, sent, before)
  const work = before && ahead?.(sentBy(request), before.staff)
  // The route's schema refuses a malformed id.
  const id = along && pathId.safeParse(sentBy(request).params.id).data
  const found = work
    ? findWithAhead(sources, request, sent, work)
    : findLive(pool, db, sent, {
        withWal: readPool !== null,
        along: along && id !== undefined ? { texts: along, id } : undefined,
      })
  const session = await forgetRefused(sent, found)
  if (ahead || startsEarly) remember(sent.text, session)
  if (rule.access !== 'public' || !session) return session
  // Public calls are open to all; what they show to staff only is not for a key without the scope, nor before the second factor.
  if (session.scopes ? !admits(rule, session) : lacksFactor(rule, session, config)) return null
  return session
}

/** What a call names in its address; nothing of it is checked yet. */
const sentBy = ({ query, params }: FastifyRequest): Sent => ({ query: Object(query), params: Object(params) })

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

/** 401 for a call without a session: without a token, with one that ended, or with a key that cannot be read as one. */
function signedOut({ headers }: FastifyRequest): AppError {
  if (headers['user-token']) return new AppError(401, LOGGED_IN_ELSEWHERE)
  return new AppError(401, headers.authorization === undefined ? PLEASE_LOG_IN : SEND_A_KEY)
}

/** The scope of a call that a key lacks; null if it has all. Undefined for a call that is closed to keys. */
const missingScope = ({ scopes }: Rule, granted: readonly string[]) =>
  scopes ? (scopes.find((scope) => !covers(granted, scope)) ?? null) : undefined

function admits(rule: Rule, session: Admitted): boolean {
  const { access = 'staff' } = rule
  if (session.scopes) return access !== 'admin' && missingScope(rule, session.scopes) === null
  if (access === 'public' || access === 'client') return true
  return session.staff && (access === 'staff' || session.roles.includes(Role.ADMIN))
}

const CLOSED_TO_KEYS = 'This call is closed to API keys.'

function refusalOf(rule: Rule, { scopes }: Session): AppError {
  if (!scopes) return forbidden(ACCESS_DENIED)
  const missing = missingScope(rule, scopes)
  return forbidden(missing ? `This call needs an API key with the scope ${missing}.` : CLOSED_TO_KEYS)
}

/** True for staff who must set up a second factor before they make this call. */
const lacksFactor = (rule: Rule, session: Session, { requireSecondFactor }: Duty) =>
  requireSecondFactor &&
  session.staff &&
  session.apiKeyId === null &&
  !session.secondFactor &&
  !session.bothFactors &&
  !rule.beforeSecondFactor

/** Checked before every call below /api: denies unless the route's access admits the session. Throws 401 or 403. */
export function requireAccess(request: FastifyRequest, session: Session | null, duty: Duty): void {
  const { config } = request.routeOptions
  if (config.access === 'public') return
  if (!session) throw signedOut(request)
  if (!admits(config, session)) throw refusalOf(config, session)
  if (lacksFactor(config, session, duty)) throw setUpNeeded()
  if (config.stepUp) requireStepUp(session, config.stepUp)
}

/**
 * For calls that only some bodies make dangerous: throws 403 with `stepUp` unless the caller confirmed lately that it is them, and
 * 403 with `closed` for API keys, whose holder cannot be asked.
 */
export function requireConfirmed(request: FastifyRequest, closed = CLOSED_TO_KEYS): void {
  const session = sessionOf(request)
  if (session.apiKeyId !== null) throw forbidden(closed)
  requireStepUp(session, 'everybody')
}

/** True for a person, and for a key with this scope: for what a call shows to some keys only. */
export function mayUse(request: FastifyRequest, scope: string): boolean {
  const { scopes } = sessionOf(request)
  return scopes === null || covers(scopes, scope)
}

/** The session of a request whose route needs one. Throws 401. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw signedOut(request)
  return request.session
}
