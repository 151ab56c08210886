import { type RawBuilder, sql } from 'kysely'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { RetentionKey } from '#contract/system/retention.ts'
import type { Db } from '#server/db/client.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import { changeMails, removeWhere } from './sweeps.ts'

/** Runs that one transaction removes, with their rows. */
const RUNS = 50

const before = (column: string, days: number) => sql`${sql.ref(column)} < now() - make_interval(days => ${days})`

/** Erases the texts of mails, and the records behind their links. */
const eraseTexts = (db: Db, days: number): Promise<number> =>
  changeMails(
    db,
    sql`html = '', text = '', unsubscribe_url = null, tracking_url = null`,
    sql`(html <> '' or text <> '') and ${before('createdAt', days)}`,
  )

/** Mails whose texts one statement erases. */
const MAILS = 500

/** Erases the texts of mails that came in, their raw texts and the files that nobody filed. */
async function eraseMailIn(db: Db, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ n: number }>`
      with old as (
        select id, raw_key from mail_in where raw_key <> '' and ${before('receivedAt', days)} order by received_at limit ${MAILS} for update
      ), files as (
        select f.id, f.storage_key from mail_in_files f join old on old.id = f.mail_id where f.storage_key is not null
      ), loose as (
        insert into loose_files (storage_key) select raw_key from old union select storage_key from files on conflict do nothing
      ), let_go as (
        update mail_in_files f set storage_key = null from files where f.id = files.id
      ), erased as (
        update mail_in m set text = '', html = null, html_with_pictures = null, raw_key = '', searched = fold(m.subject) || E'\n' || bare(m.subject)
        from old where m.id = old.id returning m.id
      )
      select count(*)::int as n from erased`.execute(db)
    const n = rows[0]?.n ?? 0
    total += n
    if (n < MAILS) return total
  }
}

/** Removes runs that are over, their rows first. */
async function removeRuns(db: Db, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from runs where finished_at is not null and ${before('finishedAt', days)} order by finished_at limit ${RUNS}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return total
    await removeWhere(db, 'runItems', sql`run_id = any(${ids}::int[])`)
    await db.deleteFrom('runs').where('id', 'in', ids).execute()
    total += ids.length
    if (ids.length < RUNS) return total
  }
}

/** Removes matching rows whose column is older than the days given. */
const remove =
  (table: string, column: string, which: RawBuilder<unknown> = sql`true`) =>
  (db: Db, days: number) =>
    removeWhere(db, table, sql`${which} and ${before(column, days)}`, { oldest: column })

/** Sweeps of each class of records, with the days after which they apply. */
export const SWEPT: Record<RetentionKey, readonly ((db: Db, days: number) => Promise<number>)[]> = {
  auditDays: [remove('auditEntries', 'at')],
  mailTextDays: [eraseTexts, eraseMailIn],
  digestDays: [remove('mails', 'createdAt', sql`kind = ${sql.lit(MailKind.DIGEST)}`)],
  quoteDays: [remove('quotes', 'askedAt')],
  offerDays: [remove('offers', 'updatedAt', sql`order_id is null and state <> 'draft'`)],
  runDays: [removeRuns],
  notificationDays: [remove('notifications', 'createdAt')],
  trackingDays: [
    // Links are kept beyond their expiry, so that their pages can say that they have expired.
    remove('trackingLinks', 'expiresAt'),
    remove('uploadLinks', 'expiresAt'),
    remove(
      'trackingReaders',
      'at',
      sql`not exists (select from tracking_subscriptions s
        where s.order_id = tracking_readers.order_id and s.email = tracking_readers.email and s.ended_at is null)`,
    ),
  ],
  webhookDays: [remove('webhookDeliveries', 'updatedAt', sql`state <> 'waiting'`)],
}

/** Classes that versions before these settings kept for ever. */
const ONCE_FOR_EVER: ReadonlySet<string> = new Set<RetentionKey>(['auditDays', 'mailTextDays', 'digestDays', 'runDays'])
/** Days after an upgrade in which administrators can choose other times before any of those records go. */
const DAYS_TO_CHOOSE = 7

async function isTimeToChoose(db: Db): Promise<boolean> {
  const { rows } = await sql<{ soon: boolean }>`
    select applied_at > now() - make_interval(days => ${DAYS_TO_CHOOSE}) as soon from migrations
    where name like '0090-%'`.execute(db)
  return rows[0]?.soon === true
}

/** Removes records that are older than the settings allow. Returns the number of rows. */
export async function sweepRetention(db: Db): Promise<number> {
  const [settings, choosing] = [await readStaffSettings(db), await isTimeToChoose(db)]
  let total = 0
  for (const [key, sweeps] of Object.entries(SWEPT)) {
    if (choosing && ONCE_FOR_EVER.has(key)) continue
    for (const sweep of sweeps) total += await sweep(db, settings[key as RetentionKey]) // its own keys
  }
  return total
}
