import { sql } from 'kysely'
import type { LoginReply } from '#contract/session/login.ts'
import { OIDC_FAILURES } from '#contract/session/single-sign-on.ts'
import { findSessionUser, startSession } from '#server/accounts/sessions.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, isToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { noteSignIn } from './accounts.ts'

/**
 * Starts the session of whoever the provider confirmed, for the browser that has the cookie, once, and answers what login
 * answers. Throws 400 without such a sign-in, 403 if the account was disabled meanwhile.
 */
export async function takeHandOver(
  db: Db,
  { code, userAgent }: { code: string | null; userAgent: string },
  caller: Actor,
): Promise<LoginReply> {
  if (!isToken(code)) throw new AppError(400, OIDC_FAILURES.late)
  const begun = await db
    .deleteFrom('oidcHandOvers')
    .where('browserHash', '=', hashToken(code))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'issuer', 'idToken'])
    .executeTakeFirst()
  if (!begun) throw new AppError(400, OIDC_FAILURES.late)
  const { userId, issuer, idToken } = begun
  const actor = { ...caller, userId, impersonatorId: null }
  const token = await db.transaction().execute(async (tx) => {
    const user = { id: userId }
    const started = await startSession(tx, { user, remember: false, ip: caller.ip, userAgent, by: 'oidc' })
    if (!started) return null
    await sql`
      insert into oidc_sessions (session_id, id_token)
      select id, ${idToken} from sessions where token_hash = ${hashToken(started)}`.execute(tx)
    await noteSignIn(tx, userId, issuer)
    const event = { action: 'session.login', entity: 'users', entityId: userId, after: { how: 'oidc' } }
    await recordAudit(tx, actor, event, ['how'])
    return started
  })
  if (!token) throw forbidden(OIDC_FAILURES.disabled)
  return { ...(await findSessionUser(db, userId)), user_token: token, eternal_token: null }
}
