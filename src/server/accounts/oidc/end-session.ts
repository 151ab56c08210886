import type { Db } from '#server/db/client.ts'
import type { Services } from '#server/services.ts'
import { providerOf } from './provider.ts'

/** The ID token of a session; undefined if the provider did not start the session. */
export const oidcSessionOf = (db: Db, sessionId: number) =>
  db.selectFrom('oidcSessions').select('idToken').where('sessionId', '=', sessionId).executeTakeFirst()

/**
 * Address at which the browser ends the provider's session too. Null if the provider has none or does not
 * answer, or if OIDC_LOGOUT says not to.
 */
export async function endSessionUrl(
  { config, appUrl }: Pick<Services, 'config' | 'appUrl'>,
  { idToken }: { idToken: string | null },
): Promise<string | null> {
  if (!config.oidc?.endsSession) return null
  const provider = await providerOf(config.oidc).catch(() => null)
  if (!provider?.serverMetadata().end_session_endpoint) return null
  const { buildEndSessionUrl } = await import('openid-client')
  return buildEndSessionUrl(provider, {
    post_logout_redirect_uri: `${appUrl()}/login`,
    ...(idToken ? { id_token_hint: idToken } : {}),
  }).href
}
