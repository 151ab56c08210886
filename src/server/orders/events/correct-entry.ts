import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventEntry } from '#contract/orders/orders.ts'
import type { correctEntryInput } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { refreshLastEvent } from '#server/orders/append-event.ts'
import { readEntry } from '#server/orders/history.ts'
import { recomposeOrderMail } from '#server/orders/mails/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { moveCarried } from './carry.ts'
import { lockEntry } from './lock-entry.ts'
import { factsOf } from './submission.ts'

type Correction = Partial<z.output<typeof correctEntryInput>> & { entryId: number }

/**
 * Corrects date or comment of a history entry; dates that it carried follow. A mail about it that nobody has received yet is composed
 * again, so that the client never sees the mistake. Returns the entry, marked as edited if anything changed.
 * Throws 404, 403 and 409 as `lockEntry`.
 */
export async function correctEntry(
  tx: Tx,
  services: MailSettings,
  { entryId, ...sent }: Correction,
  actor: Actor,
): Promise<EventEntry> {
  const entry = await lockEntry(tx, entryId)
  const { orderId, mailId, templateId } = entry
  const before = { entryId, date: entry.date, comment: entry.comment }
  const after = { ...before, date: sent.date ?? entry.date, comment: sent.comment ?? entry.comment }
  if (after.date === before.date && after.comment === before.comment) return readEntry(tx, services.config, entryId)
  const carried = await moveCarried(tx, services, { orderId, carried: entry.carried, date: after.date }, actor)
  await tx
    .updateTable('orderEvents')
    .set({
      carried: JSON.stringify(carried),
      date: after.date,
      comment: after.comment,
      editedBy: actor.userId,
      editedAt: sql`now()`,
    })
    .where('id', '=', entryId)
    .execute()
  await refreshLastEvent(tx, { orderId })
  if (mailId !== null && templateId !== null && (await lockDeliveries(tx, mailId)) === null) {
    const event = factsOf({ name: entry.eventName, publicStatus: entry.eventPublicStatus }, after)
    const about = { mailId, orderId, orderEventId: entryId, template: { id: templateId }, event }
    await recomposeOrderMail(tx, services, about)
  }
  const change = { action: 'order.correct-event', entity: 'orders', entityId: orderId, before, after }
  await recordAudit(tx, actor, change, Object.keys(before))
  return readEntry(tx, services.config, entryId)
}
