import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, protocolMessage } from '#server/errors.ts'
import type { Limits } from '#server/http/limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes of a multipart form, a mail or a body that is read as it is, for routes that accept them. */
    formBytes?: number
    /** Marks a call that reads its body as it is, whatever its type: that may be as long as the route says. */
    readsWhole?: boolean
    /** Values of a JSON body, for calls that need more than `LIMITS.jsonValues`. */
    jsonValues?: number
  }
}

const FORM = /^multipart\/form-data/i
/** Bodies that may be larger than those that are read as JSON: forms with files, and whole mails. */
const LARGE = /^(?:multipart\/form-data|message\/rfc822)/i

/** Bytes that a request may send to its route. */
function mostBytes({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  return config.readsWhole || LARGE.test(headers['content-type'] ?? '') ? (config.formBytes ?? bodyLimit) : bodyLimit
}

function refusalOf(request: FastifyRequest): AppError | undefined {
  const { headers, is404 } = request
  // An unknown address is answered with 404 at once, whatever body comes.
  if (is404) return undefined
  if (Number(headers['content-length'] ?? 0) > mostBytes(request))
    return new AppError(413, protocolMessage(413), null, { connection: 'close' })
  // Compressed bodies are refused before they are read: nothing here unpacks them.
  const encoding = headers['content-encoding'] ?? 'identity'
  return encoding.trim().toLowerCase() === 'identity' ? undefined : new AppError(415, protocolMessage(415))
}

/**
 * Limits bodies by their route, and refuses those that announce more before a byte is read; a body without a
 * length is cut off at the limit. Routes that are open to everybody take little, unless they declare more. A
 * limit above `bodyBytes` is for forms with files, for mails, and for calls that read a body as it is: it never holds
 * for any other body.
 * Register before the routes.
 */
export function limitBodies(
  app: FastifyInstance,
  { bodyBytes, publicBodyBytes }: Pick<Limits, 'bodyBytes' | 'publicBodyBytes'>,
  isPublic: (route: RouteOptions) => boolean,
): void {
  app.addHook('onRoute', (route) => {
    const usual = isPublic(route) ? publicBodyBytes : bodyBytes
    const { bodyLimit = usual } = route
    if (bodyLimit > bodyBytes) {
      route.config = { ...route.config, formBytes: bodyLimit }
      route.bodyLimit = usual
    } else route.bodyLimit = bodyLimit
  })
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))
  app.addHook('preParsing', (request, _reply, body, done) => {
    // Forms are read when their route asks for them: listening would let them flow before.
    if (!FORM.test(request.headers['content-type'] ?? '')) endCrumbs(request, body)
    done()
  })
}

/** Chunks, and their average bytes, beyond which a body is an attack. */
const CRUMBS = { from: 500, bytes: 16 }

/**
 * Ends the connection of a body that comes in thousands of tiny chunks: each chunk costs more than all its
 * bytes.
 */
function endCrumbs({ raw }: FastifyRequest, body: Readable): void {
  let [chunks, bytes] = [0, 0]
  body.on('data', (chunk: Buffer) => {
    chunks++
    bytes += chunk.length
    if (chunks > CRUMBS.from && bytes < chunks * CRUMBS.bytes) raw.socket.destroy()
  })
}
