import { sql } from 'kysely'
import type { z } from 'zod'
import { formatAt } from '#contract/lib/format.ts'
import type { eventConflict } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { StaleError } from '#server/errors.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { readEntry } from '#server/orders/history.ts'

interface Seen {
  orderId: number
  /** The entry that the caller saw as the last event; undefined skips the check. */
  seen: number | null | undefined
  lastEventEntryId: number | null
}

/** Who withdrew or undid an entry, and when; undefined if it never belonged to the order. */
async function takenBack(tx: Tx, orderId: number, entryId: number) {
  const { rows } = await sql<{ name: string; who: string | null; at: string; did: string }>`
    select e.event_name as name, u.username as who, e.withdrawn_at as at, 'withdrew' as did
    from order_events e left join users u on u.id = e.withdrawn_by
    where e.id = ${entryId}::bigint and e.order_id = ${orderId} and e.withdrawn_at is not null
    union all
    select a.before ->> 'event', u.username, a.at, 'undid'
    from audit_entries a left join users u on u.id = a.user_id
    where a.entity = 'orders' and a.entity_id = ${orderId} and a.action = 'order.undo-event'
      and a.before ->> 'entryId' = ${String(entryId)}
    limit 1`.execute(tx)
  return rows[0]
}

/**
 * Throws 409 if the order's last event is not the one that the caller saw: it names who set which event
 * meanwhile, or who undid the one seen, and has the entry that counts now. The order must be locked.
 */
export async function checkLastEvent(
  tx: Tx,
  { config }: MailSettings,
  { orderId, seen, lastEventEntryId }: Seen,
): Promise<void> {
  if (seen === undefined || seen === lastEventEntryId) return
  const current = lastEventEntryId === null ? null : await readEntry(tx, config, lastEventEntryId)
  const conflict = (message: string) => new StaleError(message, { current } satisfies z.infer<typeof eventConflict>)
  const gone = seen !== null && (current === null || current.id < seen) ? await takenBack(tx, orderId, seen) : undefined
  if (gone) {
    throw conflict(`${gone.who ?? 'Someone else'} ${gone.did} ${gone.name} ${formatAt(gone.at, config.timeZone)}.`)
  }
  if (!current) throw conflict('This order no longer has an event.')
  const { user, event, createdAt } = current
  throw conflict(`${user?.username ?? 'Someone else'} set ${event.name} ${formatAt(createdAt, config.timeZone)}.`)
}
