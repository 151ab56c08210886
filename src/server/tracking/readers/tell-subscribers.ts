import { sql } from 'kysely'
import { MailState } from '#contract/codes/mail-state.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { MailKind, MailPurpose } from '#contract/mail/mail-codes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { unsubscribeUrl } from '#server/mail/links/secret-links.ts'
import { canSend } from '#server/mail/mail-server.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Services } from '#server/services.ts'
import { readStaffSettings } from '#server/settings/staff-settings.ts'
import { type PublicFacts, publicFacts } from '#server/tracking/facts.ts'
import { readTrackedById } from '#server/tracking/read-tracked.ts'
import { type News, newsList, newsOf, nextTold, type Told, untold } from './news.ts'
import { composePublicMail } from './public-mail.ts'
import { datesOf } from './reader-dates.ts'
import { addToken } from './subscriptions.ts'

/** Orders that one look takes. */
const AT_ONCE = 100
/** Seconds until the next look at an order that failed. */
const PAUSE_SECONDS = 300

/**
 * Mails subscribers the news about their shipments. An order is news once its last change is as old as mails
 * are held, and no run that changed it can be undone: changes taken back by then were never news. Returns how
 * many mails were queued.
 */
export async function tellSubscribers(services: Pick<Services, 'db' | 'log'> & MailSettings): Promise<number> {
  const { db, config, log } = services
  const { rows } = await sql<{ orderId: number }>`
    select order_id from tracking_changes group by order_id
    having max(at) <= clock_timestamp() - make_interval(secs => ${config.mailHoldSeconds}::float8)
    order by max(at) limit ${AT_ONCE}`.execute(db)
  let mailed = 0
  for (const { orderId } of rows) {
    try {
      mailed += await db.transaction().execute((tx) => tellOf(tx, services, orderId))
    } catch (error) {
      log.error({ err: error, orderId }, 'news of an order were not sent')
      await lookLater(db, orderId, PAUSE_SECONDS)
    }
  }
  return mailed
}

const lookLater = (db: Db, orderId: number, seconds: number) =>
  sql`insert into tracking_changes (order_id, at) values (${orderId}, clock_timestamp() + make_interval(secs => ${seconds}))`.execute(
    db,
  )

/** Whether a run that changed the order, or the dates of its sailing, is running or can be undone. */
async function canBeUndone(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from runs r where (r.finished_at is null or r.held_until > clock_timestamp()) and (
        exists (select from run_items i where i.run_id = r.id and i.order_id = ${orderId})
        or (r.kind = 'dates' and r.input #>> '{target,sailingId}' =
          (select l.sailing_id::text from loadings l where l.order_id = ${orderId}))
      )
    ) as open`.execute(tx)
  return rows[0]?.open ?? false
}

interface Changed {
  orderId: number
  userId: number
  lastEventEntryId: number | null
  facts: PublicFacts
  /** Time of the first of the changes. */
  since: string
}

/** Takes the changes of an order. Null if there are none any more, or nobody is to be told. */
async function takeChanges(tx: Tx, { config }: MailSettings, orderId: number): Promise<Changed | null> {
  const { rows } = await sql<{ since: string | null }>`
    with taken as (delete from tracking_changes where order_id = ${orderId} returning at) select min(at) as since from taken`.execute(
    tx,
  )
  const since = rows[0]?.since
  if (!since) return null
  const order = await tx
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .select(['o.userId', 'o.lastEventEntryId'])
    .where('o.id', '=', orderId)
    .where('o.status', '<>', OrderStatus.CANCELLED)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  const tracked = order && (await readTrackedById(tx, orderId))
  if (!tracked) return null
  return { ...order, orderId, since, facts: publicFacts(tracked, { now: new Date(), timeZone: config.timeZone }) }
}

async function tellOf(tx: Tx, services: MailSettings, orderId: number): Promise<number> {
  if (await canBeUndone(tx, orderId)) {
    await lookLater(tx, orderId, 0)
    return 0
  }
  const changed = await takeChanges(tx, services, orderId)
  if (!changed) return 0
  const subscribers = await tx
    .selectFrom('trackingSubscriptions')
    .select(['id', 'email', 'toldStatus', 'toldDates'])
    .where('orderId', '=', orderId)
    .where('confirmedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { shiftDays } = await readStaffSettings(tx)
  const clientMails = await mailsToClient(tx, changed)
  let mailed = 0
  for (const { id, email, toldStatus, toldDates } of subscribers) {
    if (email === null) continue
    const told: Told = { status: toldStatus, dates: datesOf(toldDates) }
    const found = newsOf(changed.facts, told, shiftDays)
    const news = found && clientMails.filter(({ address }) => address === email).reduce(leftBy, found)
    if (news) {
      await mailNews(tx, services, { subscriptionId: id, email, news, changed })
      mailed++
    }
    await remember(tx, id, nextTold(changed.facts, told, { mailed: found !== null }))
  }
  return mailed
}

const leftBy = (news: News | null, said: { saysStatus: boolean; text: string }) => news && untold(news, said)

/**
 * Mails with these changes that the client got, or is about to get. Set in one transaction, they may be a
 * little older.
 */
async function mailsToClient(tx: Tx, { orderId, lastEventEntryId, since }: Changed) {
  const { rows } = await sql<{ address: string; saysStatus: boolean; text: string }>`
    select lower(d.address) as address, coalesce(m.order_event_id = ${lastEventEntryId}::bigint, false) as says_status,
      regexp_replace(m.subject || ' ' || m.text, '\\s+', ' ', 'g') as text
    from mails m join mail_deliveries d on d.mail_id = m.id and d.role = 'to'
    where m.order_id = ${orderId} and m.kind in (${MailKind.EVENT}, ${MailKind.ORDER_CHANGED})
      and d.state not in (${MailState.CANCELLED}, ${MailState.FAILED})
      and m.created_at >= ${since}::timestamptz - interval '5 seconds'`.execute(tx)
  return rows
}

const remember = (tx: Tx, id: number, { status, dates }: Told) =>
  tx
    .updateTable('trackingSubscriptions')
    .set({ toldStatus: status, toldDates: JSON.stringify(dates) })
    .where('id', '=', id)
    .execute()

interface Telling {
  subscriptionId: number
  email: string
  news: News
  changed: Changed
}

async function mailNews(
  tx: Tx,
  services: MailSettings,
  { subscriptionId, email, news, changed }: Telling,
): Promise<void> {
  const { facts, orderId, userId } = changed
  const url = unsubscribeUrl(services.appUrl(), await addToken(tx, subscriptionId))
  const more = { 'tracking.news': newsList(news), 'tracking.unsubscribeUrl': url }
  const { mail } = await composePublicMail(tx, services, { purpose: MailPurpose.TRACKING_UPDATE, facts, more })
  const subscription = { id: subscriptionId, unsubscribeUrl: url }
  await queueMail(
    tx,
    { ...mail, to: { name: '', address: email }, orderId, userId, subscription },
    { configured: await canSend(tx, services) },
  )
}
