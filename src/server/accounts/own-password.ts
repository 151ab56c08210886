import type pg from 'pg'
import type { z } from 'zod'
import { type ownPasswordInput, SAME_PASSWORD, WRONG_OLD_PASSWORD } from '#contract/accounts/login.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit, type Limit } from '#server/http/security/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { endPasskeysAndKeys } from './end-access.ts'
import { tellOwner } from './notices/tell-owner.ts'
import type { Installation } from './passwords/installation-names.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'
import { refuseWeak } from './passwords/weak-passwords.ts'
import { setPassword } from './sessions.ts'

/**
 * Wrong old passwords, per user and address: ten in a quarter of an hour. The thief of a session cannot lock
 * its owner out elsewhere.
 */
export const createOwnPasswordLimit = (pool: pg.Pool) => createLimit(pool, 'own-password', 10, 15 * 60)

interface Change extends z.output<typeof ownPasswordInput> {
  session: Pick<Session, 'id' | 'userId'>
}

/**
 * Changes the caller's own password and ends their other sessions; passkeys and API keys too, if asked. Opens
 * its own transaction, because hashing is slow. Throws 400 at `password` for a wrong old one, at
 * `newPassword` for a weak one, 429 after too many wrong ones.
 */
export async function changeOwnPassword(
  services: Installation,
  tries: Limit,
  { session: { id, userId }, password, newPassword, endPasskeysAndKeys: ends }: Change,
  actor: Actor,
): Promise<void> {
  const { db } = services
  const limited = `${userId} ${addressKey(actor.ip)}`
  await tries.take(limited)
  const user = await db
    .selectFrom('users')
    .select(['passwordHash', 'email', 'username', 'companyName'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound('User')
  if (!(await verifyPassword(user.passwordHash, password, userId))) throw invalid({ password: WRONG_OLD_PASSWORD })
  await tries.forget(limited)
  if (password === newPassword) throw invalid({ newPassword: SAME_PASSWORD })
  await refuseWeak(services, newPassword, user, 'newPassword')
  const passwordHash = await hashPassword(newPassword, userId)
  await db.transaction().execute(async (tx) => {
    const now = await tx.selectFrom('users').select('passwordHash').where('id', '=', userId).forNoKeyUpdate().execute()
    // A password that was changed meanwhile makes the old one wrong.
    if (now[0]?.passwordHash !== user.passwordHash) throw invalid({ password: WRONG_OLD_PASSWORD })
    await setPassword(tx, userId, passwordHash, id)
    await recordAudit(tx, actor, { action: 'session.password', entity: 'users', entityId: userId })
    const more = ends ? await endPasskeysAndKeys(tx, userId, actor) : undefined
    await tellOwner(tx, services, 'password-changed', { by: actor, ...(more && { more }) })
  })
}
