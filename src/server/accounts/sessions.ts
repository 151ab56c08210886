import { sql } from 'kysely'
import { STEP_UP_MINUTES } from '#contract/accounts/second-factor.ts'
import { fullSettings, isStaff, LOGGED_IN_ELSEWHERE, type SessionUser } from '#contract/accounts/session.ts'
import { normalEmail } from '#contract/lib/text.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'
import { SESSION_SECONDS } from '#server/http/security/find-session.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'

const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'phone',
  'role',
  'companyName',
  'companyAddress',
  'canadianBusinessNumber',
  'confirmed',
  'orderColumnSettings',
  'startPage',
  'rowsPerPage',
  'compactRows',
] as const

/** The user of a session, with column settings filled in; only staff have preferences. Throws 404. */
export async function findSessionUser(db: Db, id: number): Promise<SessionUser> {
  const row = await db.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User')
  const { startPage, rowsPerPage, compactRows, ...user } = row
  return {
    ...user,
    orderColumnSettings: fullSettings(row.orderColumnSettings),
    ...(isStaff(row.role) && { startPage, rowsPerPage, compactRows }),
  }
}

/**
 * The condition of an account with this email. Only ASCII letters are compared regardless of case: the result
 * for others would depend on the database's locale.
 */
export const hasEmail = (email: string) => sql<boolean>`lower(email collate "C") = ${normalEmail(email)}`

/** The live user with this email. */
export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'companyName', 'passwordHash', 'role'])
    .where(hasEmail(email))
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

/**
 * An account as it was when its password was verified. Without the password's hash if it signed in otherwise.
 */
interface Verified {
  id: number
  passwordHash?: string
}

interface NewSession {
  user: Verified
  remember: boolean
  ip: string
  userAgent: string
  /** The way of signing in, 'password' by default. A passkey counts as both factors. */
  by?: 'passkey' | 'oidc'
  /** Whether the identity provider vouched for two factors. */
  bothFactors?: boolean
  /** When the person was last verified; now by default, null if unknown. */
  confirmedAt?: Date | string | null
}

/**
 * Returns false if the password was changed, or the account disabled or deleted, since it was verified. Such
 * a change and the caller wait for each other at the user's row.
 */
export async function isUnchanged(tx: Tx, user: Verified): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .$if(user.passwordHash !== undefined, (query) => query.where('passwordHash', '=', user.passwordHash ?? ''))
    .forShare()
    .executeTakeFirst()
  return unchanged !== undefined
}

/**
 * Most running sessions of an account, not counting views of the site as a client: enough for every device,
 * and few enough to look through.
 */
export const MOST_SESSIONS = 20

/**
 * Ends the surplus sessions of an account, those unused for longest, with the views that began in them.
 * Sign-ins run one after the other, so that many at once cannot exceed the limit together.
 */
async function endLeastUsed(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sessions'), ${userId})`.execute(tx)
  await sql`
    with least as (
      select id from sessions where user_id = ${userId} and impersonator_id is null and expires_at > now()
      order by last_used_at desc, id desc offset ${MOST_SESSIONS}
    )
    delete from sessions where id in (select id from least) or started_by in (select id from least)`.execute(tx)
}

/**
 * Starts a session and returns its token, of which only the hash is stored; null unless the account
 * `isUnchanged`.
 */
export async function startSession(
  tx: Tx,
  { user, remember, ip, userAgent, by, bothFactors = false, confirmedAt }: NewSession,
): Promise<string | null> {
  if (!(await isUnchanged(tx, user))) return null
  const token = newToken()
  const seconds = remember ? SESSION_SECONDS.remember : SESSION_SECONDS.short
  await tx
    .insertInto('sessions')
    .values({
      userId: user.id,
      remember,
      ip,
      userAgent: userAgent.slice(0, 300),
      signedInBy: by ?? 'password',
      bothFactors,
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(secs => ${seconds}::int)`,
      // Signing in confirms who the person is.
      steppedUpAt: confirmedAt === undefined ? sql<string>`now()` : confirmedAt,
    })
    .execute()
  await endLeastUsed(tx, user.id)
  return token
}

/**
 * Sets a password, ends the user's sessions and voids its reset links; the session `keep` stays. The update
 * comes first: it makes logins in flight wait, so that none of them is missed.
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, keep?: number): Promise<void> {
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
  await tx.deleteFrom('passwordResets').where('userId', '=', userId).where('usedAt', 'is', null).execute()
  await endSessions(tx, userId, keep)
}

/**
 * Ends a user's sessions, the impersonations it started and its logins that wait for a code; the session
 * `keep` stays. Returns the number of sessions.
 */
export async function endSessions(tx: Db, userId: number, keep?: number): Promise<number> {
  await tx.deleteFrom('loginChallenges').where('userId', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('impersonatorId', '=', userId)]))
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? 0))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Records that a session was confirmed. Returns until when that counts. Throws 401 if the session has ended.
 */
export async function markSteppedUp(tx: Tx, sessionId: number): Promise<string> {
  const marked = await tx
    .updateTable('sessions')
    .set({ steppedUpAt: sql`now()` })
    .where('id', '=', sessionId)
    .where('impersonatorId', 'is', null)
    .returning(sql<string>`stepped_up_at + make_interval(mins => ${STEP_UP_MINUTES}::int)`.as('until'))
    .executeTakeFirst()
  if (!marked) throw new AppError(401, LOGGED_IN_ELSEWHERE)
  return marked.until
}

/** Withdraws the confirmation of a user's other sessions, when their proof is not enough any more. */
export const forgetConfirmations = (tx: Tx, userId: number, keep: number | null) =>
  tx
    .updateTable('sessions')
    .set({ steppedUpAt: null })
    .where('userId', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? 0))
    .execute()

/**
 * Throws 401 if the session has ended since the call began; a session that is just ending waits. Meant for
 * records that must not outlive the session that made them.
 */
export async function requireLiveSession(tx: Tx, userId: number, sessionId: number | null): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
  const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw new AppError(401, LOGGED_IN_ELSEWHERE)
}
