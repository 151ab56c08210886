import { sql } from 'kysely'
import type { PasskeyAssertion } from '#contract/accounts/passkeys.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { RelyingParty } from './relying-party.ts'

/** The passkey that an assertion names, of a live, enabled account. */
export const findPasskey = (db: Db, { id }: PasskeyAssertion) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'userId', 'publicKey', 'counter', 'userHandle', 'name', 'role'])
    .where('credentialId', '=', Buffer.from(id, 'base64url'))
    .where('users.deletedAt', 'is', null)
    .where('users.disabledAt', 'is', null)
    .executeTakeFirst()
type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** The device's new counter; null for an answer that cannot be trusted. */
export async function verifySigned(
  { publicKey, counter, userHandle }: Found,
  credential: PasskeyAssertion,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: sent, ...signed } = credential.response
  try {
    if (sent && !userHandle.equals(Buffer.from(sent, 'base64url'))) return null
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/**
 * Records the use of a passkey. Returns false if it was removed meanwhile, or used by a copy of the device.
 */
export async function noteUse(tx: Tx, { id }: Found, counter: number): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
