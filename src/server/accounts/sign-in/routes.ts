import { SIGN_IN_WAYS_PATH, signInWays } from '#contract/accounts/single-sign-on.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { relyingPartyOf } from '#server/accounts/passkeys/relying-party.ts'
import { allowsPasswords } from '#server/accounts/password-login.ts'
import type { App } from '#server/http/app-types.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'

export function signInRoutes(app: App, services: Services): void {
  const { config, appUrl } = services
  app.get(
    `/${SIGN_IN_WAYS_PATH}`,
    { config: { access: 'public' }, schema: { tags: ['Session'], response: { 200: envelope(signInWays) } } },
    async () =>
      ok({
        password: await allowsPasswords(services),
        passkeys: relyingPartyOf(appUrl()) !== null,
        oidc: config.oidc ? { name: config.oidc.name } : null,
      }),
  )
  passkeyRoutes(app, services)
  oidcRoutes(app, services)
}
