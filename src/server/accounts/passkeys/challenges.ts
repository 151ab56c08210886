import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'

/** Seconds that a device has to answer. */
export const CHALLENGE_SECONDS = 5 * 60

/**
 * The session that registers a passkey or confirms with one, and the handle by which devices know its
 * account.
 */
interface Session {
  sessionId: number
  userHandle: Buffer
}

/** A new challenge, for one answer: in a session, or to sign in (null). */
export async function issueChallenge(db: Db, session: Session | null): Promise<string> {
  const challenge = newToken()
  await db
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: hashToken(challenge),
      sessionId: session?.sessionId ?? null,
      userHandle: session?.userHandle ?? null,
      expiresAt: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute()
  return challenge
}

/**
 * The challenge that a device says it signed. Null if there is none, or if it was sent from a frame in
 * another site's page: the library accepts such a frame when the browser leaves out the outer site.
 */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = Object(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    return isToken(challenge) && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/**
 * Uses a challenge up, whether the answer is right or not. Undefined if it is unknown, used, expired, or was
 * issued to another session or for signing in. The signed data itself says whether it registers or uses a
 * passkey.
 */
export function takeChallenge(db: Db, challenge: string, sessionId: number | null) {
  return db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .where('sessionId', sessionId === null ? 'is' : '=', sessionId)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('userHandle')
    .executeTakeFirst()
}
