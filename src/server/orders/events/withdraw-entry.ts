import { sql } from 'kysely'
import type { EventEntry } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { cancelDeliveries } from '#server/mail/cancel-mails.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { EVENT_WITHDRAWN } from '#server/mail/outbox.ts'
import { refreshLastEvent } from '#server/orders/append-event.ts'
import { readEntry } from '#server/orders/history.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { takeCarriedBack } from './carry.ts'
import { lockEntry } from './lock-entry.ts'

/**
 * Withdraws a history entry: it stays, with the reason, but no longer counts, and what it carried goes back
 * where it still holds. Cancels the deliveries of its mail that were not sent. Returns the entry. Throws 404, 403 and 409 as `lockEntry`.
 */
export async function withdrawEntry(
  tx: Tx,
  services: MailSettings,
  { entryId, reason }: { entryId: number; reason: string },
  actor: Actor,
): Promise<EventEntry> {
  const { orderId, mailId, eventName, carried } = await lockEntry(tx, entryId)
  await tx
    .updateTable('orderEvents')
    .set({ withdrawnBy: actor.userId, withdrawnAt: sql`now()`, withdrawReason: reason })
    .where('id', '=', entryId)
    .execute()
  await refreshLastEvent(tx, { orderId })
  await takeCarriedBack(tx, services, { orderId, carried }, actor)
  if (mailId !== null) await cancelDeliveries(tx, mailId, EVENT_WITHDRAWN)
  const after = { entryId, event: eventName, reason }
  const change = { action: 'order.withdraw-event', entity: 'orders', entityId: orderId, after }
  await recordAudit(tx, actor, change, Object.keys(after))
  return readEntry(tx, services.config, entryId)
}
