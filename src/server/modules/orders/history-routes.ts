import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { eventEntry } from '#contract/orders/orders.ts'
import { setEventInput } from '#contract/orders/set-event.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { idempotent } from '#server/http/idempotency.ts'
import { ok } from '#server/http/reply.ts'
import { historyOf } from '#server/orders/history.ts'
import type { Services } from '#server/services.ts'
import { setEvent } from './set-event.ts'

const idParams = z.object({ id: pathId })
const tags = ['Order events and documents']

export function historyRoutes(app: App, services: Services): void {
  const { db } = services

  app.get(
    '/request/event/data/:id',
    { schema: { tags, params: idParams, response: { 200: envelope(z.array(eventEntry)) } } },
    async (request) => ok(await historyOf(db, request.params.id)),
  )

  app.post(
    '/request/event/data/add',
    { schema: { tags, body: setEventInput, response: { 200: envelope(eventEntry) } } },
    async (request) => {
      const actor = { ...actorOf(request), userId: sessionOf(request).userId }
      return ok(await idempotent(db, request, (tx) => setEvent(tx, services, request.body, actor)))
    },
  )
}
