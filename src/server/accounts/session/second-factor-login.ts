import type { z } from 'zod'
import type { LoginReply } from '#contract/accounts/login.ts'
import type { secondFactorInput } from '#contract/accounts/second-factor.ts'
import type { CodeLimits } from '#server/accounts/login-limits.ts'
import { startOidcSession } from '#server/accounts/oidc/hand-over.ts'
import { accountOf, closeChallenge, signInExpired } from '#server/accounts/second-factor/challenges.ts'
import { tryCode } from '#server/accounts/second-factor/try-code.ts'
import { findSessionUser, startSession } from '#server/accounts/sessions.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Seal } from '#server/http/security/seal.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

type Input = z.output<typeof secondFactorInput> & { userAgent: string }

/**
 * Finishes a login that waits for a code. Opens several transactions, as `login` does. Throws 400, 429, 503.
 */
export async function secondFactorLogin(
  services: Services & { seal: Seal },
  limits: CodeLimits,
  { challenge, code, userAgent }: Input,
  caller: Actor,
): Promise<LoginReply> {
  const { db } = services
  const { ip } = caller
  const user = await accountOf(db, challenge)
  if (!user) {
    await limits.takeAddress(ip)
    throw signInExpired()
  }
  const actor = { ...caller, userId: user.id, impersonatorId: null, sessionId: null }
  const { token, remember } = await tryCode(services, limits, { user, code }, actor, async (tx, by) => {
    const { remember, issuer, idToken } = await closeChallenge(tx, challenge)
    const token =
      issuer === null
        ? await startSession(tx, { user, remember, ip, userAgent })
        : await startOidcSession(tx, { userId: user.id, issuer, idToken, bothFactors: false, ip, userAgent })
    if (!token) throw signInExpired()
    const event = { action: 'session.login', entity: 'users', entityId: user.id, after: { by } }
    await recordAudit(tx, actor, event, ['by'])
    return { token, remember }
  })
  const account = await findSessionUser(db, user.id)
  return { ...account, user_token: token, eternal_token: remember ? token : null }
}
