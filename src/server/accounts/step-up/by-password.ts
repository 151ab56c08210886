import { WRONG_OLD_PASSWORD } from '#contract/accounts/login.ts'
import { CODE_INSTEAD } from '#contract/accounts/step-up.ts'
import type { LoginLimits } from '#server/accounts/login-limits.ts'
import { refusePasswordsIfOff } from '#server/accounts/password-login.ts'
import { verifyPassword } from '#server/accounts/passwords/passwords.ts'
import { hasSecondFactor } from '#server/accounts/second-factor/codes.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Session } from '#server/http/session.ts'
import type { Services } from '#server/services.ts'
import { confirmSession, recordRefusal } from './confirm.ts'

interface Attempt {
  session: Pick<Session, 'id' | 'userId' | 'email'>
  /** MD5 of the password. */
  password: string
}

const refused = () => invalid({ password: WRONG_OLD_PASSWORD })
const needsCode = () => invalid({ password: CODE_INSTEAD })

/**
 * Whether the password is still the one that was verified. A change of it, a new second factor, and the
 * caller wait for each other here.
 */
async function isStill(tx: Tx, userId: number, passwordHash: string): Promise<boolean> {
  const now = await tx.selectFrom('users').select('passwordHash').where('id', '=', userId).forNoKeyUpdate().execute()
  return now[0]?.passwordHash === passwordHash
}

/**
 * Confirms a session with the account's password, counted and limited as logins are. Opens its own
 * transactions, because a failure is recorded too. Returns until when the confirmation counts. Throws 400 at
 * `password` for a wrong one and for an account with a second factor, 403 where staff have no passwords, 429.
 */
export async function confirmByPassword(
  services: Services,
  limits: LoginLimits,
  { session: { id, userId, email }, password }: Attempt,
  actor: Actor,
): Promise<string> {
  const { db } = services
  if (await hasSecondFactor(db, userId)) throw needsCode()
  await refusePasswordsIfOff(services)
  const attempt = { login: email, userId, ip: actor.ip }
  await limits.takeAddress(actor.ip)
  await limits.take(attempt)
  const user = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  const right = await verifyPassword(user?.passwordHash, password)
  const until =
    user && right
      ? await db.transaction().execute(async (tx) => {
          if (!(await isStill(tx, userId, user.passwordHash))) return null
          if (await hasSecondFactor(tx, userId)) throw needsCode()
          return confirmSession(tx, id, 'password', actor)
        })
      : null
  if (until === null) {
    await recordRefusal(db, 'password', actor)
    throw refused()
  }
  await limits.forgive(attempt)
  return until
}
