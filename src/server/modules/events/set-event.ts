import type { z } from 'zod'
import type { EventEntry } from '#contract/orders/orders.ts'
import { ONLY_WITH_MAIL, type setEventInput } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { composeOrderMail, queueComposedMail } from '#server/mail/order-mail.ts'
import { appendEvent } from '#server/orders/append-event.ts'
import { attachDocuments, takeDocuments } from '#server/orders/attach-documents.ts'
import { readEntry } from '#server/orders/history.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkLastEvent } from './check-last-event.ts'
import { factsOf, findEvent, findTemplate } from './submission.ts'

/**
 * Sets an order's next event: adds the history entry, attaches documents and queues the mail, all or nothing.
 * Answers the entry. Throws 404 for the order, 400 at the fields, 409 if the order has another last event than the caller saw.
 */
export async function setEvent(
  tx: Tx,
  services: MailSettings,
  input: z.output<typeof setEventInput> & { uploadedBy: number },
  actor: Actor,
): Promise<EventEntry> {
  const { bookingRequestId: orderId, eventId, date, comment, emailTemplateId } = input
  if (input.documents.length > 0 && emailTemplateId === null) throw invalid({ 'documents.0': ONLY_WITH_MAIL })
  // What waits for nothing goes to the database in one trip (db/tuning/transactions.ts), the lock first.
  const [{ lastEventEntryId }, event, template, documentIds] = await Promise.all([
    lockOrder(tx, orderId),
    findEvent(tx, eventId),
    findTemplate(tx, emailTemplateId),
    takeDocuments(tx, input.documents, input.uploadedBy),
  ])
  await checkLastEvent(tx, services, { orderId, seen: input.lastEventEntryId, lastEventEntryId })
  const mail = template && {
    orderId,
    template: { id: template.id },
    event: factsOf(event, { date, comment }),
    documentIds,
  }
  const [entryId, composed] = await Promise.all([
    appendEvent(tx, { orderId, event, date, comment, template }, actor),
    mail && composeOrderMail(tx, services, mail),
  ])
  const after = { eventId, event: event.name, date, comment, template: template?.title ?? null, documents: documentIds }
  const audited = { action: 'order.set-event', entity: 'orders', entityId: orderId, after }
  await Promise.all([
    attachDocuments(tx, documentIds, { orderId, orderEventId: entryId }),
    mail && composed && queueComposedMail(tx, services, { ...mail, orderEventId: entryId, composed }, actor),
    recordAudit(tx, actor, audited, Object.keys(after)),
  ])
  return readEntry(tx, services.config, entryId)
}
