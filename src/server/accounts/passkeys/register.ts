import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  type CreationOptions,
  MOST_PASSKEYS,
  type newPasskeyInput,
  PASSKEY_KNOWN,
  PASSKEY_LATE,
  PASSKEY_REFUSED,
  type Passkey,
  TOO_MANY_PASSKEYS,
} from '#contract/accounts/passkeys.ts'
import { type NoticeSettings, tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { requireLiveSession } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Session } from '#server/http/session.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { CHALLENGE_SECONDS, challengeIn, issueChallenge, takeChallenge } from './challenges.ts'
import { asCredential, type Known, knownPasskeys, transportsOf } from './known.ts'
import type { RelyingParty } from './relying-party.ts'

/** Accepted signatures of passkeys, the preferred first: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

function refuseMore(passkeys: readonly Known[]): void {
  if (passkeys.length >= MOST_PASSKEYS) throw new AppError(409, TOO_MANY_PASSKEYS)
}

/** Options with which a device makes a passkey for the caller. Throws 409 if the account has enough. */
export async function startRegistration(
  db: Db,
  { id: sessionId, userId, email, username }: Pick<Session, 'id' | 'userId' | 'email' | 'username'>,
  { id }: RelyingParty,
): Promise<CreationOptions> {
  const passkeys = await knownPasskeys(db, userId)
  refuseMore(passkeys)
  const userHandle = passkeys[0]?.userHandle ?? randomBytes(32)
  return {
    challenge: await issueChallenge(db, { sessionId, userHandle }),
    rp: { id, name: 'Quayside' },
    user: { id: userHandle.toString('base64url'), name: email, displayName: username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    excludeCredentials: passkeys.map(asCredential),
    // The key is found without a typed name, and only by its owner: both factors in one.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

type Input = z.output<typeof newPasskeyInput>

/** Checks the credential that the device made. Throws 400. */
async function verifyMade({ credential }: Input, challenge: string, { id, origin }: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const { clientDataJSON, attestationObject, transports } = credential.response
  try {
    // Other formats would make the library follow certificates to addresses that they name.
    const made = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (!['none', 'packed'].includes(made.get('fmt'))) throw new Error('Unexpected format')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject, transports: transportsOf(transports ?? []) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw new Error('Not verified')
    return registrationInfo.credential
  } catch {
    throw new AppError(400, PASSKEY_REFUSED)
  }
}

interface Registration {
  session: Pick<Session, 'id' | 'userId'>
  input: Input
  party: RelyingParty
}

/**
 * Keeps a passkey that the caller's device made for a challenge of this session. Opens its own transactions,
 * because the challenge is used up in any case. Throws 400 for one that cannot be trusted, 409 for one too
 * many or one that is known.
 */
export async function finishRegistration(
  services: NoticeSettings & { db: Db },
  { session, input, party }: Registration,
  actor: Actor,
): Promise<Passkey> {
  const { db } = services
  const challenge = challengeIn(input.credential.response.clientDataJSON)
  if (!challenge) throw new AppError(400, PASSKEY_REFUSED)
  const { userHandle } = (await takeChallenge(db, challenge, session.id)) ?? {}
  if (!userHandle) throw new AppError(400, PASSKEY_LATE)
  const made = await verifyMade(input, challenge, party)
  const values = {
    userId: session.userId,
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports ?? [],
    userHandle,
    name: input.name,
  }
  return db.transaction().execute((tx) => addPasskey(tx, services, { values, sessionId: session.id }, actor))
}

type Values = Known & { userId: number; publicKey: Buffer; counter: number; name: string }

async function addPasskey(
  tx: Tx,
  services: NoticeSettings,
  { values, sessionId }: { values: Values; sessionId: number },
  actor: Actor,
): Promise<Passkey> {
  const { userId, name } = values
  // The account's row is locked, so that two registrations at once are not one too many.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await requireLiveSession(tx, userId, sessionId)
  refuseMore(await knownPasskeys(tx, userId))
  const added = await tx
    .insertInto('passkeys')
    .values(values)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(['id', 'name', 'createdAt', 'lastUsedAt'])
    .executeTakeFirst()
  if (!added) throw invalid({ credential: PASSKEY_KNOWN })
  const event = { action: 'session.passkey-add', entity: 'users', entityId: userId, after: { name } }
  await recordAudit(tx, actor, event, ['name'])
  await tellOwner(tx, services, 'passkey-added', { by: actor })
  return added
}
