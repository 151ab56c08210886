import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { CANNOT_BE_STORED } from '#contract/lib/text.ts'
import { AppError } from '#server/errors.ts'

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

/** Refuses an address with a NUL, which is in no name and no text that the database keeps. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new AppError(400, CANNOT_BE_STORED) : undefined)
  })
}

/** The policy of everything else: nothing runs, nothing loads, nothing frames it. */
const DENY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const newNonce = () => randomBytes(16).toString('base64')
export const setPolicy = (reply: FastifyReply, policy: string) => reply.header('content-security-policy', policy)

/** What helmet says of a reply. With these settings it is the same of each, so it is asked once, not ten times a call. */
function helmetHeaders(): ReturnType<ServerResponse['getHeaders']> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  })(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

/** Security headers on every reply; HSTS only where TLS is in front is left to the proxy. */
export function secureHeaders(app: FastifyInstance): void {
  const headers = { ...helmetHeaders(), 'content-security-policy': DENY }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
