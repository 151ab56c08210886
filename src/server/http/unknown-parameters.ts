import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from '#server/errors.ts'
import type { App } from './app-types.ts'

/** Characters of a name in messages and headers, and names in a list of them. */
const LONGEST = 60
const MOST = 20

interface Known {
  names: ReadonlySet<string>
  /** Whether `order[field]` is accepted; the list itself refuses fields that it does not sort by. */
  ordered: boolean
}
const NONE: Known = { names: new Set(), ordered: false }
const known = new WeakMap<object, Known>()

/** The parameters that a call's schema lists. */
function knownOf(schema: unknown): Known {
  if (!(schema instanceof z.ZodObject)) return NONE
  const found = known.get(schema)
  if (found) return found
  const order = schema.meta()?.order
  const listed = { names: new Set(Object.keys(schema.shape)), ordered: Array.isArray(order) && order.length > 0 }
  known.set(schema, listed)
  return listed
}

function unknownOf({ query, routeOptions }: FastifyRequest, { names, ordered }: Known): string[] {
  if (routeOptions.schema === undefined || routeOptions.schema.hide || routeOptions.config.anyQuery) return []
  return Object.keys(Object(query)).filter((name) => !names.has(name) && !(ordered && name.startsWith('order')))
}

const isFilter = (name: string) => name.startsWith('f.')

/**
 * Refuses query parameters that a call does not take, by name. Calls that must accept any (`tolerates`)
 * ignore them and name them in X-Ignored-Parameters; an unknown filter, `f.…`, would change the answer, so it
 * is refused there too. Calls for probes and files (`anyQuery`) ignore all.
 */
export function refuseUnknownParameters(app: App, tolerates: (method: string, path: string) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (Object.keys(Object(request.query)).length === 0) return done()
    const listed = knownOf(request.routeOptions.schema?.querystring)
    const unknown = unknownOf(request, listed)
    if (unknown.length === 0) return done()
    const tolerated = tolerates(request.method, request.routeOptions.url ?? '')
    const refused = tolerated ? unknown.filter(isFilter) : unknown
    if (refused.length > 0) return done(refusal(refused, listed))
    const names = unknown.slice(0, MOST).map((name) => encodeURIComponent(name.toWellFormed().slice(0, LONGEST)))
    reply.header('x-ignored-parameters', names.join(', '))
    done()
  })
}

function refusal(refused: readonly string[], { names, ordered }: Known) {
  const allowed = [...names, ...(ordered ? ['order[…]'] : [])]
  const rest = allowed.length > 0 ? `Allowed: ${allowed.join(', ')}` : 'This call takes none'
  const messages = refused.slice(0, MOST).map((name) => {
    const shown = name.slice(0, LONGEST)
    return [shown, `${isFilter(name) ? 'Unknown filter' : 'Unknown parameter'} ${shown}. ${rest}`] as const
  })
  return invalid(Object.fromEntries(messages))
}
