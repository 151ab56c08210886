import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  DCSA_3_PATH,
  DCSA_3_VERSION,
  type DcsaFeedback,
  dcsaFeedback,
  pushedEvents,
  TAKE_EDI_PATH,
  TAKE_EVENTS_PATH,
  takenEdi,
  takenEvents,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { AppError, invalid, protocolMessage } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { asAppError, headersOf } from '#server/http/error-handler.ts'
import { UPLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { queryFlag } from '#server/resource/query-flag.ts'
import type { Services } from '#server/services.ts'
import { askedFeed } from './open-feed.ts'
import { MAX_EDI_TEXT } from './reading/limits.ts'
import { takeSentEdi, takeSentEvents } from './take-sent.ts'

const tags = ['Carrier events']
const feed = z.string().optional().describe('The id of the feed that it belongs to; Push without it.')
const TAKES = { ...UPLOAD, bodyLimit: MAX_EDI_TEXT }
const JSON_TYPE = 'application/json'
const EDI_TYPES = ['text/plain', 'application/EDI-X12', 'application/EDIFACT']

/** The text of a body. Throws 413; one that says its length was refused before. */
async function wholeText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_EDI_TEXT) throw new AppError(413, protocolMessage(413))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body as it was sent: a thread parses it. Throws 415 for one of another type. */
function textOf(request: FastifyRequest): string {
  const { body } = request
  if (typeof body !== 'string') throw new AppError(415, protocolMessage(415))
  return body
}

/** The calls with which others push. Their bodies reach the handler as text. */
export function pushRoutes(app: App, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([JSON_TYPE, ...EDI_TYPES], (_request: unknown, body: IncomingMessage) => wholeText(body))
    const raw = scope as unknown as App // the same app by name
    eventRoutes(raw, services)
    ediRoute(raw, services)
  })
}

const callerOf = (request: FastifyRequest) => sessionOf(request).userId

function eventRoutes(app: App, services: Services): void {
  const config = { documented: { body: pushedEvents }, readsWhole: true }
  app.post(
    `/${TAKE_EVENTS_PATH}`,
    {
      ...TAKES,
      config,
      schema: { tags, querystring: z.object({ feed }), response: { 200: envelope(takenEvents) } },
    },
    async (request) => {
      const asked = await askedFeed(services.db, request.query.feed)
      const sent = { feed: asked, body: textOf(request), caller: callerOf(request) }
      return ok(await takeSentEvents(services, sent, actorOf(request)))
    },
  )
  app.post(
    `/${DCSA_3_PATH}`,
    {
      ...TAKES,
      errorHandler: answerFeedback,
      config,
      schema: { tags, querystring: z.object({ feed }), response: { 200: dcsaFeedback } },
    },
    async (request, reply) => {
      const version = request.headers['api-version']
      const [major] = DCSA_3_VERSION.split('.')
      if (version !== undefined && String(version).split('.')[0] !== major)
        throw invalid({ 'API-Version': `API-Version must be ${major}` })
      const asked = await askedFeed(services.db, request.query.feed)
      const sent = { feed: asked, body: textOf(request), caller: callerOf(request) }
      const { problems } = await takeSentEvents(services, sent, actorOf(request))
      reply.header('api-version', DCSA_3_VERSION)
      return {
        feedbackElements: problems.map(({ index, field, message }) => ({
          severity: 'ERROR' as const,
          message,
          propertyPath: `$.events[${index}]${field && `.${field}`}`,
        })),
      }
    },
  )
}

/** Answers a failure in the standard's shape instead of ours. */
function answerFeedback(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error, request)
  if (!known) request.log.error({ err: error }, 'request failed')
  const status = known?.status ?? 500
  const message = known?.message ?? `Server error (${request.id}).`
  const fields = status === 400 ? Object.entries(Object(known?.data)) : []
  const feedbackElements: DcsaFeedback['feedbackElements'] =
    fields.length === 0
      ? [{ severity: 'ERROR', message: message || (STATUS_CODES[status] ?? 'Error') }]
      : fields.map(([name, text]) => ({ severity: 'ERROR', message: String(text), propertyPath: `$.${name}` }))
  reply
    .code(status)
    .headers({ ...(known && headersOf(known)), 'api-version': DCSA_3_VERSION })
    .type('application/json; charset=utf-8')
    .send({ feedbackElements })
}

function ediRoute(app: App, services: Services): void {
  const ack = z.string().optional().describe('1: with a 997 or CONTRL for each message.')
  app.post(
    `/${TAKE_EDI_PATH}`,
    {
      ...TAKES,
      config: { documented: { raw: 'text/plain' }, readsWhole: true },
      schema: { tags, querystring: z.object({ feed, ack }), response: { 200: envelope(takenEdi) } },
    },
    async (request) => {
      const asked = await askedFeed(services.db, request.query.feed)
      const sent = { feed: asked, body: textOf(request), caller: callerOf(request) }
      const withAck = queryFlag(request.query, 'ack') ?? false
      return ok(await takeSentEdi(services, { ...sent, ack: withAck }, actorOf(request)))
    },
  )
}
