import { z } from 'zod'
import { envelope, listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { inChargeInput, NOT_STAFF, STAFF_PATH } from '#contract/orders/in-charge.ts'
import { type Order, order } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor, App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { activeStaff } from '#server/orders/staff.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

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

/**
 * Puts a member of staff in charge of an order, or nobody. The order keeps its version, so this never conflicts with an
 * edit. Returns the order. Throws 404; 400 for anybody else.
 */
async function putInCharge(
  tx: Tx,
  _: Services,
  { orderId, userId }: { orderId: number; userId: number | null },
  actor: Actor,
): Promise<Order> {
  const { inChargeId } = await lockOrder(tx, orderId)
  if (userId !== null && !(await activeStaff(tx).where('id', '=', userId).executeTakeFirst()))
    throw invalid({ userId: NOT_STAFF })
  if (userId !== inChargeId) {
    await tx.updateTable('orders').set({ inChargeId: userId }).where('id', '=', orderId).execute()
    const [before, after] = [{ inChargeId }, { inChargeId: userId }]
    const change = { action: 'order.in-charge', entity: 'orders', entityId: orderId, before, after }
    await recordAudit(tx, actor, change, ['inChargeId'])
  }
  return readOrder(tx, orderId)
}
