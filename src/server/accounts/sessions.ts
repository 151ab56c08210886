import { sql } from 'kysely'
import { recordOf } from '#contract/lib/record-of.ts'
import { COLUMNS, type ColumnSettings, type SessionUser } from '#contract/session/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { SESSION_SECONDS } from '#server/http/auth.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'

/** Fills in missing column settings: columns are shown by default. */
export const fullSettings = (stored: Record<string, boolean>): ColumnSettings =>
  recordOf(COLUMNS, (name) => stored[name] ?? true)

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

/** The live user with this email, upper and lower case alike. */
export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'passwordHash', 'role'])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

/** Starts a session. Answers its token; only its hash is stored. */
export async function startSession(
  tx: Tx,
  session: { userId: number; remember: boolean; ip: string; userAgent: string },
): Promise<string> {
  const token = newToken()
  const seconds = session.remember ? SESSION_SECONDS.remember : SESSION_SECONDS.short
  await tx
    .insertInto('sessions')
    .values({
      ...session,
      userAgent: session.userAgent.slice(0, 300),
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(secs => ${seconds}::int)`,
    })
    .execute()
  return token
}

/** Ends a user's sessions and the impersonations it started. */
export async function endSessions(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('impersonatorId', '=', userId)]))
    .execute()
}
