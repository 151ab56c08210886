import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import { BlockList, isIPv4, type Socket } from 'node:net'
import {
  errorCodes,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { AppError, protocolMessage } from '#server/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import { addressKey } from './address-key.ts'
import { limitPipelines } from './pipelines.ts'
import { type Connection, type NoRoom, Room } from './room.ts'

const REFUSALS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, protocolMessage(408)],
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long'],
}

/**
 * Answers a connection that never became a request, in the usual envelope with these headers, and closes it.
 */
const refuseConnection =
  (headers: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = REFUSALS[error.code ?? ''] ?? [400, protocolMessage(400)]
    const body = JSON.stringify({ code: status, message, data: null })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    socket.destroySoon()
  }

/**
 * Fastify options that apply these limits; `headers` go with requests that are refused before they are
 * parsed.
 */
export const limitedServer = (limits: Limits, headers: Record<string, string> = {}) =>
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
    clientErrorHandler: refuseConnection(headers),
  }) satisfies FastifyHttpOptions<Server>

/** The most connections, and when to stop waiting for one. */
interface Connections {
  limits: Limits
  most: number
  mostPerAddress: number
  /** Addresses and networks whose connections carry the requests of others. */
  proxies: readonly string[]
}

/** A burst of connections: those that give way to it are closed only afterwards, and count until then. */
const BURST = 1_024

/** Reports that a call had a session: its address is known from now on. */
export type SessionSeen = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Limits how many connections are open at once, in all and per address, and how long a reply may take to be
 * read.
 */
export function limitConnections(
  app: FastifyInstance,
  { limits, most, mostPerAddress, proxies }: Connections,
): SessionSeen {
  // The room below decides which connections give way; this only keeps the process from running out of them.
  app.server.maxConnections = most + BURST
  limitPipelines(app.server)
  const warn = createWarning(app)
  const room = new Room({ most, mostPerAddress, mostOfStranger: limits.strangerConnections })
  const sessionSeen = limitAddresses(app, room, matcherOf(proxies), warn)
  app.addHook('onRequest', ({ raw, routeOptions }: FastifyRequest, reply, done) => {
    if (routeOptions.config.streams) {
      // The time-out is off until the next request on this connection.
      raw.socket.setTimeout(0)
      return done()
    }
    const end = setTimeout(() => raw.socket.destroy(), limits.replyMs)
    reply.raw.once('close', () => clearTimeout(end))
    done()
  })
  // A reply came before the whole request: the sender has a moment to read it, then the connection is closed.
  app.addHook('onResponse', ({ raw }: { raw: IncomingMessage }, _reply, done) => {
    if (!raw.complete) {
      const end = setTimeout(() => raw.complete || raw.socket.destroy(), limits.lingerMs)
      raw.once('close', () => clearTimeout(end))
    }
    done()
  })
  return sessionSeen
}

/** Milliseconds between two warnings. */
const WARN_MS = 10_000

type Warn = (facts: object, message: string) => void

/** Warns in the log, at most every ten seconds. */
function createWarning(app: FastifyInstance): Warn {
  let warned = 0
  return (facts, message) => {
    if (Date.now() - warned < WARN_MS) return
    warned = Date.now()
    app.log.warn(facts, message)
  }
}

/** Whether an address is one of these, or in one of these networks. */
export function matcherOf(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/i, '')
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** Counts by key; `take` returns false once there are too many. */
function createCount() {
  const counts = new Map<string, number>()
  return {
    take(key: string, most: number): boolean {
      const count = counts.get(key) ?? 0
      if (count >= most) return false
      counts.set(key, count + 1)
      return true
    },
    giveBack(key: string): void {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    },
  }
}

const REFUSED: Record<NoRoom, string> = {
  address: 'there are too many connections from one address; more are turned away',
  all: 'there are too many connections; more are turned away',
}

/** Limits the requests of a caller behind a proxy: the proxy's connections are those of all its callers. */
function limitAddresses(
  app: FastifyInstance,
  room: Room,
  isProxy: (address: string) => boolean,
  warn: Warn,
): SessionSeen {
  const connections = new WeakMap<Socket, Connection>()
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const key = isProxy(remoteAddress) ? null : addressKey(remoteAddress)
    const entered = room.enter(key, () => socket.destroy())
    if (typeof entered === 'string') {
      socket.destroy()
      return warn({ address: key }, REFUSED[entered])
    }
    connections.set(socket, entered.connection)
    socket.once('close', entered.leave)
  })
  const requests = createCount()
  app.addHook('onRequest', (request, reply, done) => {
    const connection = connections.get(request.raw.socket)
    if (connection?.address) {
      room.begin(connection, request.raw, reply.raw)
      reply.raw.once('close', () => room.finish(connection))
      if (room.isCrowded && !connection.address.known) reply.header('connection', 'close')
      return done()
    }
    const key = addressKey(request.ip)
    if (!requests.take(key, room.mostOf(room.isKnown(key)))) {
      warn({ address: key }, 'there are too many requests from one address; more are refused')
      return done(new AppError(429, 'Too many requests at once. Please try again.', null, { 'retry-after': '1' }))
    }
    reply.raw.once('close', () => requests.giveBack(key))
    done()
  })
  return (request, reply) => {
    room.note(addressKey(request.ip))
    if (connections.get(request.raw.socket)?.address) reply.removeHeader('connection')
  }
}

/** Answers 503 to calls of this scope that take too long (milliseconds); a route may set its own time. */
export function limitHandlers(app: FastifyInstance, ms: number): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.streams) route.handlerTimeout ??= ms
  })
  const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  // The library's own clock stops when the body has arrived.
  app.addHook('onRequest', ({ raw, routeOptions: { handlerTimeout = 0, url } }, reply, done) => {
    const end = () => {
      if (!reply.sent && !reply.raw.destroyed) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, url))
    }
    if (handlerTimeout > 0) clocks.set(raw, setTimeout(end, handlerTimeout))
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    clearTimeout(clocks.get(raw))
    done()
  })
}
