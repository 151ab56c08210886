import { sql } from 'kysely'
import { z } from 'zod'
import { isStaff } from '#contract/session/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueResetMail } from '#server/mail/reset-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { endSessions, findByEmail } from './sessions.ts'

/** Creates a link to set a new password. It works once, for one hour; the user's older links stop working. */
export async function createResetLink(tx: Tx, userId: number, siteUrl: string): Promise<string> {
  const token = newToken()
  await tx.deleteFrom('passwordResets').where('userId', '=', userId).execute()
  await tx
    .insertInto('passwordResets')
    .values({ tokenHash: hashToken(token), userId, expiresAt: sql`now() + interval '1 hour'` })
    .execute()
  return `${siteUrl}/reset-password/${token}`
}

/** The job that mails a reset link; its payload is a ResetRequest. */
export const RESET_TASK = 'mail_reset_link'

/** Who requested a reset link, and from where. */
export const resetRequest = z.object({ email: z.string(), ip: z.string(), requestId: z.string() })
type ResetRequest = z.infer<typeof resetRequest>

/** Requests a reset link. A job looks up the account, so that response times do not reveal whether it exists. */
export async function askForReset(db: Db, { email, ip, requestId }: ResetRequest): Promise<void> {
  await sql`
    select graphile_worker.add_job(${RESET_TASK}, json_build_object('email', ${email}::text, 'ip', ${ip}::text,
      'requestId', ${requestId}::text), max_attempts => 5)`.execute(db)
}

/** Mails a reset link to staff with this address. Does nothing for clients and unknown addresses. */
export async function mailResetLink(
  services: MailSettings & { db: Db },
  { email, ip, requestId }: ResetRequest,
): Promise<void> {
  const user = await findByEmail(services.db, email)
  if (!user || !isStaff(user.role)) return
  await services.db.transaction().execute(async (tx) => {
    const url = await createResetLink(tx, user.id, services.appUrl())
    await queueResetMail(tx, services, { id: user.id, name: user.username, email: user.email }, url)
    await recordAudit(
      tx,
      { userId: user.id, impersonatorId: null, ip, requestId },
      { action: 'session.reset-asked', entity: 'users', entityId: user.id },
    )
  })
}

/**
 * Sets the password and ends every session of the user. The caller hashes it before the transaction starts, since hashing is
 * slow. Throws 400 if the link was used, has expired or is unknown.
 */
export async function resetPassword(
  tx: Tx,
  { token, passwordHash }: { token: string; passwordHash: string },
  actor: Actor,
): Promise<void> {
  const userId = await redeemToken(tx, token)
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
  await endSessions(tx, userId)
  const event = { action: 'session.password-reset', entity: 'users', entityId: userId }
  await recordAudit(tx, { ...actor, userId }, event)
}

async function redeemToken(tx: Tx, token: string): Promise<number> {
  const used = isToken(token)
    ? await tx
        .updateTable('passwordResets')
        .set({ usedAt: sql`now()` })
        .where('tokenHash', '=', hashToken(token))
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', sql<string>`now()`)
        .returning('userId')
        .executeTakeFirst()
    : undefined
  if (!used) throw invalid({ token: 'This link is no longer valid. Please ask for a new one.' })
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', used.userId)
    .where('deletedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!user) throw new AppError(400, 'This account no longer exists.')
  return user.id
}
