import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')
const json = (value: unknown) => base64url(JSON.stringify(value))
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export const CLIENT = { id: 'quayside', secret: 'a-secret-of-the-test-that-is-long' }

/** Faults that the provider can be given. */
export interface Deviations {
  claims?: Record<string, unknown>
  /** Claims that are left out. */
  without?: string[]
  header?: Record<string, unknown>
  /** Signs with a foreign key, with our own client secret, or not at all. */
  signs?: 'forged' | 'by secret' | 'not'
  /** Changes of its metadata. */
  metadata?: Record<string, unknown>
  /** Redirects requests for this path. */
  redirects?: { path: string; to: string }
  userInfo?: Record<string, unknown>
  /** The text that replaces the ID token. */
  token?: string
  /** A path that never gets an answer. */
  hangs?: string
}

/** The provider's own key, and one that nobody knows. */
const KEYS = { own: newKey(), other: newKey() }

/** The ID token, correct but for the deviations. */
function idTokenOf(issuer: string, nonce: string, { claims, header, signs, without = [] }: Deviations): string {
  const seconds = Math.floor(Date.now() / 1000)
  const times = { iat: seconds, exp: seconds + 300 }
  const payload: Record<string, unknown> = { iss: issuer, sub: 'subject', aud: CLIENT.id, ...times, nonce, ...claims }
  for (const claim of without) delete payload[claim]
  const alg = signs === 'not' ? 'none' : signs === 'by secret' ? 'HS256' : 'RS256'
  const input = `${json({ alg, kid: 'own', ...header })}.${json(payload)}`
  if (signs === 'not') return `${input}.`
  if (signs === 'by secret') return `${input}.${createHmac('sha256', CLIENT.secret).update(input).digest('base64url')}`
  const key = signs === 'forged' ? KEYS.other : KEYS.own
  return `${input}.${base64url(sign('sha256', Buffer.from(input), key.privateKey))}`
}

/** The metadata: this provider accepts anything. */
const metadataOf = (issuer: string, { metadata }: Deviations) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
  end_session_endpoint: `${issuer}/end`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
  ...metadata,
})

/** A hand-written identity provider that lies when asked to. */
export async function startEvilProvider() {
  let deviations: Deviations = {}
  let nonce = ''
  let issuer = ''
  const asked: { path: string; body: string; authorization: string | undefined }[] = []
  const jwk = { ...KEYS.own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => metadataOf(issuer, deviations),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': () => ({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idTokenOf(issuer, nonce, deviations),
    }),
    '/me': () => ({ sub: 'subject', ...deviations.userInfo }),
  }
  const send = (response: ServerResponse, path: string) => {
    const { hangs, redirects, token } = deviations
    if (hangs === path) return
    if (redirects?.path === path) return void response.writeHead(302, { location: redirects.to }).end()
    const text = path === '/token' && token !== undefined ? token : JSON.stringify(answers[path]?.())
    response.writeHead(answers[path] ? 200 : 404, { 'content-type': 'application/json' }).end(text)
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url ?? ''
    asked.push({ path, body, authorization: request.headers.authorization })
    send(response, path)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on a port
  issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    asked,
    /** Sets its faults from now on, for the sign-in with this nonce. */
    behave(next: Deviations, of: string) {
      deviations = next
      nonce = of
    },
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
