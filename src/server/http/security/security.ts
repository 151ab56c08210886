import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '#server/errors.ts'

/** The policy of the back-office's pages: nothing inline; styles that scripts add carry the page's nonce. */
export const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of browsers that fetch an address before anybody opens it. */
const AHEAD = /\b(prefetch|prerender|preview)\b/i
const isAhead = ({ headers }: FastifyRequest) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => AHEAD.test(String(headers[name] ?? '')))

/**
 * Refuses to prefetch whatever changes something: calls with `writes` in their config, and all methods but
 * GET.
 */
export function refusePrefetch(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const writes = request.method !== 'GET' || request.routeOptions.config.writes
    done(writes && isAhead(request) ? forbidden('This address cannot be fetched in advance.') : undefined)
  })
}

/** The policy of everything else: runs nothing, loads nothing, cannot be framed. */
const DENY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** A fresh nonce for a page's scripts. */
export const newNonce = () => randomBytes(16).toString('base64')
/** Sets the content security policy of a reply. */
export const setPolicy = (reply: FastifyReply, policy: string) => reply.header('content-security-policy', policy)

/** A year, in seconds. */
const HSTS_AGE = 365 * 24 * 3600

/** The address at which staff reach this server, and whether its subdomains speak HTTPS too. */
interface Reached {
  appUrl: string | undefined
  hstsSubdomains: boolean
}

/**
 * The header that makes browsers use HTTPS alone for a year; none unless the server is reached by it. It
 * covers subdomains only where the operator says so: they may be other sites.
 */
export const transportHeaders = ({ appUrl, hstsSubdomains }: Reached): Record<string, string> =>
  appUrl?.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${HSTS_AGE}${hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {}

/** Headers of helmet except HSTS; no framing, no referrers. */
const SECURITY_HEADERS = {
  'content-security-policy': DENY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const

/**
 * Sends the security headers with every reply; routes may replace them. `transport` also goes with answers
 * before a route is found, and while the server stops.
 */
export function secureHeaders(app: FastifyInstance, transport: Record<string, string> = {}): void {
  const all = Object.entries(transport)
  if (all.length > 0)
    app.server.prependListener('request', (_request, response) => {
      for (const [name, value] of all) response.setHeader(name, value)
    })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}

/** Adds the security headers to a failure before any route is found. */
export const withSecurityHeaders = (reply: FastifyReply) => reply.headers(SECURITY_HEADERS)
