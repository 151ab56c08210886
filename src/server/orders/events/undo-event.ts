import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { AppError, forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { type MailSettings, mailHasLeft } from '#server/mail/mail-site.ts'
import { refreshLastEvent } from '#server/orders/append-event.ts'
import { detachDocuments } from '#server/orders/attach-documents.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { lockAnnouncements } from '#server/webhooks/outbox.ts'
import { takeCarriedBack } from './carry.ts'
import { lockEntry } from './lock-entry.ts'

const TOO_LATE = 'This event can no longer be undone. Withdraw it instead.'

type Entry = Awaited<ReturnType<typeof lockEntry>>

/** Throws 409 unless the entry is the order's newest and its time is not over yet. */
async function checkTime(tx: Tx, { mailHoldSeconds }: MailSettings['config'], entry: Entry): Promise<void> {
  // The clock, not now(): the transaction may have waited for its locks since it began.
  const { rows } = await sql<{ newest: number; late: boolean }>`
    select (select max(id) from order_events where order_id = ${entry.orderId}) as newest,
      clock_timestamp() >= coalesce(${entry.sendAt}::timestamptz,
        ${entry.createdAt}::timestamptz + make_interval(secs => ${mailHoldSeconds}::float8)) as late`.execute(tx)
  if (rows[0]?.newest !== entry.id) throw new AppError(409, 'Only the latest event can be undone.')
  if (rows[0].late) throw new AppError(409, TOO_LATE)
}

/**
 * Deletes a submission: the entry, its mail, the order's last event and what it carried. Its documents stay
 * with their uploaders. The order must be locked. Returns the entry that is now the last event.
 */
async function removeEntry(
  tx: Tx,
  services: MailSettings,
  entry: Entry,
  actor: Actor,
): Promise<{ lastEventEntryId: number | null }> {
  const { id: entryId, orderId, mailId } = entry
  const documents = await detachDocuments(tx, entryId)
  // The mail may answer one that came in, which waits again.
  if (mailId !== null) await sql`select take_answer_back(${mailId})`.execute(tx)
  if (mailId !== null) await tx.deleteFrom('mails').where('id', '=', mailId).execute()
  const lastEventEntryId = await refreshLastEvent(tx, { orderId, without: entryId })
  await tx.deleteFrom('orderEvents').where('id', '=', entryId).execute()
  await takeCarriedBack(tx, services, { orderId, carried: entry.carried }, actor)
  const { eventId, eventName: event, date, comment, emailTemplateTitle: template } = entry
  const before = { entryId, eventId, event, date, comment, template, documents, mailId }
  const change = { action: 'order.undo-event', entity: 'orders', entityId: orderId, before }
  await recordAudit(tx, actor, change, Object.keys(before))
  return { lastEventEntryId }
}

/** Throws 409 if a delivery of the mail was handed over; no other can leave until the transaction ends. */
async function requireHeld(tx: Tx, { config }: MailSettings, { id, mailId }: Entry): Promise<void> {
  const leftAt = mailId === null ? null : await lockDeliveries(tx, mailId)
  if (leftAt) throw mailHasLeft(leftAt, config.timeZone)
  if (await lockAnnouncements(tx, id)) throw new AppError(409, TOO_LATE)
}

/**
 * Undoes a submission while its mail is held: the entry, its mail and the order's last event, all or nothing.
 * Returns the entry that is now the last event. Throws 404; 403 unless the actor set it or is an
 * administrator; 409 if it is too late.
 */
export async function undoEvent(
  tx: Tx,
  services: MailSettings,
  { entryId, isAdmin }: { entryId: number; isAdmin: boolean },
  actor: Actor,
): Promise<{ lastEventEntryId: number | null }> {
  const entry = await lockEntry(tx, entryId)
  if (entry.userId !== actor.userId && !isAdmin)
    throw forbidden('Only the person who set this event, or an administrator, can undo it')
  await requireHeld(tx, services, entry)
  await checkTime(tx, services.config, entry)
  return removeEntry(tx, services, entry, actor)
}

/**
 * Undoes a submission of a run, which decides who may do so and until when. Throws 404, 403 and 409 as
 * `lockEntry`; 409 if its mail has left.
 */
export async function undoRunEvent(tx: Tx, services: MailSettings, entryId: number, actor: Actor): Promise<void> {
  const entry = await lockEntry(tx, entryId)
  await requireHeld(tx, services, entry)
  await removeEntry(tx, services, entry, actor)
}
