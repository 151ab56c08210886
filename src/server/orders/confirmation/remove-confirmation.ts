import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import { confirmationFields } from '#contract/orders/confirmation.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Deletes an order's booking confirmation, as if it had never been saved. The order must be locked. */
export async function removeConfirmation(
  tx: Tx,
  { orderId, before }: { orderId: number; before: BookingConfirmation },
  actor: Actor,
): Promise<void> {
  await tx.deleteFrom('confirmations').where('orderId', '=', orderId).execute()
  const event = { action: 'confirmation.remove', entity: 'confirmations', entityId: orderId, before }
  await recordAudit(tx, actor, event, Object.keys(confirmationFields.shape))
}
