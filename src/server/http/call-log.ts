import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './security/address-key.ts'

/** Tokens of links in mails, inside addresses: the log must not contain them. */
const SECRETS = /(?<=\/)[A-Za-z0-9_-]{43}(?=\/|$)/g

/** Statuses of refused calls: not allowed, or too often. */
const REFUSED = new Set([401, 403, 429])
export const isRefusal = (status: number) => REFUSED.has(status)

/** The kind of credential of a caller. */
export const callerKind = ({ session }: FastifyRequest) => {
  if (!session) return 'nobody'
  return session.apiKeyId === null ? 'session' : 'key'
}

/** The caller, by ids alone; nothing for nobody. */
function callerOf({ session }: FastifyRequest) {
  if (!session) return {}
  const { userId: user, impersonatorId: impersonator, apiKeyId: key } = session
  return { user, ...(impersonator !== null && { impersonator }), ...(key === null ? { session: session.id } : { key }) }
}

/** Names of fields as we declare them: invented names are not repeated. */
const FIELD = /^[A-Za-z][A-Za-z0-9_]*(?:\.\d+|\.[A-Za-z][A-Za-z0-9_]*|\[\])*$/
const MOST_FIELDS = 10
const refusedFields = new WeakMap<FastifyRequest, string[]>()

/** Notes the names of the refused fields of a call for its log line, never their values. */
export function noteRefusedFields(request: FastifyRequest, fields: unknown): void {
  if (!fields || typeof fields !== 'object') return
  const names = Object.keys(fields).filter((name) => name.length <= 60 && FIELD.test(name))
  if (names.length > 0) refusedFields.set(request, names.slice(0, MOST_FIELDS))
}

/**
 * The window in which refusals are counted (ms), the number from which a caller is reported, and how many
 * callers at most.
 */
const WINDOW_MS = 60_000
const MANY = 20
const MOST_WARNINGS = 10
/** Callers counted at once; callers who come later in the window are not. */
const MOST_CALLERS = 10_000

/** Warns once a minute about each account, key or address that is refused again and again. */
function createWatch(app: FastifyInstance) {
  const counts = new Map<string, number>()
  let [began, warned] = [0, 0]
  return (request: FastifyRequest) => {
    const now = Date.now()
    // The second condition is for a clock that was set back.
    if (now - began >= WINDOW_MS || now < began) {
      counts.clear()
      ;[began, warned] = [now, 0]
    }
    const { session } = request
    const who = session
      ? session.apiKeyId === null
        ? { user: session.userId }
        : { key: session.apiKeyId, user: session.userId }
      : { address: addressKey(request.ip) }
    const caller = JSON.stringify(who)
    const count = (counts.get(caller) ?? 0) + 1
    if (count > 1 || counts.size < MOST_CALLERS) counts.set(caller, count)
    if (count !== MANY || warned >= MOST_WARNINGS) return
    warned++
    app.log.warn({ ...who, refused: count, seconds: WINDOW_MS / 1000 }, 'many calls of one caller are refused')
  }
}

/**
 * Logs each call once it is answered: call, duration, and account, session or key. A refused one (401, 403,
 * 429) is logged with its address, IPv6 networks as /64; a refused body with the names of its fields.
 * `observe` is told of each.
 */
export function logCalls(app: FastifyInstance, observe: (request: FastifyRequest, reply: FastifyReply) => void): void {
  const watch = createWatch(app)
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    if (!request.routeOptions.config.streams) observe(request, reply)
    const refused = isRefusal(status)
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0]?.replaceAll(SECRETS, '…'),
        status,
        ms: Math.round(reply.elapsedTime),
        ...callerOf(request),
        ...(refused && { address: addressKey(request.ip) }),
        ...(status === 400 && { fields: refusedFields.get(request) }),
      },
      'request',
    )
    if (refused) watch(request)
  })
}
