import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { Limits } from '#server/http/limits.ts'

const REFUSALS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long'],
}

/** Answers what never became a request, in the usual envelope, and closes the connection. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'The request could not be read']
  const body = JSON.stringify({ code: status, message, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Fastify options that apply these limits. */
export const limitedServer = (limits: Limits) =>
  ({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    bodyLimit: limits.bodyBytes,
    connectionTimeout: limits.silenceMs,
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: limits.keepAliveMs,
    routerOptions: { maxParamLength: limits.pathPartChars, caseSensitive: true },
    clientErrorHandler: refuseConnection,
  }) satisfies FastifyHttpOptions<Server>

/** Limits how many connections are open at once and how long a reply may take to be read. */
export function limitConnections(app: FastifyInstance, limits: Limits, maxConnections: number): void {
  app.server.maxConnections = maxConnections
  let warned = 0
  app.server.on('drop', () => {
    if (Date.now() - warned < WARN_MS) return
    warned = Date.now()
    app.log.warn({ maxConnections }, 'there are too many connections; more are turned away')
  })
  app.addHook('onRequest', ({ raw }: { raw: IncomingMessage }, reply, done) => {
    const end = setTimeout(() => raw.socket.destroy(), limits.replyMs)
    reply.raw.once('close', () => clearTimeout(end))
    done()
  })
}

/** Milliseconds. */
const WARN_MS = 10_000

/** Answers 503 to calls of this scope that take too long (milliseconds); a route may set its own time. */
export function limitHandlers(app: FastifyInstance, ms: number): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ??= ms
  })
}
