import { type RawBuilder, sql } from 'kysely'
import { DRAFT_DAYS } from '#contract/drafts/drafts.ts'
import { CHANGES_KEPT_MINUTES, PRESENCE_SECONDS } from '#contract/live/live.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import { LINK_DAYS } from '#contract/papers/paper-codes.ts'
import { VIEW_TRASH_DAYS } from '#contract/views/views.ts'
import type { Db } from '#server/db/client.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { FileStore } from '#server/files/files.ts'
import { HAS_SECRETS, withoutSecrets } from '#server/mail/links/secret-links.ts'
import { IS_SEEN } from '#server/mail/mail-server.ts'
import { IS_DUE, NOT_CONFIGURED } from '#server/mail/outbox.ts'
import { STALE_SECONDS } from '#server/mail/send-delivery.ts'

/** Most rows that one statement changes; fewer where so many take too long. */
const BATCH = 5_000
/** Most mails that one statement changes: their texts may be long. */
const MAILS = 1_000

/**
 * Deletes the rows that match a condition, in batches. Returns how many. Where rows are found by their age,
 * `oldest` names its column: the oldest come first, by the index of that column, whatever the statistics say.
 */
export const removeWhere = (
  db: Db,
  table: string,
  where: RawBuilder<unknown>,
  { oldest }: { oldest?: string } = {},
): Promise<number> => {
  const found = oldest === undefined ? where : sql`${where} order by ${sql.ref(oldest)}`
  return inBatches(BATCH, async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${found} limit ${limit}))`.execute(
      db,
    )
    return Number(numAffectedRows)
  })
}

/**
 * Changes the mails that match a condition until none does, in batches, the oldest first as above. Returns
 * how many.
 */
export const changeMails = (db: Db, change: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> =>
  inBatches(MAILS, async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      update mails set ${change} where id = any(array(select id from mails where ${where} order by created_at limit ${limit}))`.execute(
      db,
    )
    return Number(numAffectedRows)
  })

/** Deletes expired sessions. */
export const sweepSessions = (db: Db) => removeWhere(db, 'sessions', sql`expires_at < now()`)

/** Deletes logins that waited for a code in vain. */
export const sweepChallenges = (db: Db) => removeWhere(db, 'loginChallenges', sql`expires_at < now()`)

/** Deletes password reset links that were used or have expired. */
export const sweepPasswordResets = (db: Db) =>
  removeWhere(db, 'passwordResets', sql`used_at is not null or expires_at < now()`)

/** Deletes sign-ins that were begun and not finished. */
export async function sweepSignIns(db: Db): Promise<number> {
  const tables = ['passkeyChallenges', 'oidcSignIns', 'oidcHandOvers']
  let total = 0
  for (const table of tables) total += await removeWhere(db, table, sql`expires_at < now()`)
  return total
}

/** Deletes replies stored for repeated requests, after 24 hours. */
export const sweepIdempotencyKeys = (db: Db) =>
  removeWhere(db, 'idempotencyKeys', sql`created_at < now() - interval '24 hours'`)

/**
 * Deletes views after their time in the trash, and those that nobody sees: not shared, and the account is
 * gone.
 */
export const sweepViews = (db: Db) =>
  removeWhere(
    db,
    'views',
    sql`deleted_at < now() - make_interval(days => ${VIEW_TRASH_DAYS}) or (owner_id is null and not shared)`,
  )

/** Deletes drafts to which nothing was written for two weeks. */
export const sweepDrafts = (db: Db) =>
  removeWhere(db, 'drafts', sql`updated_at < now() - make_interval(days => ${DRAFT_DAYS})`)

/** Condition of expired times: older than this, or far ahead because the clock was set back. */
const notWithin = (column: string, seconds: number) =>
  sql`${sql.ref(column)} not between now() - make_interval(secs => ${seconds}) and now() + interval '1 minute'`

/**
 * Deletes changes that no reader may come back for, and records up to where. They go in the order of their
 * transactions, up to the first one that is kept, so that the rest is complete.
 */
