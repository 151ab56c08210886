import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { isSafeAddress, type OidcSettings } from '#server/config/sign-in-settings.ts'
import { issuerOf } from './issuer.ts'
import { OidcError } from './oidc-error.ts'

/** Seconds to wait for one answer of the provider. */
const ANSWER_SECONDS = 5
/**
 * How long the provider's metadata is kept, and how long old metadata stays in use while the provider does
 * not answer (milliseconds).
 */
const KEPT_MS = 60 * 60_000
const AGAIN_MS = 30_000
/** Bytes of an answer that are read. */
const MOST_READ = 512 * 1_024
/** Accepted signatures of ID tokens: only by a key of the provider, never 'none' or by a shared secret. */
const ALGORITHMS = new Set([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
])

/**
 * Whether this provider may name an address. A provider at https may name only https, so that nothing on this
 * machine is asked.
 */
const mayName = (issuer: string, url: string) =>
  issuer.startsWith('https:') ? url.startsWith('https:') : isSafeAddress(url)

/** Fetches from the provider without following redirects, and reads a limited number of bytes. */
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

/** Addresses in the metadata that the server or the browser visits. */
const ADDRESSES = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

/** The provider's metadata without what is not accepted. */
function accepted(metadata: ServerMetadata, issuer: string): ServerMetadata {
  // A provider that stands for many organisations would let anybody sign in.
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

/**
 * The method of client authentication: the default of the standard, unless the provider accepts only the
 * other one.
 */
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
    // `fetchFrom` decides better where http is safe.
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
  // The library would otherwise trust an ID token because it came over TLS.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

interface Kept {
  configuration: Promise<Configuration>
  until: number
}
const kept = new WeakMap<OidcSettings, Kept>()

/**
 * The provider's configuration: fetched on demand, kept for an hour, and longer while the provider does not
 * answer. Throws OidcError 'unreachable', after seconds.
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
