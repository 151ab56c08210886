import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import type { LoginAnswer, loginInput } from '#contract/accounts/login.ts'
import { isStaff } from '#contract/accounts/session.ts'
import type { LoginLimits } from '#server/accounts/login-limits.ts'
import { refusePasswordsIfOff } from '#server/accounts/password-login.ts'
import { verifyPassword } from '#server/accounts/passwords/passwords.ts'
import { openChallenge } from '#server/accounts/second-factor/challenges.ts'
import { hasSecondFactor } from '#server/accounts/second-factor/codes.ts'
import { findByEmail, findSessionUser, isUnchanged, startSession } from '#server/accounts/sessions.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

type Login = z.output<typeof loginInput> & { userAgent: string }

const refused = () => new AppError(400, 'Wrong email or password.')

/**
 * Checks the password and starts a session, or asks staff with a second factor for a code. Unknown logins and
 * wrong passwords get the same answer in the same time. The typed login is not recorded: it may be a
 * password. Opens several transactions, because failures are recorded too. Throws 400, 429.
 */
export async function login(
  services: Services,
  limits: LoginLimits,
  { login, password, rememberMe: remember, userAgent }: Login,
  caller: Actor,
): Promise<LoginAnswer> {
  const { db } = services
  const { ip } = caller
  await limits.takeAddress(ip)
  const user = await findByEmail(db, login)
  const attempt = { login, userId: user?.id, ip }
  await limits.take(attempt)
  const right = await verifyPassword(user?.passwordHash, password, ip)
  const actor = { ...caller, userId: user?.id ?? null, impersonatorId: null }
  if (!user || !right) {
    await recordAudit(db, actor, { action: 'session.login-failed', entity: 'users', entityId: user?.id })
    // Both branches have written one row by now; jitter hides the remaining difference.
    await wait(Math.random() * 5)
    throw refused()
  }
  // This refusal is only for people who know the password: others learn nothing of the account.
  if (isStaff(user.role)) await refusePasswordsIfOff(services)
  await limits.forgive(attempt)
  if (isStaff(user.role) && (await hasSecondFactor(db, user.id))) {
    const challenge = await db
      .transaction()
      .execute(async (tx) => ((await isUnchanged(tx, user)) ? openChallenge(tx, user.id, { remember }) : null))
    if (!challenge) throw refused()
    return { step: 'second-factor', challenge }
  }
  const token = await db.transaction().execute(async (tx) => {
    const started = await startSession(tx, { user, remember, ip, userAgent })
    if (started) await recordAudit(tx, actor, { action: 'session.login', entity: 'users', entityId: user.id })
    return started
  })
  if (!token) throw refused()
  return { ...(await findSessionUser(db, user.id)), user_token: token, eternal_token: remember ? token : null }
}
