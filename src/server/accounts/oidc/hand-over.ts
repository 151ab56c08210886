import { sql } from 'kysely'
import type { LoginAnswer } from '#contract/accounts/login.ts'
import { OIDC_FAILURES } from '#contract/accounts/single-sign-on.ts'
import { openChallenge } from '#server/accounts/second-factor/challenges.ts'
import { hasSecondFactor } from '#server/accounts/second-factor/codes.ts'
import { findSessionUser, isUnchanged, startSession } from '#server/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, isToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { noteSignIn } from './accounts.ts'

/** A sign-in that the provider confirmed. */
interface Confirmed {
  userId: number
  issuer: string
  /** The ID token that ends the provider's session; null if it is too long to keep. */
  idToken: string | null
  /** Whether the provider vouched for two factors. */
  bothFactors: boolean
  /**
   * When the provider last verified the person; null if unknown. Undefined after a code, which is proof
   * enough.
   */
  confirmedAt?: string | null
  ip: string
  userAgent: string
}

/**
 * Starts the session of a person whom the provider confirmed. Returns its token; null if the account was
 * disabled or deleted.
 */
export async function startOidcSession(tx: Tx, confirmed: Confirmed): Promise<string | null> {
  const { userId, issuer, idToken, ...more } = confirmed
  const token = await startSession(tx, { user: { id: userId }, remember: false, by: 'oidc', ...more })
  if (!token) return null
  await sql`
    insert into oidc_sessions (session_id, id_token)
    select id, ${idToken} from sessions where token_hash = ${hashToken(token)}`.execute(tx)
  await noteSignIn(tx, userId, issuer)
  return token
}

/**
 * Starts the confirmed session once, for the browser that holds the cookie, and answers like a login: an
 * account with a second factor is asked for a code, unless the provider vouched for two factors. Throws 400
 * without such a sign-in, 403 if the account was disabled meanwhile.
 */
export async function takeHandOver(
  db: Db,
  { code, userAgent }: { code: string | null; userAgent: string },
  caller: Actor,
): Promise<LoginAnswer> {
  if (!isToken(code)) throw new AppError(400, OIDC_FAILURES.late)
  const begun = await db
    .deleteFrom('oidcHandOvers')
    .where('browserHash', '=', hashToken(code))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'issuer', 'idToken', 'bothFactors', 'confirmedAt'])
    .executeTakeFirst()
  if (!begun) throw new AppError(400, OIDC_FAILURES.late)
  const { userId, bothFactors } = begun
  const actor = { ...caller, userId, impersonatorId: null }
  const started = await db.transaction().execute(async (tx) => {
    if (!bothFactors && (await hasSecondFactor(tx, userId))) {
      if (!(await isUnchanged(tx, { id: userId }))) return null
      return { challenge: await openChallenge(tx, userId, { remember: false, provider: begun }) }
    }
    const token = await startOidcSession(tx, { ...begun, ip: caller.ip, userAgent })
    if (!token) return null
    const event = { action: 'session.login', entity: 'users', entityId: userId, after: { how: 'oidc' } }
    await recordAudit(tx, actor, event, ['how'])
    return { token }
  })
  if (!started) throw forbidden(OIDC_FAILURES.disabled)
  if (started.challenge !== undefined) return { step: 'second-factor', challenge: started.challenge }
  return { ...(await findSessionUser(db, userId)), user_token: started.token, eternal_token: null }
}
