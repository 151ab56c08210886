import { type RawBuilder, sql } from 'kysely'
import { MailKind } from '#contract/mails/mail-codes.ts'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import { IS_SEEN } from '#server/mail/mail-server.ts'
import { IS_DUE, NOT_CONFIGURED } from '#server/mail/outbox.ts'
import { STALE_SECONDS } from '#server/mail/send-delivery.ts'

/** The most rows that one statement deletes, to stay well within the statement timeout. */
const BATCH = 5_000

/** Deletes the rows that match a condition, in batches. Returns how many. */
async function removeWhere(db: Db, table: string, where: RawBuilder<unknown>): Promise<number> {
  let total = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${BATCH}))`.execute(
      db,
    )
    total += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return total
  }
}

/** Deletes expired sessions. */
export const sweepSessions = (db: Db) => removeWhere(db, 'sessions', sql`expires_at < now()`)

/** Deletes password reset links that were used or have expired. */
export const sweepPasswordResets = (db: Db) =>
  removeWhere(db, 'passwordResets', sql`used_at is not null or expires_at < now()`)

/** Deletes replies stored for repeated requests, after 24 hours. */
export const sweepIdempotencyKeys = (db: Db) =>
  removeWhere(db, 'idempotencyKeys', sql`created_at < now() - interval '24 hours'`)

/** Deletes notifications after half a year, read or not: their notes stay with the orders. */
export const sweepNotifications = (db: Db) =>
  removeWhere(db, 'notifications', sql`created_at < now() - interval '180 days'`)

/** Deletes expired rate limit counters. */
export const sweepRateLimits = (db: Db) =>
  removeWhere(db, 'rateLimits', sql`expire is not null and expire < extract(epoch from now()) * 1000`)

/** Erases the text of password resets that were not sent before their link expired. */
export async function sweepResetMails(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ html: '', text: '' })
    .where('kind', '=', MailKind.PASSWORD_RESET)
    .where('html', '<>', '')
    .where('createdAt', '<', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes uploads that were not attached to an order within 24 hours: their rows, then their files. */
export async function sweepDocuments(db: Db, files: FileStore): Promise<number> {
  const gone = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ storageKey: string }>`
      delete from documents where id in (
        select d.id from documents d
        where d.order_id is null and d.created_at < now() - interval '24 hours'
          and not exists (select 1 from mail_documents md where md.document_id = d.id)
        limit 500 for update of d skip locked
      ) returning storage_key`.execute(tx)
    return rows
  })
  for (const { storageKey } of gone) await files.remove(storageKey)
  return gone.length
}

/** A delivery that lost this many workers is not retried: it may be what kills them. */
const MAX_LOST = 10

/** Marks deliveries that are due as unsent while no instance has a mail server. */
export async function sweepUnsendable(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mail_deliveries set state = 'unsent', reason = ${NOT_CONFIGURED}, next_attempt_at = null, updated_at = now()
    where id in (
      select id from mail_deliveries where ${IS_DUE} and not ${IS_SEEN} limit ${BATCH} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

/** No transaction takes this long, so a time this far ahead means that the clock was set back. */
const AHEAD = sql`now() + interval '30 seconds'`

/** After the clock was set back, makes deliveries and jobs due that would wait until the old time comes round again. */
export async function sweepFuture(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update mail_deliveries set next_attempt_at = least(next_attempt_at, now()), updated_at = now()
      where id in (
        select id from mail_deliveries where state in ('queued', 'sending') and updated_at > ${AHEAD}
        limit ${BATCH} for update skip locked
      ) returning id`.execute(tx)
    const jobs = await sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
      where locked_at is null and updated_at > ${AHEAD} having count(*) > 0`.execute(tx)
    return rows.length + jobs.rows.length
  })
}

/** Queues deliveries whose worker died. */
export async function sweepStuckDeliveries(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mail_deliveries set state = case when attempts < ${MAX_LOST} then 'queued' else 'failed' end,
      reason = 'Sending was interrupted', next_attempt_at = null, updated_at = now()
    where id in (
      select id from mail_deliveries
      where state = 'sending' and updated_at < now() - make_interval(secs => ${STALE_SECONDS})
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}
