import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { OIDC_CALLBACK, type oidcStartInput } from '#contract/accounts/single-sign-on.ts'
import type { OidcSettings } from '#server/config/sign-in-settings.ts'
import type { Db } from '#server/db/client.ts'
import { AppError, messageOf, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { accountOf, type Identity } from './accounts.ts'
import { ASK_AGAIN, confirmedAt, identityOf, isIdToken, lacks } from './claims.ts'
import { OidcError } from './oidc-error.ts'
import { providerOf } from './provider.ts'

/** Seconds that a person may spend at the provider. */
export const SIGN_IN_SECONDS = 10 * 60
/** Seconds from the provider's answer until the page must have fetched its token. */
export const HAND_OVER_SECONDS = 60

/** The settings of the provider. Throws 404 without one. */
export function oidcSettings({ config }: Pick<Services, 'config'>): OidcSettings {
  if (!config.oidc) throw notFound('Identity provider')
  return config.oidc
}

const redirectUri = ({ appUrl }: Pick<Services, 'appUrl'>) => `${appUrl()}${OIDC_CALLBACK}`
const after = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

/**
 * State, nonce and verifier of a sign-in, all derived from the secret that only its browser has: the
 * database's copy signs nobody in, and an answer fits no other browser.
 */
const derived = (browser: string, purpose: 'state' | 'nonce' | 'verifier') =>
  createHmac('sha256', browser).update(purpose).digest('base64url')

/**
 * Begins a sign-in. Returns the secret for the browser's cookie, and the address to send it to. Throws 404,
 * 503.
 */
export async function startOidc(
  services: Services,
  { next, again = false }: z.output<typeof oidcStartInput>,
): Promise<{ browser: string; url: string }> {
  const settings = oidcSettings(services)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const provider = await providerOf(settings).catch((error: unknown) => {
    services.log.warn({ reason: messageOf(error), cause: error instanceof Error && messageOf(error.cause) }, 'oidc')
    throw new AppError(503, messageOf(error), null, { 'retry-after': '30' })
  })
  const browser = newToken()
  await services.db
    .insertInto('oidcSignIns')
    .values({ browserHash: hashToken(browser), next: next ?? null, again, expiresAt: after(SIGN_IN_SECONDS) })
    .execute()
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(services),
    scope: settings.scopes,
    state: derived(browser, 'state'),
    nonce: derived(browser, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derived(browser, 'verifier')),
    code_challenge_method: 'S256',
    ...(again ? ASK_AGAIN : {}),
    ...(settings.acrValues ? { acr_values: settings.acrValues.join(' ') } : {}),
  })
  return { browser, url: url.href }
}

const same = (one: string, other: string) => timingSafeEqual(hashToken(one), hashToken(other))

interface Begun {
  next: string | null
  /** Whether the provider was asked to verify the person again. */
  again: boolean
}

/**
 * Uses up the sign-in that this browser began. An answer with another state leaves it alone, so that no other
 * site can end it by sending the browser here. Throws OidcError 'late'.
 */
async function takeSignIn(db: Db, browser: string | null, state: string | null): Promise<Begun> {
  if (!isToken(browser) || state === null || !same(state, derived(browser, 'state'))) throw new OidcError('late')
  const begun = await db
    .deleteFrom('oidcSignIns')
    .where('browserHash', '=', hashToken(browser))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['next', 'again'])
    .executeTakeFirst()
  if (!begun) throw new OidcError('late')
  return begun
}

/** Why the exchange failed: the provider refused, did not answer, or its answer cannot be trusted. */
function failureOf(cause: unknown): OidcError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  if (cause instanceof OidcError) return cause
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new OidcError('refused', null, { cause })
  const isDown = code === 'OAUTH_TIMEOUT' || (cause instanceof TypeError && cause.message === 'fetch failed')
  return new OidcError(isDown ? 'unreachable' : 'invalid', null, { cause })
}

interface Answer {
  /** Parameters that the browser brought. */
  search: string
  browser: string
  again: boolean
}

interface SignedIn {
  identity: Identity
  idToken: string
  /** When the provider last verified the person; null if it does not say. */
  confirmedAt: Date | null
}

/**
 * Exchanges the code for the person's identity. The library checks signature, issuer, audience, times, nonce
 * and state.
 */
async function identify(services: Services, { search, browser, again }: Answer): Promise<SignedIn> {
  const settings = oidcSettings(services)
  try {
    const provider = await providerOf(settings)
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri(services)}?${search}`), {
      pkceCodeVerifier: derived(browser, 'verifier'),
      expectedState: derived(browser, 'state'),
      expectedNonce: derived(browser, 'nonce'),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token || !isIdToken(tokens.id_token, claims)) throw new OidcError('invalid')
    const userInfo =
      lacks(claims, settings.roles) && provider.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
        : {}
    const identity = identityOf({ claims, userInfo }, settings)
    return { identity, idToken: tokens.id_token, confirmedAt: confirmedAt(claims, again) }
  } catch (error) {
    throw failureOf(error)
  }
}

/**
 * Longest ID token that is kept: a longer one would not fit into the address that takes it back to the
 * provider.
 */
const MOST_ID_TOKEN = 6_000

export interface CallbackResult {
  /** The secret of the browser's cookie, which fetches the token once. */
  handOver: string
  next: string | null
}

/**
 * Finishes a sign-in at the provider: finds and links the account, gives it its role, and keeps the sign-in
 * for the page that fetches the token. Failures are recorded. Throws OidcError.
 */
export async function finishAtProvider(
  services: Services,
  { search, browser }: { search: string; browser: string | null },
  actor: Actor,
): Promise<CallbackResult> {
  const { db } = services
  let subject: string | undefined
  try {
    const { next, again } = await takeSignIn(db, browser, new URLSearchParams(search).get('state'))
    const { identity, idToken, confirmedAt } = await identify(services, { search, browser: browser ?? '', again })
    subject = identity.subject
    const handOver = newToken()
    await db.transaction().execute(async (tx) => {
      const userId = await accountOf(tx, services, identity, actor)
      const kept = idToken.length <= MOST_ID_TOKEN ? idToken : null
      const { issuer, bothFactors } = identity
      const values = { browserHash: hashToken(handOver), userId, issuer, idToken: kept, bothFactors, confirmedAt }
      await tx
        .insertInto('oidcHandOvers')
        .values({ ...values, expiresAt: after(HAND_OVER_SECONDS) })
        .execute()
    })
    return { handOver, next }
  } catch (error) {
    if (!(error instanceof OidcError)) throw error
    const { reason, userId, cause } = error
    services.log.warn({ reason, cause: cause instanceof Error ? messageOf(cause) : undefined }, 'oidc sign-in failed')
    const about = { how: 'oidc', reason, subject }
    const event = { action: 'session.login-failed', entity: 'users', entityId: userId, after: about }
    await recordAudit(db, { ...actor, userId }, event, ['how', 'reason', 'subject'])
    throw error
  }
}
