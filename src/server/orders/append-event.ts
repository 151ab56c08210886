import { sql } from 'kysely'
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
    .with('entry', (cte) =>
      cte
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
        .returning(['id', 'orderId', 'eventId', 'eventName', 'eventPublicStatus', 'date']),
    )
    .updateTable('orders')
    .from('entry')
    .set((eb) => ({
      lastEventEntryId: eb.ref('entry.id'),
      lastEventId: eb.ref('entry.eventId'),
      lastEventName: eb.ref('entry.eventName'),
      lastEventPublicStatus: eb.ref('entry.eventPublicStatus'),
      lastEventTime: eb.ref('entry.date'),
    }))
    .whereRef('orders.id', '=', 'entry.orderId')
    .returning('entry.id')
    .$call(planned)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Makes the newest entry that was not withdrawn the order's last event, whatever its date; null if there is none. `without`
 * leaves out an entry that is about to be removed. Answers the entry's id. The order keeps its version.
 */
export async function refreshLastEvent(
  tx: Tx,
  { orderId, without = null }: { orderId: number; without?: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ lastEventEntryId: number | null }>`
    update orders set
      (last_event_entry_id, last_event_id, last_event_name, last_event_public_status, last_event_time) = (
        select e.id, e.event_id, e.event_name, e.event_public_status, e.date from order_events e
        where e.order_id = ${orderId} and e.withdrawn_at is null and e.id is distinct from ${without}::bigint
        order by e.id desc limit 1
      )
    where id = ${orderId} returning last_event_entry_id`.execute(tx)
  return rows[0]?.lastEventEntryId ?? null
}
