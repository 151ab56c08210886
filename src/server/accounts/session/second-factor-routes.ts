import type { FastifyRequest } from 'fastify'
import { loginReply } from '#contract/accounts/login.ts'
import {
  ALREADY_ON,
  CODE_REFUSED,
  codeInput,
  NO_SECOND_FACTOR,
  recoveryCodes,
  secondFactorInput,
  secondFactorState,
  totpSecret,
} from '#contract/accounts/second-factor.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { createCodeLimits } from '#server/accounts/login-limits.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { type Proof, renewRecoveryCodes } from '#server/accounts/second-factor/codes.ts'
import { readSecondFactor, removeSecondFactor, startTotp, turnOn } from '#server/accounts/second-factor/set-up.ts'
import { isWrongCode, tryCode } from '#server/accounts/second-factor/try-code.ts'
import { forgetConfirmations, markSteppedUp } from '#server/accounts/sessions.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, invalid } from '#server/errors.ts'
import { type Actor, type App, actorOf } from '#server/http/app-types.ts'
import { requireConfirmed, sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { createSeal, type Seal } from '#server/http/security/seal.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { secondFactorLogin } from './second-factor-login.ts'

const tags = ['Session']
/** These calls are open to staff who must set up a second factor first. */
const config = { beforeSecondFactor: true }

export function secondFactorRoutes(app: App, services: Services): void {
  const sealed = { ...services, seal: createSeal(services.config.secretsKeys) }
  const limits = createCodeLimits(services.pool)

  app.post(
    '/login/second-factor',
    {
      config: { access: 'public' },
      schema: { tags, body: secondFactorInput, response: { 200: envelope(loginReply) } },
    },
    async (request) => {
      const userAgent = request.headers['user-agent'] ?? ''
      return ok(await secondFactorLogin(sealed, limits, { ...request.body, userAgent }, actorOf(request)))
    },
  )
  setUpRoutes(app, sealed, limits)
  codeRoutes(app, sealed, limits)
}

type Sealed = Services & { seal: Seal }
type Limits = ReturnType<typeof createCodeLimits>

function setUpRoutes(app: App, services: Sealed, limits: Limits): void {
  const { db } = services
  const state = (userId: number) => readSecondFactor(db, userId, services.config)

  app.get('/user/totp', { config, schema: { tags, response: { 200: envelope(secondFactorState) } } }, async (request) =>
    ok(await state(sessionOf(request).userId)),
  )
  app.post('/user/totp/start', { config, schema: { tags, response: { 200: envelope(totpSecret) } } }, async (request) =>
    ok(await run(request, services, startTotp, { email: sessionOf(request).email })),
  )
  app.post(
    '/user/totp/confirm',
    { config, schema: { tags, body: codeInput, response: { 200: envelope(recoveryCodes) } } },
    async (request) => {
      const { id, userId, email } = sessionOf(request)
      if ((await state(userId)).since !== null) throw new AppError(409, ALREADY_ON)
      const actor = actorOf(request)
      const attempt = { user: { id: userId, email }, code: request.body.code, pending: true }
      const codes = await tryCode(services, limits, attempt, actor, async (tx) => {
        await markSteppedUp(tx, id)
        // The other sessions were confirmed by password alone, which is not enough any more.
        await forgetConfirmations(tx, userId, id)
        await tellOwner(tx, services, 'factor-on', { by: actor })
        return turnOn(tx, userId, actor)
      })
      return ok({ recoveryCodes: codes })
    },
  )
}

type Worked<T> = (tx: Tx, actor: Actor, proof: Proof) => Promise<T>

/**
 * Does work that takes a code of the second factor. The code itself is a confirmation; without a right one, a
 * session that was not confirmed lately gets 403 with `stepUp`. Throws 400 at `code`, 409 without a second
 * factor, 429, 503.
 */
async function withCode<T>(
  services: Sealed,
  limits: Limits,
  request: FastifyRequest<{ Body: { code?: string | undefined } }>,
  work: Worked<T>,
): Promise<T> {
  const { userId, email, secondFactor, steppedUp } = sessionOf(request)
  const { code } = request.body
  if (!secondFactor || code === undefined) requireConfirmed(request)
  if (code === undefined) throw invalid({ code: REQUIRED })
  if (!secondFactor) throw new AppError(409, NO_SECOND_FACTOR)
  const actor = actorOf(request)
  try {
    const attempt = { user: { id: userId, email }, code }
    return await tryCode(services, limits, attempt, actor, (tx, proof) => work(tx, actor, proof))
  } catch (error) {
    if (steppedUp || !isWrongCode(error)) throw error
    throw new AppError(403, CODE_REFUSED, { code: CODE_REFUSED, stepUp: true })
  }
}

/** Calls that a session with a second factor makes with a code. */
function codeRoutes(app: App, services: Sealed, limits: Limits): void {
  const body = codeInput.partial()
  const config = { documented: { body: codeInput } }
  app.delete(
    '/user/totp',
    { config, schema: { tags, body, response: { 200: envelope(nothing) } } },
    async (request) => {
      await withCode(services, limits, request, async (tx, actor) => {
        await removeSecondFactor(tx, actor.userId ?? 0)
        await recordAudit(tx, actor, { action: 'user.second-factor-off', entity: 'users', entityId: actor.userId })
        await tellOwner(tx, services, 'factor-off', { by: actor })
      })
      return done()
    },
  )
  app.post(
    '/user/totp/recovery-codes',
    { config, schema: { tags, body, response: { 200: envelope(recoveryCodes) } } },
    async (request) => {
      const codes = await withCode(services, limits, request, async (tx, actor) => {
        await recordAudit(tx, actor, { action: 'user.recovery-codes', entity: 'users', entityId: actor.userId })
        await tellOwner(tx, services, 'recovery-codes', { by: actor })
        return renewRecoveryCodes(tx, actor.userId ?? 0)
      })
      return ok({ recoveryCodes: codes })
    },
  )
}
