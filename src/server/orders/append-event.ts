import { CompiledQuery, sql } from 'kysely'
import { INTERRUPTIONS, type Milestone } from '#contract/reference/milestones.ts'
import type { Tx } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import type { Actor } from '#server/http/app-types.ts'

/** A new history entry. It copies names, so that later changes to the event or template do not alter it. */
export interface NewEntry {
  /** An id from `nextEntryId`, for statements that are sent before this one is answered. */
  id?: number
  orderId: number
  event: { id: number; name: string; publicStatus: string; milestone: Milestone | null }
  date: Date | string
  comment?: string
  template?: { id: number; title: string } | null
  /** Values that it also sets; the caller writes them. */
  carried?: readonly object[]
}

/** The milestones that interrupt a shipment, as a list in SQL. */
export const INTERRUPTIONS_LIST = INTERRUPTIONS.map((code) => `'${code}'`).join(', ')

/** A milestone in SQL, or null for one that interrupts a shipment without moving it on. */
const reached = (column: 'entry.milestone' | 'e.milestone') =>
  sql`case when ${sql.ref(column)} not in (${sql.raw(INTERRUPTIONS_LIST)}) then ${sql.ref(column)} end`

const NEXT = CompiledQuery.raw(`select nextval(pg_get_serial_sequence('order_events', 'id')) as id ${PLANNED}`)

/** The id of the entry to be appended next. */
export async function nextEntryId(tx: Tx): Promise<number> {
  return (await tx.executeQuery<{ id: number }>(NEXT as CompiledQuery<{ id: number }>)).rows[0]?.id ?? 0 // a raw query has no types
}

/** The statement of `appendEvent`, to send with others. */
export function eventEntry(entry: NewEntry, actor: Pick<Actor, 'userId'>) {
  const { id, orderId, event, date, comment = '', template, carried = [] } = entry
  return sql<{ id: number }>`
    with entry as (
      insert into order_events (id, order_id, event_id, event_name, event_public_status, milestone, date, comment,
        email_template_id, email_template_title, user_id, carried)
      values (${id ?? sql`default`}, ${orderId}, ${event.id}, ${event.name}, ${event.publicStatus}, ${event.milestone}, ${date},
        ${comment}, ${template?.id ?? null}, ${template?.title ?? null}, ${actor.userId},
        ${JSON.stringify(carried)})
      returning id, order_id, event_id, event_name, event_public_status, milestone, date
    )
    update orders set last_event_entry_id = entry.id, last_event_id = entry.event_id, last_event_name = entry.event_name,
      last_event_public_status = entry.event_public_status, last_event_time = entry.date,
      last_milestone = greatest(orders.last_milestone, ${reached('entry.milestone')})
    from entry where orders.id = entry.order_id returning entry.id ${sql.raw(PLANNED)}`
}

/**
 * Appends an entry to an order's history and makes it the order's last event. Returns the entry's id. The
 * order keeps its version, so setting an event never conflicts with an edit.
 */
export async function appendEvent(tx: Tx, ...given: Parameters<typeof eventEntry>): Promise<number> {
  return (await eventEntry(...given).execute(tx)).rows[0]?.id ?? 0
}

/**
 * Makes the newest entry that was not withdrawn the order's last event, whatever its date, and the furthest
 * milestone of all of them its last milestone; null if there is none. `without` leaves out an entry that is
 * about to be removed. Returns the entry's id. The order keeps its version.
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
      ),
      last_milestone = (
        select max(${reached('e.milestone')}) from order_events e
        where e.order_id = ${orderId} and e.withdrawn_at is null and e.id is distinct from ${without}::bigint
      )
    where id = ${orderId} returning last_event_entry_id`.execute(tx)
  return rows[0]?.lastEventEntryId ?? null
}
