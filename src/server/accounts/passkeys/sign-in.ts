import type pg from 'pg'
import type { z } from 'zod'
import type { LoginReply } from '#contract/accounts/login.ts'
import {
  PASSKEY_LATE,
  PASSKEY_REFUSED,
  type passkeyLoginInput,
  type RequestOptions,
} from '#contract/accounts/passkeys.ts'
import { isStaff } from '#contract/accounts/session.ts'
import { findSessionUser, startSession } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { CHALLENGE_SECONDS, challengeIn, issueChallenge, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import { findPasskey, noteUse, verifySigned } from './signed.ts'

/** A quarter of an hour in seconds. */
const QUARTER = 15 * 60

/** Limits by address alone, so that nobody can lock others out. */
export function createPasskeyLimits(pool: pg.Pool) {
  const starts = createLimit(pool, 'passkey-start', 300, QUARTER)
  const tries = createLimit(pool, 'passkey-login', 100, QUARTER)
  return {
    start: (ip: string) => starts.take(addressKey(ip)),
    take: (ip: string) => tries.take(addressKey(ip)),
    forgive: (ip: string) => tries.giveBack(addressKey(ip)),
  }
}
export type PasskeyLimits = ReturnType<typeof createPasskeyLimits>

/** Options with which a device signs in by any of its passkeys for this site. */
export const startPasskeyLogin = async (db: Db, { id }: RelyingParty): Promise<RequestOptions> => ({
  challenge: await issueChallenge(db, null),
  rpId: id,
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification: 'required',
})

interface SignIn extends z.output<typeof passkeyLoginInput> {
  party: RelyingParty
  userAgent: string
}

/**
 * Signs staff in with a passkey, and answers like a login. Opens its own transactions, because a challenge is
 * used up and a failure recorded in any case. Unknown and wrong passkeys get the same answer. Throws 400,
 * 429.
 */
export async function passkeyLogin(
  db: Db,
  limits: PasskeyLimits,
  { credential, rememberMe: remember, party, userAgent }: SignIn,
  caller: Actor,
): Promise<LoginReply> {
  const { ip } = caller
  await limits.take(ip)
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!challenge) throw new AppError(400, PASSKEY_REFUSED)
  if (!(await takeChallenge(db, challenge, null))) throw new AppError(400, PASSKEY_LATE)
  const found = await findPasskey(db, credential)
  const counter = found && isStaff(found.role) ? await verifySigned(found, credential, challenge, party) : null
  const actor = { ...caller, userId: found?.userId ?? null, impersonatorId: null }
  const event = { entity: 'users', entityId: found?.userId, after: { how: 'passkey', passkey: found?.name } }
  const token =
    found && counter !== null
      ? await db.transaction().execute(async (tx) => {
          if (!(await noteUse(tx, found, counter))) return null
          const user = { id: found.userId }
          const started = await startSession(tx, { user, remember, ip, userAgent, by: 'passkey' })
          if (started) await recordAudit(tx, actor, { ...event, action: 'session.login' }, ['how', 'passkey'])
          return started
        })
      : null
  if (!found || !token) {
    await recordAudit(db, actor, { ...event, action: 'session.login-failed' }, ['how'])
    throw new AppError(400, PASSKEY_REFUSED)
  }
  await limits.forgive(ip)
  return { ...(await findSessionUser(db, found.userId)), user_token: token, eternal_token: remember ? token : null }
}
