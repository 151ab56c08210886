import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

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

/** The policy of everything else: nothing runs, nothing loads, nothing frames it. */
const DENY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const newNonce = () => randomBytes(16).toString('base64')
export const setPolicy = (reply: FastifyReply, policy: string) => reply.header('content-security-policy', policy)

/** Security headers on every reply; HSTS only where TLS is in front is left to the proxy. */
export async function secureHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    setPolicy(reply, DENY)
  })
}
