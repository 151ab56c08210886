import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Address } from './addresses.ts'

/** Milliseconds for connecting, sending and answering together. */
export const POST_MS = 20_000
/** Bytes of an answer that are read; nobody looks at them. */
const MOST_READ = 64 * 1_024

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
  /** Where to connect, whatever the name leads to by now. */
  address: Address
  headers: Record<string, string>
  body: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/** Posts a message to the checked address. Follows no redirects. Throws if there is no answer in time. */
export function post({ url, address, headers, body, signal, timeoutMs = POST_MS }: Sent): Promise<Answer> {
  const { protocol } = new URL(url)
  const lookup: LookupFunction = (_host, options, found) =>
    options.all ? found(null, [address]) : found(null, address.address, address.family)
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs)
    const ended = signal ? AbortSignal.any([signal, late]) : late
    const call = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal: ended,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Quayside-Webhooks',
        connection: 'close',
      },
    })
    call.on('error', (error) =>
      reject(late.aborted ? new Error(`No answer within ${timeoutMs / 1_000} seconds`) : error),
    )
    call.on('response', (reply) => {
      let read = 0
      reply.on('error', () => {})
      reply.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > MOST_READ) reply.destroy()
      })
      resolve({ status: reply.statusCode ?? 0, retryAfter: secondsOf(reply.headers['retry-after']) })
    })
    call.end(body)
  })
}
