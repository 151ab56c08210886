import type { FastifyInstance } from 'fastify'
import { OIDC_CALLBACK, OIDC_DONE, OIDC_RESULT, type OidcFailure } from '#contract/accounts/single-sign-on.ts'
import { OidcError } from '#server/accounts/oidc/oidc-error.ts'
import { type CallbackResult, finishAtProvider } from '#server/accounts/oidc/sign-in.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import { readCookie, setCookie } from '#server/http/security/cookies.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { BROWSER, HAND_OVER, isSecure } from './cookies.ts'

/** Address of the login page with the outcome of the sign-in: fixed words only, and a path of this site. */
function loginUrl(appUrl: string, result: typeof OIDC_DONE | OidcFailure, next: string | null = null): string {
  const params = new URLSearchParams({ [OIDC_RESULT]: result, ...(next ? { next } : {}) })
  return `${appUrl}/login?${params}`
}

/**
 * The address to which the provider sends the browser back. Every answer leads to the login page: the token
 * is never part of an address, the page fetches it with a cookie that works once.
 */
export const oidcCallback = (services: Services) => async (app: FastifyInstance) => {
  if (!services.config.oidc) return
  const { appUrl, log } = services
  const limit = createLimit(services.pool, 'oidc-callback', 300, 15 * 60)
  app.get(OIDC_CALLBACK, { config: { writes: true } }, async (request, reply) => {
    const secure = isSecure(services)
    const back = (result: typeof OIDC_DONE | OidcFailure, { handOver, next }: Partial<CallbackResult> = {}) =>
      reply
        .header('cache-control', 'no-store')
        // A sign-in that was begun a moment ago goes on when an answer to another arrives.
        .header(
          'set-cookie',
          handOver ? [setCookie(BROWSER, null, secure), setCookie(HAND_OVER, handOver, secure)] : [],
        )
        .redirect(loginUrl(appUrl(), result, next), 303)
    const [, search = ''] = request.url.split('?', 2)
    const browser = readCookie(BROWSER, request.headers.cookie, secure)
    const actor = { userId: null, impersonatorId: null, ip: request.ip, requestId: request.id }
    try {
      await limit.take(addressKey(request.ip))
      return back(OIDC_DONE, await finishAtProvider(services, { search, browser }, actor))
    } catch (error) {
      if (error instanceof OidcError) return back(error.reason)
      if (!isUnavailable(error)) log.error({ err: error, requestId: request.id }, 'oidc callback failed')
      throw error
    }
  })
}
