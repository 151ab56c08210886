import { sql } from 'kysely'
import { normalEmail } from '#contract/lib/text.ts'
import { fullSettings, type SessionUser } from '#contract/session/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { SESSION_SECONDS } from '#server/http/auth.ts'
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
] as const

/** The user of a session, with column settings filled in. Throws 404. */
export async function findSessionUser(db: Db, id: number): Promise<SessionUser> {
  const row = await db.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User')
  return { ...row, orderColumnSettings: fullSettings(row.orderColumnSettings) }
}

/**
 * The condition of an account with this email. Only ASCII letters are compared regardless of case: for others the result
 * would depend on the database's locale.
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

interface NewSession {
  /** As read when the password was verified; without the password's hash when signing in without one. */
  user: { id: number; passwordHash?: string }
  remember: boolean
  ip: string
  userAgent: string
  /** 'password' unless another is given. */
  by?: 'passkey' | 'oidc'
}

/**
 * Starts a session and returns its token, of which only the hash is stored; null if the password was changed, or the account
 * disabled or deleted, since it was verified. Those changes and this one wait for each other at the user's row.
 */
export async function startSession(tx: Tx, { user, remember, ip, userAgent, by }: NewSession): Promise<string | null> {
  const unchanged = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .$if(user.passwordHash !== undefined, (query) => query.where('passwordHash', '=', user.passwordHash ?? ''))
    .forShare()
    .executeTakeFirst()
  if (!unchanged) return null
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
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(secs => ${seconds}::int)`,
    })
    .execute()
  return token
}

/**
 * Sets a password. Ends the user's sessions and voids its reset links; the session `keep` stays. The update comes first: it
 * makes logins in flight wait, so that none of them is missed.
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, keep?: number): Promise<void> {
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
  await tx.deleteFrom('passwordResets').where('userId', '=', userId).where('usedAt', 'is', null).execute()
  await endSessions(tx, userId, keep)
}

/** Ends a user's sessions and the impersonations it started; the session `keep` stays. */
export async function endSessions(tx: Db, userId: number, keep?: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('impersonatorId', '=', userId)]))
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? 0))
    .execute()
}
