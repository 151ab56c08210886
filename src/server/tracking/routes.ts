import { z } from 'zod'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { trackingReaders } from '#contract/tracking/tracking-links.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import type { Services } from '#server/services.ts'
import { readersOf, revokeTrackingLink } from '#server/tracking/readers/tracking-links.ts'

const tags = ['Tracking']
const BASE = '/request/booking/:id/tracking-links'

/** Calls about the readers of an order's tracking page. */
export function trackingRoutes(app: App, services: Services): void {
  app.get(
    BASE,
    { schema: { tags, params: z.object({ id: pathId }), response: { 200: envelope(trackingReaders) } } },
    async (request) =>
      ok(
        await request.read(async (db) => {
          await requireOrder(db, request.params.id)
          return readersOf(db, request.params.id)
        }),
      ),
  )
  app.delete(
    `${BASE}/:linkId`,
    { schema: { tags, params: z.object({ id: pathId, linkId: pathId }), response: { 200: envelope(nothing) } } },
    async (request) => {
      const { id, linkId } = request.params
      await run(request, services, revokeTrackingLink, { orderId: id, linkId })
      return done()
    },
  )
}
