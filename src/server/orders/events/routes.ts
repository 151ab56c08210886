import { z } from 'zod'
import { Role } from '#contract/accounts/session.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { carriedValue } from '#contract/orders/carried.ts'
import { type EventEntry, eventEntry, undoneEvent } from '#contract/orders/orders.ts'
import {
  carriesQuery,
  correctEntryInput,
  eventPreview,
  eventPreviewInput,
  setEventInput,
  withdrawEntryInput,
} from '#contract/orders/set-event.ts'
import type { Db } from '#server/db/client.ts'
import { type App, readAheadOf, type Sent } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { historyOf } from '#server/orders/history.ts'
import type { Services } from '#server/services.ts'
import { carriesOf } from './carry.ts'
import { correctEntry } from './correct-entry.ts'
import { previewEvent } from './preview-event.ts'
import { setEvent } from './set-event.ts'
import { findEvent } from './submission.ts'
import { undoEvent } from './undo-event.ts'
import { withdrawEntry } from './withdraw-entry.ts'

const tags = ['Order events and documents']
const entryParams = z.object({ entryId: pathId })
const one = { 200: envelope(eventEntry) }

export function eventRoutes(app: App, services: Services): void {
  const { db, config } = services

  const ahead = ({ params }: Sent) => {
    const id = pathId.safeParse(params.id).data
    return id === undefined ? null : (from: Db) => historyOf(from, config, id)
  }
  app.get(
    '/request/event/data/:id',
    {
      config: { ahead },
      schema: { tags, params: z.object({ id: pathId }), response: { 200: envelope(z.array(eventEntry)) } },
    },
    async (request) => {
      const early = readAheadOf<EventEntry[]>(request)
      return ok(await (early ?? historyOf(db, config, request.params.id)))
    },
  )

  app.post(
    '/request/event/data/add',
    {
      config: { once: true },
      schema: {
        tags,
        body: setEventInput,
        response: one,
      },
    },
    async (request) => {
      const input = { ...request.body, uploadedBy: sessionOf(request).userId }
      return ok(await run(request, services, setEvent, input))
    },
  )

  app.post(
    '/template/email/:templateId/preview/:orderId',
    {
      schema: {
        tags: ['Mail'],
        params: z.object({ templateId: pathId, orderId: pathId }),
        body: eventPreviewInput,
        response: { 200: envelope(eventPreview) },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      return ok(await previewEvent(db, services, { ...request.params, ...request.body, userId }))
    },
  )

  app.get(
    '/request/booking/:id/carries',
    {
      schema: {
        tags,
        params: z.object({ id: pathId }),
        querystring: carriesQuery,
        response: { 200: envelope(z.array(carriedValue)) },
      },
    },
    async (request) => {
      const { eventId, date } = request.query
      return ok(
        await request.read(async (from) => {
          const { milestone } = await findEvent(from, eventId)
          return carriesOf(from, request.params.id, { milestone, date }, config.timeZone)
        }),
      )
    },
  )

  entryRoutes(app, services)
}

/** Calls on an event that is already set. */
function entryRoutes(app: App, services: Services): void {
  app.post(
    '/request/event/entry/:entryId/undo',
    {
      schema: {
        tags,
        params: entryParams,
        response: { 200: envelope(undoneEvent) },
      },
    },
    async (request) => {
      const isAdmin = sessionOf(request).roles.includes(Role.ADMIN)
      return ok(await run(request, services, undoEvent, { ...request.params, isAdmin }))
    },
  )

  app.put(
    '/request/event/entry/:entryId',
    {
      schema: { tags, params: entryParams, body: correctEntryInput, response: one },
      validatorCompiler: patchValidatorCompiler,
    },
    async (request) => ok(await run(request, services, correctEntry, { ...request.body, ...request.params })),
  )

  app.post(
    '/request/event/entry/:entryId/withdraw',
    { schema: { tags, params: entryParams, body: withdrawEntryInput, response: one } },
    async (request) => ok(await run(request, services, withdrawEntry, { ...request.body, ...request.params })),
  )
}
