import { z } from 'zod'
import {
  containerFreeTimesInput,
  freeTimes,
  freeTimesInput,
  possibleCharges,
  possibleChargesQuery,
  sailingFreeTimesQuery,
} from '#contract/free-time/free-times.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { namedSailing } from '#server/sailings/manifest.ts'
import type { Services } from '#server/services.ts'
import { changeContainerFreeTimes, changeOrderFreeTimes } from './change-free-times.ts'
import { possibleChargesOf } from './possible-charges.ts'
import { freeTimesOfOrder, freeTimesOfSailing } from './read-free-times.ts'

const tags = ['Free time']
const params = z.object({ id: pathId })
const response = { 200: envelope(freeTimes) }
const OF_ORDER = '/request/booking/:id'

export function freeTimeRoutes(app: App, services: Services): void {
  app.get(`${OF_ORDER}/free-times`, { schema: { tags, params, response } }, async (request) => {
    const { id } = request.params
    return ok(
      await request.read(async (db) => {
        await requireOrder(db, id)
        return { items: await freeTimesOfOrder(db, id) }
      }),
    )
  })
  app.put(`${OF_ORDER}/free-times`, { schema: { tags, params, body: freeTimesInput, response } }, async (request) =>
    ok(await run(request, services, changeOrderFreeTimes, { ...request.body, orderId: request.params.id })),
  )
  app.get(
    `${OF_ORDER}/possible-charges`,
    { schema: { tags, params, querystring: possibleChargesQuery, response: { 200: envelope(possibleCharges) } } },
    async (request) => {
      const { id } = request.params
      const { on = null } = request.query
      return ok(
        await request.read(async (db) => {
          await requireOrder(db, id)
          return possibleChargesOf(db, id, on)
        }),
      )
    },
  )
  app.get(
    `/${sailings.path}/:id/free-times`,
    { schema: { tags, params, querystring: sailingFreeTimesQuery, response } },
    async (request) => {
      const { id } = request.params
      const { containerId = null } = request.query
      return ok(
        await request.read(async (db) => {
          await namedSailing(db, id)
          return { items: await freeTimesOfSailing(db, id, containerId) }
        }),
      )
    },
  )
  app.put(
    `/${containers.path}/:id/free-times`,
    { schema: { tags, params, body: containerFreeTimesInput, response } },
    async (request) =>
      ok(await run(request, services, changeContainerFreeTimes, { ...request.body, containerId: request.params.id })),
  )
}
