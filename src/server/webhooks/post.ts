import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Address } from './addresses.ts'

/** Milliseconds for connecting, sending and answering together. */
export const POST_MS = 20_000
/** Bytes of an answer that are read, and milliseconds for which it is: nobody looks at it. */
const MOST_READ = 64 * 1_024
const READ_MS = 1_000

export interface Answer {
  status: number
  /** Seconds that the receiver asks to wait; null if it does not. */
  retryAfter: number | null
}

/** Seconds of a Retry-After header: a number, or a date. Null for anything else. */
export function secondsOf(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000))
}

interface Sent {
  url: string
  /** The address to connect to, whatever the name leads to by now. */
  address: Address
  headers: Record<string, string>
  body: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/** Milliseconds for which a connection waits for the next message to the same address. */
const KEPT_MS = 4_000
const kept = { keepAlive: true, timeout: KEPT_MS, maxFreeSockets: 16 }
/** Connections are kept by address, so that a name that leads elsewhere by now gets a new one. */
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

/**
 * Whether the receiver closed a kept connection just as the next message was sent: then nothing was wrong
 * with it.
 */
const wasClosed = (call: ClientRequest, error: Error) =>
  call.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/**
 * Reads an answer to its end, so that its connection can be used again, unless it is too long or does not
 * come.
 */
function drain(reply: IncomingMessage): void {
  let read = 0
  const late = setTimeout(() => reply.destroy(), READ_MS)
  reply.on('error', () => {})
  reply.once('close', () => clearTimeout(late))
  reply.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > MOST_READ) reply.destroy()
  })
}

/** Posts a message to the checked address. Follows no redirects. Throws if there is no answer in time. */
export function post({ url, address, headers, body, signal, timeoutMs = POST_MS }: Sent): Promise<Answer> {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'https:'
  const late = AbortSignal.timeout(timeoutMs)
  const request = (agent: HttpAgent | false) =>
    (secure ? httpsRequest : httpRequest)({
      method: 'POST',
      agent,
      // The address to connect to; the name is for the receiver, and for its certificate.
      host: address.address,
      family: address.family,
      port: port || (secure ? 443 : 80),
      ...(secure && isIP(name) === 0 && { servername: name }),
      path: `${pathname}${search}`,
      signal: signal ? AbortSignal.any([signal, late]) : late,
      headers: {
        ...headers,
        host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Quayside-Webhooks',
      },
    })
  return new Promise((resolve, reject) => {
    const send = (agent: HttpAgent | false) => {
      const call = request(agent)
      call.on('error', (error) => {
        if (wasClosed(call, error) && !late.aborted) send(false)
        else reject(late.aborted ? new Error(`No answer within ${Math.ceil(timeoutMs / 1_000)} seconds`) : error)
      })
      call.on('response', (reply) => {
        drain(reply)
        resolve({ status: reply.statusCode ?? 0, retryAfter: secondsOf(reply.headers['retry-after']) })
      })
      call.end(body)
    }
    send(secure ? agents.https : agents.http)
  })
}
