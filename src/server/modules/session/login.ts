import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import type { LoginReply, loginInput } from '#contract/session/session.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { findByEmail, findSessionUser, startSession } from '#server/accounts/sessions.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Limit } from '#server/http/security/rate-limits.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

export interface LoginLimits {
  account: Limit
  address: Limit
}

type Login = z.output<typeof loginInput> & { userAgent: string }

/**
 * Checks the password and starts a session. Unknown logins and wrong passwords get the same answer in the same time.
 * Uses several transactions, because failures are recorded too. Throws 400, 429.
 */
export async function login(
  { db }: Services,
  limits: LoginLimits,
  { login, password, rememberMe, userAgent }: Login,
  caller: Actor,
): Promise<LoginReply> {
  const account = login.toLowerCase()
  await limits.address.take(caller.ip)
  await limits.account.take(account)
  const user = await findByEmail(db, login)
  const right = await verifyPassword(user?.passwordHash, password)
  const actor = { ...caller, userId: user?.id ?? null, impersonatorId: null }
  if (!user || !right) {
    const event = { action: 'session.login-failed', entity: 'users', entityId: user?.id, after: { login: account } }
    await recordAudit(db, actor, event, ['login'])
    // Both branches have written one row by now; jitter hides the remaining difference.
    await wait(Math.random() * 5)
    throw new AppError(400, 'Wrong email or password.')
  }
  await Promise.all([limits.account.forget(account), limits.address.giveBack(caller.ip)])
  const token = await db.transaction().execute(async (tx) => {
    await recordAudit(tx, actor, { action: 'session.login', entity: 'users', entityId: user.id })
    return startSession(tx, { userId: user.id, remember: rememberMe, ip: caller.ip, userAgent })
  })
  return { ...(await findSessionUser(db, user.id)), user_token: token, eternal_token: rememberMe ? token : null }
}
