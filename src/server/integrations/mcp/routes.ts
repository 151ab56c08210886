import type { FastifyReply, FastifyRequest } from 'fastify'
import { MCP_PATH, mcpAnswer, mcpMessage } from '#contract/integrations/mcp/path.ts'
import { AppError, forbidden, invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import type { Services } from '#server/services.ts'
import type { Caller } from './caller.ts'
import { answerError } from './errors.ts'
import { refusalsInWords } from './plain-words.ts'

const KEYS_ONLY = 'Assistants send an API key: Authorization: Bearer qs_…'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Refuses pages of other sites, which must not call with a key that they were given for something else,
 * whatever their name leads to (DNS rebinding): only pages of the back office and of this machine may.
 */
function refuseForeignPages({ headers: { origin } }: FastifyRequest, { appUrl }: Services): void {
  if (origin === undefined) return
  const sent = URL.canParse(origin) ? new URL(origin) : null
  if (sent && (sent.origin === new URL(appUrl()).origin || LOOPBACK.test(sent.hostname))) return
  throw forbidden('Calls from other sites are refused.')
}

function callerOf(request: FastifyRequest, services: Services): Caller {
  const { userId, username, apiKeyId, scopes } = sessionOf(request)
  if (apiKeyId === null || scopes === null) throw new AppError(401, KEYS_ONLY)
  return { services, read: (work) => request.read(work), actor: actorOf(request), userId, username, apiKeyId, scopes }
}

/** The most messages of one batch. */
const MOST_MESSAGES = 50

/**
 * Counts each message of a batch as a call, even one that asks for no answer; with one too many, none is
 * made. Throws 429, 400.
 */
async function takeBatch(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (!Array.isArray(body)) return
  await request.takeCalls(body.length - 1)
  if (body.length > MOST_MESSAGES) throw invalid({ body: `No more than ${MOST_MESSAGES} messages in a batch` })
  const ids = body.flatMap((message) => Object(message).id ?? [])
  if (new Set(ids).size < ids.length) throw invalid({ body: 'Each message of a batch needs an id of its own' })
}

/** Whether a message tells the server that an answer is no longer awaited. */
const isCancellation = (message: unknown): boolean => Object(message).method === 'notifications/cancelled'

/**
 * Messages to answer. Nothing is kept between two calls, so a cancellation could only meet a message of its
 * own batch, and the library would then wait for an answer that nobody gives.
 */
function messagesOf({ body }: FastifyRequest): unknown {
  if (!Array.isArray(body)) return body
  const others = body.filter((message) => !isCancellation(message))
  return others.length > 0 ? others : body
}

/** The request in the form of browsers, which the library expects. */
function webRequest({ headers, url, method }: FastifyRequest, body: unknown): Request {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value] as [string, string]] : [],
  )
  // The address leaves out the sent host: the library has no use for it, and not every one makes an address.
  return new Request(`http://localhost${url}`, { method, headers: kept, body: JSON.stringify(body) })
}

/** The Model Context Protocol: one ordinary call, which any instance answers. */
export function mcpRoutes(app: App, services: Services): void {
  app.post(
    `/${MCP_PATH}`,
    {
      config: { documented: { body: mcpMessage } },
      schema: { tags: ['Integrations'], response: { 200: mcpAnswer } },
      errorHandler: answerError,
    },
    async (request, typed) => {
      refuseForeignPages(request, services)
      const caller = callerOf(request, services)
      await takeBatch(request)
      const { serve } = await import('./serve.ts')
      const messages = messagesOf(request)
      const answer = await serve(webRequest(request, messages), messages, caller)
      const reply: FastifyReply = typed as unknown as FastifyReply // the library answers, with any status
      reply.code(answer.status)
      for (const [name, value] of answer.headers) if (name !== 'cache-control') reply.header(name, value)
      return reply.send(refusalsInWords(await answer.text()))
    },
  )
}
