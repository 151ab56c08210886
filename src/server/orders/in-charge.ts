import { z } from 'zod'
import { envelope, listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { inChargeInput, STAFF_PATH } from '#contract/orders/in-charge.ts'
import { order } from '#contract/orders/orders.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { putInCharge } from './put-in-charge.ts'
import { activeStaff } from './staff.ts'

const tags = ['Orders']

export function inChargeRoutes(app: App, services: Services): void {
  app.get(`/${STAFF_PATH}`, { schema: { tags, response: { 200: envelope(listOf(namedRecord)) } } }, async () => {
    const items = await activeStaff(services.db).limit(MAX_PER_PAGE).execute()
    return ok({ items, totalCount: items.length, numItemsPerPage: MAX_PER_PAGE, currentPageNumber: 1 })
  })
  app.put(
    '/request/booking/:id/in-charge',
    { schema: { tags, params: z.object({ id: pathId }), body: inChargeInput, response: { 200: envelope(order) } } },
    async (request) =>
      ok(await run(request, services, putInCharge, { orderId: request.params.id, userId: request.body.userId })),
  )
}
