import { sql } from 'kysely'
import { CHALLENGE_MINUTES, SIGN_IN_EXPIRED } from '#contract/accounts/second-factor.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'

interface Waiting {
  remember: boolean
  /**
   * The identity provider that vouched for the first factor, with its ID token; undefined after a password.
   */
  provider?: { issuer: string; idToken: string | null }
}

/**
 * Begins to wait for a code, and returns the text that names the login. The caller has checked that the first
 * factor is right and unchanged.
 */
export async function openChallenge(tx: Tx, userId: number, { remember, provider }: Waiting): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('loginChallenges')
    .values({
      tokenHash: hashToken(token),
      userId,
      remember,
      issuer: provider?.issuer ?? null,
      idToken: provider?.idToken ?? null,
      expiresAt: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`,
    })
    .execute()
  return token
}

/** 400 at `challenge`. */
export const signInExpired = () => invalid({ challenge: SIGN_IN_EXPIRED })

/** The live account whose login waits for a code; undefined for a challenge that is unknown, used or over. */
export async function accountOf(db: Db, challenge: string) {
  if (!isToken(challenge)) return undefined
  return db
    .selectFrom('loginChallenges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['u.id', 'u.email', 'u.passwordHash'])
    .where('c.tokenHash', '=', hashToken(challenge))
    .where('c.expiresAt', '>', sql<string>`now()`)
    .where('u.deletedAt', 'is', null)
    .where('u.disabledAt', 'is', null)
    .executeTakeFirst()
}

/** Uses a challenge up. Throws 400 if it was used since it was looked up, or ended by a new password. */
export async function closeChallenge(tx: Tx, challenge: string) {
  const closed = await tx
    .deleteFrom('loginChallenges')
    .where('tokenHash', '=', hashToken(challenge))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['remember', 'issuer', 'idToken'])
    .executeTakeFirst()
  if (!closed) throw signInExpired()
  return closed
}
