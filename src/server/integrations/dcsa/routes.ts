import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DCSA_PATH, DCSA_VERSION, dcsaEvent } from '#contract/integrations/dcsa-events.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { composeEvent } from './compose.ts'
import { answerError } from './errors.ts'
import { cursorOf, querystring, readQuery } from './query.ts'
import { readEntries } from './read-entries.ts'

const [MAJOR] = DCSA_VERSION.split('.')

/** The address of this call with another cursor, as it was reached. */
function pageAt({ url }: FastifyRequest, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters}`
}

function sendHeaders(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  reply.headers({ 'api-version': DCSA_VERSION, 'current-page': request.url })
  if (next === null) return
  const page = pageAt(request, next)
  reply.headers({ link: `<${page}>; rel="next"`, 'next-page': page, 'next-page-cursor': next })
}

/** Events of orders and sailings as DCSA Track & Trace 2.2: a bare array, errors in its shape. */
export function dcsaRoutes(app: App): void {
  app.get(
    `/${DCSA_PATH}`,
    {
      errorHandler: answerError,
      schema: { tags: ['Integrations'], querystring, response: { 200: z.array(dcsaEvent) } },
    },
    async (request, reply) => {
      const version = request.headers['api-version']
      if (version !== undefined && version !== MAJOR) throw invalid({ 'API-Version': `API-Version must be ${MAJOR}` })
      const query = readQuery(request.query)
      const entries = await request.read((from) => readEntries(from, query))
      const page = entries.slice(0, query.limit)
      const last = entries.length > query.limit ? page.at(-1) : undefined
      const next = last ? cursorOf([last.at, String(last.source), last.id, String(last.containerId)]) : null
      sendHeaders(request, reply, next)
      return page.map(composeEvent)
    },
  )
}