export async function sweepChanges(db: Db): Promise<undefined> {
  const old = notWithin('at', CHANGES_KEPT_MINUTES * 60)
  await sql`
    with gone as (
      delete from changes where xid < coalesce(
        (select xid from changes where not (${old}) order by xid, id limit 1), '9223372036854775807'::xid8
      ) and ${old} returning xid
    )
    update changes_kept set swept = greatest(swept, (select xid from gone order by xid desc limit 1))`.execute(db)
}

/** Deletes records of open tabs that were not heard of lately. */
export async function sweepPresence(db: Db): Promise<undefined> {
  await sql`delete from presence where ${notWithin('seenAt', PRESENCE_SECONDS)}`.execute(db)
}

/** Deletes expired rate limit counters. */
export const sweepRateLimits = (db: Db) =>
  removeWhere(db, 'rateLimits', sql`expire is not null and expire < extract(epoch from now()) * 1000`)

/** Erases the text of password resets that were not sent before their link expired. */
export const sweepResetMails = (db: Db): Promise<number> =>
  changeMails(
    db,
    sql`html = '', text = ''`,
    sql`kind = ${MailKind.PASSWORD_RESET} and html <> '' and created_at < now() - interval '1 hour'`,
  )

/** Hides the links in mails that asked for documents and were not sent before these expired. */
export const sweepUploadMails = (db: Db): Promise<number> =>
  changeMails(
    db,
    sql`html = ${withoutSecrets('html')}, text = ${withoutSecrets('text')}`,
    sql`kind = ${MailKind.DOCUMENTS_REQUESTED} and created_at < now() - make_interval(days => ${LINK_DAYS})
      and html ~ '/site/upload/[A-Za-z0-9_-]{43}'`,
  )

/** Hides the personal links in mails that were not sent before these expired. */
export async function sweepTrackingMails(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select id, mail_id from tracking_links where expires_at < now() and mail_id is not null limit ${BATCH}
    ), freed as (
      update tracking_links l set mail_id = null from due where l.id = due.id
    )
    update mails m set html = ${withoutSecrets('html')}, text = ${withoutSecrets('text')}
    from due where m.id = due.mail_id and ${HAS_SECRETS}`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes uploads that were not attached to an order within 24 hours: their rows, then their files. */
export async function sweepDocuments(db: Db, files: FileStore): Promise<number> {
  const gone = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ storageKey: string }>`
      delete from documents where id in (
        select d.id from documents d
        where d.order_id is null and d.created_at < now() - interval '24 hours'
          and not exists (select 1 from mail_documents md where md.document_id = d.id)
          and not exists (select 1 from made_documents m where m.document_id = d.id)
          and not exists (select 1 from offers o where o.document_id = d.id)
          and not exists (select 1 from rate_sets s where s.document_id = d.id)
        limit 500 for update of d skip locked
      ) returning storage_key`.execute(tx)
    return rows
  })
  for (const { storageKey } of gone) await files.remove(storageKey)
  return gone.length
}

/** Lost workers after which a delivery is not retried: it may be what kills them. */
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

/** A time further ahead than any transaction takes: the clock was set back. */
const AHEAD = sql`now() + interval '30 seconds'`

/**
 * Makes deliveries and jobs due that would wait, after the clock was set back, until the old time comes round
 * again.
 */
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

/** Days for which a failed job is kept, with its error: its payload may name somebody. */
const FAILED_JOB_DAYS = 7

/** Removes jobs that failed for good, after a week. */
export async function sweepFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from (
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${FAILED_JOB_DAYS}) limit ${BATCH}
    ) failed having count(*) > 0`.execute(db)
  return rows.length
}

/** Queues deliveries whose worker died. */
export async function sweepStuckDeliveries(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mail_deliveries set state = case when attempts < ${MAX_LOST} then 'queued' else 'failed' end,
      reason = 'Sending was interrupted', next_attempt_at = null, updated_at = now()
    where id in (
      select id from mail_deliveries
      where state = 'sending' and updated_at < now() - make_interval(secs => ${STALE_SECONDS})
      limit ${BATCH} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}
