import {
  PASSKEY_LATE,
  PASSKEY_REFUSED,
  type PasskeyAssertion,
  type RequestOptions,
} from '#contract/accounts/passkeys.ts'
import { NO_PASSKEYS } from '#contract/accounts/step-up.ts'
import { CHALLENGE_SECONDS, challengeIn, issueChallenge, takeChallenge } from '#server/accounts/passkeys/challenges.ts'
import { asCredential, knownPasskeys } from '#server/accounts/passkeys/known.ts'
import type { RelyingParty } from '#server/accounts/passkeys/relying-party.ts'
import type { PasskeyLimits } from '#server/accounts/passkeys/sign-in.ts'
import { findPasskey, noteUse, verifySigned } from '#server/accounts/passkeys/signed.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Session } from '#server/http/session.ts'
import { confirmSession, recordRefusal } from './confirm.ts'

/**
 * Options with which a device confirms a session by one of the account's passkeys. Throws 409 without any.
 */
export async function startConfirmation(
  db: Db,
  { id: sessionId, userId }: Pick<Session, 'id' | 'userId'>,
  { id }: RelyingParty,
): Promise<RequestOptions> {
  const passkeys = await knownPasskeys(db, userId)
  const [first] = passkeys
  if (!first) throw new AppError(409, NO_PASSKEYS)
  return {
    challenge: await issueChallenge(db, { sessionId, userHandle: first.userHandle }),
    rpId: id,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(asCredential),
  }
}

interface Attempt {
  session: Pick<Session, 'id' | 'userId'>
  passkey: PasskeyAssertion
  party: RelyingParty
}

const refused = (message: string) => invalid({ passkey: message })

/**
 * Confirms a session with a passkey of its account, which signed a challenge of this session. Opens its own
 * transactions, because the challenge is used up in any case. Returns until when the confirmation counts.
 * Throws 400 at `passkey`, 429.
 */
export async function confirmByPasskey(
  db: Db,
  limits: PasskeyLimits,
  { session, passkey, party }: Attempt,
  actor: Actor,
): Promise<string> {
  await limits.take(actor.ip)
  const challenge = challengeIn(passkey.response.clientDataJSON)
  if (!challenge) throw refused(PASSKEY_REFUSED)
  if (!(await takeChallenge(db, challenge, session.id))) throw refused(PASSKEY_LATE)
  const found = await findPasskey(db, passkey)
  const own = found?.userId === session.userId ? found : null
  const counter = own && (await verifySigned(own, passkey, challenge, party))
  const until =
    own && counter !== null
      ? await db.transaction().execute(async (tx) => {
          if (!(await noteUse(tx, own, counter))) return null
          return confirmSession(tx, session.id, 'passkey', actor)
        })
      : null
  if (until === null) {
    await recordRefusal(db, 'passkey', actor)
    throw refused(PASSKEY_REFUSED)
  }
  await limits.forgive(actor.ip)
  return until
}
