import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'

/** Seconds for which a delivery is in the hands of an instance: more than an attempt takes. */
export const CLAIM_SECONDS = 60
/** The most deliveries to one webhook at once, so that a slow one keeps no other waiting. */
export const AT_ONCE_EACH = 8

/** A delivery in the hands of an instance, with where it goes. */
export interface Claim {
  id: number
  webhookId: number
  messageId: string
  body: string
  tries: number
  url: string
  secret: string
  /** The secret before it, while it still signs. */
  previousSecret: string | null
}

/**
 * Takes up to `most` deliveries that are due, of webhooks other than `busy`. Of all instances, only one gets each. The first
 * attempt of a message waits for those of earlier ones about the same order; retries wait for nothing.
 */
export async function claimDue(db: Db, most: number, busy: readonly number[]): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with claimed as (
      update webhook_deliveries set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), tries = tries + 1
      where id = any(array(
        select d.id from webhook_deliveries d
        where d.state = 'waiting' and d.due_at <= now() and (d.claimed_until is null or d.claimed_until < now())
          and d.webhook_id <> all(${busy}::int[])
          and (d.tried or d.order_id is null or not exists (
            select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.order_id = d.order_id
              and e.sequence < d.sequence and e.state = 'waiting' and not e.tried
          ))
        order by d.due_at, d.id limit ${most} for update skip locked
      )) returning id, webhook_id, message_id, body, tries
    )
    select c.*, w.url, w.secret, case when w.previous_until > now() then w.previous_secret end as previous_secret
    from claimed c join webhooks w on w.id = c.webhook_id and w.active ${sql.raw(PLANNED)}`.execute(db)
  return rows
}

/** Says for how long an event can be undone: it is announced afterwards. */
export const tellHold = (db: Db, seconds: number) =>
  sql`update webhook_hold set seconds = ${seconds} where seconds <> ${seconds}`.execute(db)

/**
 * Keeps what announces an entry from leaving until the transaction ends; with the entry, it goes. Returns whether some of it is on
 * its way, or has left.
 */
export async function lockAnnouncements(tx: Tx, entryId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('webhookDeliveries')
    .select('tries')
    .where('orderEventId', '=', entryId)
    .forUpdate()
    .execute()
  return rows.some(({ tries }) => tries > 0)
}

/** Marks the transaction as one of a run, which lets go what it announces. */
export const ofRun = (tx: Tx, runId: number) =>
  sql`select set_config('quayside.run', ${String(runId)}, true)`.execute(tx)

/** Lets go at this time what a run announces; null holds again what has not left. */
export async function letGo(tx: Tx, runId: number, at: string | null): Promise<void> {
  await sql`update webhook_deliveries set due_at = coalesce(${at}::timestamptz, 'infinity')
    where run_id = ${runId} and state = 'waiting' and tries = 0 and due_at > now()`.execute(tx)
}
