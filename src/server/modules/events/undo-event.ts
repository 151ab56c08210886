import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { AppError, forbidden } from '#server/errors.ts'
import { lockEntry } from '#server/events/lock-entry.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockDeliveries } from '#server/mail/cancel-mails.ts'
import { type MailSettings, mailHasLeft } from '#server/mail/mail-site.ts'
import { refreshLastEvent } from '#server/orders/append-event.ts'
import { detachDocuments } from '#server/orders/attach-documents.ts'
import { recordAudit } from '#server/resource/audit.ts'

type Entry = Awaited<ReturnType<typeof lockEntry>>

/** Throws 409 unless the entry is the order's newest and its time is not over yet. */
async function checkTime(tx: Tx, { mailHoldSeconds }: MailSettings['config'], entry: Entry): Promise<void> {
  // Not now(): the transaction may have waited for its locks since it began.
  const { rows } = await sql<{ newest: number; late: boolean }>`
    select (select max(id) from order_events where order_id = ${entry.orderId}) as newest,
      clock_timestamp() >= coalesce(${entry.sendAt}::timestamptz,
        ${entry.createdAt}::timestamptz + make_interval(secs => ${mailHoldSeconds}::float8)) as late`.execute(tx)
  if (rows[0]?.newest !== entry.id) throw new AppError(409, 'Only the latest event can be undone.')
  if (rows[0].late) throw new AppError(409, 'This event can no longer be undone. Withdraw it instead.')
}

/**
 * Undoes a submission while its mail is held: the entry, its mail and the order's last event, all or nothing. Returns the
 * entry that is the last event now. Throws 404; 403 unless the actor set it or is an administrator; 409 if it is too late.
 */
export async function undoEvent(
  tx: Tx,
  { config }: MailSettings,
  { entryId, isAdmin }: { entryId: number; isAdmin: boolean },
  actor: Actor,
): Promise<{ lastEventEntryId: number | null }> {
  const entry = await lockEntry(tx, entryId)
  const { orderId, mailId } = entry
  if (entry.userId !== actor.userId && !isAdmin)
    throw forbidden('Only the person who set this event, or an administrator, can undo it')
  const leftAt = mailId === null ? null : await lockDeliveries(tx, mailId)
  if (leftAt) throw mailHasLeft(leftAt, config.timeZone)
  await checkTime(tx, config, entry)
  const documents = await detachDocuments(tx, entryId)
  if (mailId !== null) await tx.deleteFrom('mails').where('id', '=', mailId).execute()
  const lastEventEntryId = await refreshLastEvent(tx, { orderId, without: entryId })
  await tx.deleteFrom('orderEvents').where('id', '=', entryId).execute()
  const { eventId, eventName: event, date, comment, emailTemplateTitle: template } = entry
  const before = { entryId, eventId, event, date, comment, template, documents, mailId }
  const change = { action: 'order.undo-event', entity: 'orders', entityId: orderId, before }
  await recordAudit(tx, actor, change, Object.keys(before))
  return { lastEventEntryId }
}
