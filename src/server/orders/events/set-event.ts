import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventEntry } from '#contract/orders/orders.ts'
import { ONLY_WITH_MAIL, type setEventInput } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { canSend } from '#server/mail/mail-server.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { eventEntry, nextEntryId } from '#server/orders/append-event.ts'
import { attaching, takeDocuments } from '#server/orders/attach-documents.ts'
import { readEntry } from '#server/orders/history.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { readMailedOrder } from '#server/orders/mails/order-facts.ts'
import { type ChangedDates, composedMailStatement, composeMail } from '#server/orders/mails/order-mail.ts'
import { auditEntry } from '#server/resource/audit.ts'
import { carriedBy, checkComplete, readCarriable, withCarried, writeCarried } from './carry.ts'
import { checkLastEvent } from './check-last-event.ts'
import { factsOf, findEvent, findTemplate } from './submission.ts'

/** Removes the drafts that an event was made from; nothing without any. Statements to send with others. */
const draftsSent = ({ userId }: Actor, orderId: number, tabs: readonly string[] = []) =>
  tabs.length === 0
    ? []
    : [
        sql`delete from drafts where user_id = ${userId} and kind = 'set-event' and record_id = ${orderId} and tab = any(${tabs}::text[])`,
      ]

/**
 * Sets an order's next event: adds the history entry, attaches documents, queues the mail and fills what the
 * event carries, all or nothing. Returns the entry. Throws 404 for the order, 400 at the fields, 409 if the order's last event is not the
 * one the caller saw.
 */
export async function setEvent(
  tx: Tx,
  services: MailSettings,
  input: z.output<typeof setEventInput> & { uploadedBy: number; change?: ChangedDates },
  actor: Actor,
): Promise<EventEntry> {
  const { bookingRequestId: orderId, eventId, date, comment, emailTemplateId } = input
  if (input.documents.length > 0 && emailTemplateId === null) throw invalid({ 'documents.0': ONLY_WITH_MAIL })
  // Statements that do not wait for each other go to the database in one trip (db/tuning/transactions.ts),
  // the lock first.
  const [{ lastEventEntryId }, event, template, documentIds, known, configured, entryId, order] = await Promise.all([
    lockOrder(tx, orderId),
    findEvent(tx, eventId),
    findTemplate(tx, emailTemplateId),
    takeDocuments(tx, input.documents, { userId: input.uploadedBy, orderId }),
    emailTemplateId === null ? null : readMailedOrder(tx, orderId),
    canSend(tx, services),
    nextEntryId(tx),
    readCarriable(tx, orderId),
  ])
  await checkLastEvent(tx, services, { orderId, seen: input.lastEventEntryId, lastEventEntryId })
  checkComplete({ ...event, complete: input.complete })
  const carried = carriedBy(
    order,
    { ...event, date, carry: input.carry, complete: input.complete },
    services.config.timeZone,
  )
  const parts = template && known && { template, found: withCarried(known, carried) }
  const composed = parts && (await composeMail(services, parts, factsOf(event, { date, comment }), input))
  const after = { eventId, event: event.name, date, comment, template: template?.title ?? null, documents: documentIds }
  const audited = { action: 'order.set-event', entity: 'orders', entityId: orderId, after }
  const mail = composed && {
    orderId,
    orderEventId: entryId,
    template: { id: composed.template.id },
    documentIds,
    composed,
    configured,
  }
  const writes = [
    eventEntry({ id: entryId, orderId, event, date, comment, template, carried }, actor),
    ...attaching(tx, documentIds, { orderId, orderEventId: entryId }),
    ...(mail ? [composedMailStatement(tx, services, mail, actor)] : []),
    auditEntry(actor, audited, Object.keys(after)),
    ...draftsSent(actor, orderId, input.draftTabs),
  ]
  await Promise.all(writes.map((write) => tx.executeQuery(write.compile(tx))))
  await writeCarried(tx, services, { order, carried }, actor)
  return readEntry(tx, services.config, entryId)
}
