import { requestOptions } from '#contract/accounts/passkeys.ts'
import { NO_SECOND_FACTOR, steppedUp } from '#contract/accounts/second-factor.ts'
import { STEP_UP_PATH, stepUpInput } from '#contract/accounts/step-up.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { createCodeLimits, createLoginLimits } from '#server/accounts/login-limits.ts'
import { requireRelyingParty } from '#server/accounts/passkeys/relying-party.ts'
import { createPasskeyLimits } from '#server/accounts/passkeys/sign-in.ts'
import { tryCode } from '#server/accounts/second-factor/try-code.ts'
import { confirmByPasskey, startConfirmation } from '#server/accounts/step-up/by-passkey.ts'
import { confirmByPassword } from '#server/accounts/step-up/by-password.ts'
import { confirmSession } from '#server/accounts/step-up/confirm.ts'
import { AppError } from '#server/errors.ts'
import { type Actor, type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { ok } from '#server/http/reply.ts'
import { createSeal } from '#server/http/security/seal.ts'
import type { Session } from '#server/http/session.ts'
import type { Services } from '#server/services.ts'

const tags = ['Session']
/** Setting up a compulsory second factor asks for a confirmation too. */
const config = { beforeSecondFactor: true }

/** Calls that confirm that the account's owner is calling: with a code, a passkey or the password. */
export function stepUpRoutes(app: App, services: Services): void {
  const { pool, db, appUrl, config: set } = services
  const sealed = { db, seal: createSeal(set.secretsKeys) }
  const [codes, passwords, passkeys] = [createCodeLimits(pool), createLoginLimits(pool), createPasskeyLimits(pool)]

  const byCode = ({ id, userId, email, secondFactor }: Session, code: string, actor: Actor) => {
    if (!secondFactor) throw new AppError(409, NO_SECOND_FACTOR)
    const attempt = { user: { id: userId, email }, code }
    return tryCode(sealed, codes, attempt, actor, (tx, by) => confirmSession(tx, id, by, actor))
  }

  app.post(
    `/${STEP_UP_PATH}`,
    { config, schema: { tags, body: stepUpInput, response: { 200: envelope(steppedUp) } } },
    async (request) => {
      const [session, actor] = [sessionOf(request), actorOf(request)]
      const { code, passkey, password } = request.body
      if (code !== undefined) return ok({ until: await byCode(session, code, actor) })
      if (password !== undefined)
        return ok({ until: await confirmByPassword(services, passwords, { session, password }, actor) })
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      // The schema accepts exactly one of the three.
      const attempt = { session, passkey: passkey as NonNullable<typeof passkey>, party }
      return ok({ until: await confirmByPasskey(db, passkeys, attempt, actor) })
    },
  )
  app.post(
    `/${STEP_UP_PATH}/start`,
    { config, schema: { tags, response: { 200: envelope(requestOptions) } } },
    async (request) => {
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      await passkeys.start(request.ip)
      return ok(await startConfirmation(db, sessionOf(request), party))
    },
  )
}
