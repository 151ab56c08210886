import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CANNOT_BE_STORED } from '#contract/lib/text.ts'
import { AppError, protocolMessage } from '#server/errors.ts'

/** Headers with a single value. A proxy and this server could understand a repeated one differently. */
const SAID_ONCE = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'authorization',
  'user-token',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
])

/**
 * A name or an address, and a port. Some look like one but are not, such as 999.1.1.1: no URL can be made of
 * them.
 */
const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,60}\])(?::\d{1,5})?$/i
const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`)

/** A header with a single value that was sent twice; null if there is none. */
function saidTwice(raw: readonly string[]): string | null {
  let seen: string[] | null = null
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    if (!SAID_ONCE.has(name)) continue
    if (seen?.includes(name)) return name
    seen ??= []
    seen.push(name)
  }
  return null
}

function problemOf({ raw, url, headers: { host } }: FastifyRequest): string | null {
  const twice = saidTwice(raw.rawHeaders)
  if (twice !== null) return `Send the header ${twice} once`
  // An address with a host of its own would name two hosts.
  if (!url.startsWith('/')) return protocolMessage(400)
  // A request of HTTP/1.0 may lack a host.
  if (host !== undefined && !isHost(host)) return protocolMessage(400)
  return url.includes('%00') ? CANNOT_BE_STORED : null
}

/**
 * Refuses ambiguous requests: a single-valued header sent twice, an invalid host, an address with a host.
 * Also an address with a NUL, which no name and no stored text contains.
 */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = problemOf(request)
    done(problem === null ? undefined : new AppError(400, problem))
  })
}
