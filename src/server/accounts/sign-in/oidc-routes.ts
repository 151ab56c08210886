import type pg from 'pg'
import { loginAnswer } from '#contract/accounts/login.ts'
import { OIDC_PATH, oidcStart, oidcStartInput } from '#contract/accounts/single-sign-on.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { takeHandOver } from '#server/accounts/oidc/hand-over.ts'
import { oidcSettings, startOidc } from '#server/accounts/oidc/sign-in.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { readCookie, setCookie } from '#server/http/security/cookies.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { BROWSER, HAND_OVER, isSecure } from './cookies.ts'

/** Sign-ins that one address may begin or end in a quarter of an hour: an office has one address. */
const createOidcLimit = (pool: pg.Pool) => createLimit(pool, 'oidc', 300, 15 * 60)

const config = { access: 'public' } as const
const tags = ['Session']

export function oidcRoutes(app: App, services: Services): void {
  const limit = createOidcLimit(services.pool)
  const secure = () => isSecure(services)

  app.post(
    `/${OIDC_PATH}`,
    { config, schema: { tags, body: oidcStartInput, response: { 200: envelope(oidcStart) } } },
    async (request, reply) => {
      oidcSettings(services)
      await limit.take(addressKey(request.ip))
      const { browser, url } = await startOidc(services, request.body)
      reply.header('set-cookie', setCookie(BROWSER, browser, secure()))
      return ok({ url })
    },
  )

  app.post(
    `/${OIDC_PATH}/finish`,
    { config, schema: { tags, response: { 200: envelope(loginAnswer) } } },
    async (request, reply) => {
      oidcSettings(services)
      await limit.take(addressKey(request.ip))
      const code = readCookie(HAND_OVER, request.headers.cookie, secure())
      if (code !== null) reply.header('set-cookie', setCookie(HAND_OVER, null, secure()))
      const userAgent = request.headers['user-agent'] ?? ''
      return ok(await takeHandOver(services.db, { code, userAgent }, actorOf(request)))
    },
  )
}
