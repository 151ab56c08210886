import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { isSafeAddress, type OidcSettings } from '#server/config/sign-in-settings.ts'
import { issuerOf } from './issuer.ts'
import { OidcError } from './oidc-error.ts'

/** Seconds for one answer of the provider. */
const ANSWER_SECONDS = 5
/** Milliseconds for which what the provider says of itself is kept, and for which an old one is used while it does not answer. */
const KEPT_MS = 60 * 60_000
const AGAIN_MS = 30_000
/** Bytes of an answer that are read. */
const MOST_READ = 512 * 1_024
/** Signatures of ID tokens that are accepted: by a key of the provider's only, never 'none' or by a shared secret. */
const ALGORITHMS = new Set([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
])

/** Whether this provider may name an address: one of https names no other, so that nothing on this machine is asked. */
const mayName = (issuer: string, url: string) =>
  issuer.startsWith('https:') ? url.startsWith('https:') : isSafeAddress(url)

/** Fetches from the provider: no redirects are followed, and an answer ends somewhere. */
const fetchFrom =
  (issuer: string): CustomFetch =>
  async (url, options) => {
    if (!mayName(issuer, url)) throw new TypeError(`The provider names an address that is not safe: ${url}`)
    const { body, status, headers } = await fetch(url, { ...options, redirect: 'manual' })
    const read: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > MOST_READ) throw new TypeError(`The provider answers more than ${MOST_READ} bytes`)
      read.push(Uint8Array.from(chunk))
    }
    return new Response(size > 0 ? new Blob(read) : null, { status, headers })
  }

/** What we or the browser go to. */
const ADDRESSES = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

/** What the provider says of itself, without what is not accepted. */
function accepted(metadata: ServerMetadata, issuer: string): ServerMetadata {
  // Of one that stands for many organisations, anybody could sign in.
  if (issuerOf(metadata.issuer) !== issuerOf(issuer))
    throw new TypeError(`The provider calls itself ${metadata.issuer}`)
  const named = ADDRESSES.flatMap((name) => metadata[name] ?? [])
  const unsafe = named.find((url) => !mayName(issuer, url))
  if (unsafe !== undefined) throw new TypeError(`The provider names an address that is not safe: ${unsafe}`)
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const algorithms = offered.filter((each) => ALGORITHMS.has(each))
  if (algorithms.length === 0) throw new TypeError('The provider signs ID tokens in no way that is accepted')
  return { ...metadata, id_token_signing_alg_values_supported: algorithms }
}

/** How we identify ourselves: as the standard's default says, unless the provider takes the other way only. */
async function authenticationOf(metadata: ServerMetadata, secret: string | undefined) {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client')
  if (!secret) return None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client')
  const fetchSafely = fetchFrom(issuer)
  const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
    // `fetchFrom` knows better where http is safe.
    execute: [client.allowInsecureRequests],
    timeout: ANSWER_SECONDS,
    [client.customFetch]: fetchSafely,
  })
  const metadata = accepted(found.serverMetadata(), issuer)
  const authentication = await authenticationOf(metadata, clientSecret)
  const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
  configuration.timeout = ANSWER_SECONDS
  configuration[client.customFetch] = fetchSafely
  client.allowInsecureRequests(configuration)
  // Without this the library trusts an ID token for having come by TLS.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

interface Kept {
  configuration: Promise<Configuration>
  until: number
}
const kept = new WeakMap<OidcSettings, Kept>()

/**
 * What is known of the provider: asked on demand, kept for an hour, and for longer while it does not answer. Throws OidcError
 * 'unreachable', after seconds.
 */
export async function providerOf(settings: OidcSettings): Promise<Configuration> {
  const before = kept.get(settings)
  if (before && before.until > Date.now()) return before.configuration
  const configuration = discover(settings).catch((cause: unknown) => {
    if (before) {
      kept.set(settings, { ...before, until: Date.now() + AGAIN_MS })
      return before.configuration
    }
    kept.delete(settings)
    throw new OidcError('unreachable', null, { cause })
  })
  kept.set(settings, { configuration, until: Date.now() + KEPT_MS })
  return configuration
}
