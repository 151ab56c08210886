import type { Db } from '#server/db/client.ts'
import type { Services } from '#server/services.ts'
import { providerOf } from './provider.ts'

/** What the provider was told of a session; undefined if it did not start it. */
export const oidcSessionOf = (db: Db, sessionId: number) =>
  db.selectFrom('oidcSessions').select('idToken').where('sessionId', '=', sessionId).executeTakeFirst()

/**
 * Where the browser ends the provider's session too; null if the provider offers no such place, does not answer, or is to be
 * left alone (OIDC_LOGOUT).
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
