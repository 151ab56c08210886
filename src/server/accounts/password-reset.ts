import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { isStaff } from '#contract/session/session.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { actorOf } from '#server/http/app-types.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'
import { queueResetMail } from '#server/mail/reset-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './passwords.ts'
import { findByEmail } from './sessions.ts'

/** A link that sets a new password once within the hour; older links of the user end. */
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

export const resetRequest = z.object({ email: z.string(), ip: z.string(), requestId: z.string() })
type ResetRequest = z.infer<typeof resetRequest>

/** Asks for a reset link. The account is looked up by a job: nothing of the answer, its time neither, tells of it. */
export async function askForReset(db: Db, { email, ip, requestId }: ResetRequest): Promise<void> {
  await sql`
    select graphile_worker.add_job(${RESET_TASK}, json_build_object('email', ${email}::text, 'ip', ${ip}::text,
      'requestId', ${requestId}::text), max_attempts => 5)`.execute(db)
}

/** Mails a link to a staff member of that address; does nothing for any other. */
export async function mailResetLink(services: Services, { email, ip, requestId }: ResetRequest): Promise<void> {
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

/** Sets the password and ends every session of the user. Throws 400 for a link that is used, old or unknown. */
export async function resetPassword(
  services: Services,
  request: FastifyRequest,
  token: string,
  secret: string,
): Promise<void> {
  const passwordHash = await hashPassword(secret)
  await services.db.transaction().execute(async (tx) => {
    const userId = await useToken(tx, token)
    await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
    await endSessions(tx, userId)
    await recordAudit(
      tx,
      { ...actorOf(request), userId },
      { action: 'session.password-reset', entity: 'users', entityId: userId },
    )
  })
}

async function useToken(tx: Tx, token: string): Promise<number> {
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

/** Ends the user's sessions and the impersonations the user started. */
export async function endSessions(tx: Db, userId: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('impersonatorId', '=', userId)]))
    .execute()
}
