import { z } from 'zod'
import { loginReply } from '#contract/accounts/login.ts'
import {
  creationOptions,
  newPasskeyInput,
  ownPasskeys,
  PASSKEY_LOGIN_PATH,
  PASSKEYS_PATH,
  passkey,
  passkeyLoginInput,
  passkeyNameInput,
  requestOptions,
} from '#contract/accounts/passkeys.ts'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { listPasskeys, removePasskey, renamePasskey } from '#server/accounts/passkeys/own-passkeys.ts'
import { finishRegistration, startRegistration } from '#server/accounts/passkeys/register.ts'
import { requireRelyingParty } from '#server/accounts/passkeys/relying-party.ts'
import { createPasskeyLimits, passkeyLogin, startPasskeyLogin } from '#server/accounts/passkeys/sign-in.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { PUBLIC_BODIES } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import type { Services } from '#server/services.ts'

const tags = ['Session']
const params = z.object({ id: pathId })

export function passkeyRoutes(app: App, services: Services): void {
  ownPasskeyRoutes(app, services)
  registrationRoutes(app, services)
  passkeyLoginRoutes(app, services)
}

function ownPasskeyRoutes(app: App, services: Services): void {
  app.get(`/${PASSKEYS_PATH}`, { schema: { tags, response: { 200: envelope(ownPasskeys) } } }, async (request) =>
    ok({ items: await request.read((from) => listPasskeys(from, sessionOf(request).userId)) }),
  )
  app.put(
    `/${PASSKEYS_PATH}/:id`,
    { schema: { tags, params, body: passkeyNameInput, response: { 200: envelope(passkey) } } },
    async (request) => ok(await run(request, services, renamePasskey, { ...request.params, ...request.body })),
  )
  app.delete(
    `/${PASSKEYS_PATH}/:id`,
    { schema: { tags, params, response: { 200: envelope(nothing) } } },
    async (request) => {
      await run(request, services, removePasskey, request.params)
      return done()
    },
  )
}

function registrationRoutes(app: App, services: Services): void {
  /** Registrations that one account may begin at one address in a quarter of an hour. */
  const limit = createLimit(services.pool, 'passkey-register', 60, 15 * 60)
  const { appUrl, db } = services

  app.post(
    `/${PASSKEYS_PATH}/start`,
    { schema: { tags, response: { 200: envelope(creationOptions) } } },
    async (request) => {
      const session = sessionOf(request)
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      await limit.take(`${session.userId} ${addressKey(request.ip)}`)
      return ok(await startRegistration(db, session, party))
    },
  )
  app.post(
    `/${PASSKEYS_PATH}`,
    { schema: { tags, body: newPasskeyInput, response: { 200: envelope(passkey) } } },
    async (request) => {
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      const registration = { session: sessionOf(request), input: request.body, party }
      return ok(await finishRegistration(services, registration, actorOf(request)))
    },
  )
}

function passkeyLoginRoutes(app: App, services: Services): void {
  const limits = createPasskeyLimits(services.pool)
  const { appUrl, db } = services
  const config = { access: 'public' } as const

  app.post(
    `/${PASSKEY_LOGIN_PATH}/start`,
    { config, schema: { tags, response: { 200: envelope(requestOptions) } } },
    async (request) => {
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      await limits.start(request.ip)
      return ok(await startPasskeyLogin(db, party))
    },
  )
  app.post(
    `/${PASSKEY_LOGIN_PATH}`,
    {
      config,
      bodyLimit: PUBLIC_BODIES.passkeyLogin,
      schema: { tags, body: passkeyLoginInput, response: { 200: envelope(loginReply) } },
    },
    async (request) => {
      const party = requireRelyingParty(appUrl(), request.headers.origin)
      const userAgent = request.headers['user-agent'] ?? ''
      return ok(await passkeyLogin(db, limits, { ...request.body, party, userAgent }, actorOf(request)))
    },
  )
}
