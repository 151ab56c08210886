import { DELIVERY_PATH, deliveryGrid, deliveryInput } from '#contract/delivery.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { type App, actorOf } from '#server/lib/app-types.ts'
import { ok } from '#server/lib/reply.ts'
import type { Services } from '#server/lib/services.ts'
import { readGrid, saveDeliveryTimes } from './delivery-times.ts'

export function deliveryRoutes(app: App, { db }: Services): void {
  const url = `/${DELIVERY_PATH}`
  const shared = { tags: ['Delivery time'], response: { 200: envelope(deliveryGrid) } }
  app.get(url, { schema: shared }, async () => ok(await readGrid(db)))

  const replace = {
    ...shared,
    description: 'Replaces the whole grid; absent or 0 leaves no entry.',
    body: deliveryInput,
  }
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url,
      schema: replace,
      handler: async (request) =>
        ok(await saveDeliveryTimes(db, deliveryInput.parse(request.body).data, true, actorOf(request))),
    })
  }
  const patch = { ...shared, description: 'Changes only the named cells; 0 removes.', body: deliveryInput }
  app.patch(url, { schema: patch }, async (request) =>
    ok(await saveDeliveryTimes(db, request.body.data, false, actorOf(request))),
  )
}
