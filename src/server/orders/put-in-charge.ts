import { NOT_STAFF } from '#contract/orders/in-charge.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lockOrder } from './lock-order.ts'
import { readOrder } from './read-order.ts'
import { activeStaff } from './staff.ts'

/**
 * Puts a member of staff in charge of an order, or nobody. The order keeps its version, so this never
 * conflicts with an edit. Returns the order. Throws 404; 400 for anybody but active staff.
 */
export async function putInCharge(
  tx: Tx,
  _: unknown,
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
