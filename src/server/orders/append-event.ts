import type { Tx } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import type { Actor } from '#server/http/app-types.ts'

/** A new history entry. It copies names, so that later changes to the event or template do not alter it. */
export interface NewEntry {
  orderId: number
  event: { id: number; name: string; publicStatus: string }
  date: Date | string
  comment?: string
  template?: { id: number; title: string } | null
}

/**
 * Appends an entry to an order's history and makes it the order's last event. Answers the entry's id. The order keeps its
 * version, so setting an event never conflicts with an edit.
 */
export async function appendEvent(tx: Tx, entry: NewEntry, actor: Pick<Actor, 'userId'>): Promise<number> {
  const { orderId, event, date, comment = '', template } = entry
  const { id } = await tx
    .insertInto('orderEvents')
    .values({
      orderId,
      eventId: event.id,
      eventName: event.name,
      eventPublicStatus: event.publicStatus,
      date,
      comment,
      emailTemplateId: template?.id ?? null,
      emailTemplateTitle: template?.title ?? null,
      userId: actor.userId,
    })
    .returning('id')
    .$call(planned)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('orders')
    .set({
      lastEventEntryId: id,
      lastEventId: event.id,
      lastEventName: event.name,
      lastEventPublicStatus: event.publicStatus,
      lastEventTime: date,
    })
    .where('id', '=', orderId)
    .$call(planned)
    .execute()
  return id
}
