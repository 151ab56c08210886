import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { MailState } from '#contract/codes/mail-state.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { CONFIRM_DAYS, CONFIRMATIONS_A_DAY, OVER_DAYS } from '#contract/tracking/tracking-links.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { mailboxKey, sameMailbox } from '#server/http/security/mailbox-key.ts'
import type { Limit } from '#server/http/security/rate-limits.ts'
import { hashToken, isToken, newToken } from '#server/http/tokens.ts'
import { confirmUrl } from '#server/mail/links/secret-links.ts'
import { canSend } from '#server/mail/mail-server.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueMail, UNSUBSCRIBED } from '#server/mail/outbox.ts'
import { bySecret } from '#server/orders/secret-links.ts'
import { publicFacts } from '#server/tracking/facts.ts'
import { readTracked, readTrackedById } from '#server/tracking/read-tracked.ts'
import { nextTold } from './news.ts'
import { composePublicMail } from './public-mail.ts'
import { datesOf } from './reader-dates.ts'

/** The job that mails the confirmation of a subscription; its payload is a SubscribeRequest. */
export const SUBSCRIBE_TASK = 'mail_tracking_confirmation'

/** A request for the news of a shipment: a whole tracking code, and an address in lower case. */
export const subscribeRequest = z.object({ code: z.string(), email: z.string() })
type SubscribeRequest = z.infer<typeof subscribeRequest>

/**
 * Asks for the news of a shipment. A job finds out whether it exists, and whether this address has the news
 * already: neither the answer nor its time tells.
 */
export async function askToSubscribe(db: Db, { code, email }: SubscribeRequest): Promise<void> {
  await sql`
    select graphile_worker.add_job(${SUBSCRIBE_TASK}, json_build_object('code', ${code}::text, 'email', ${email}::text),
      max_attempts => 5)`.execute(db)
}

/** The order of a code that has news: in progress, with a live client. */
const openOrder = (db: Db, code: string) =>
  db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .select(['o.id', 'o.userId'])
    .where('o.trackingCode', '=', code)
    .where('o.status', '=', OrderStatus.IN_PROGRESS)
    .where('o.deletedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()

/** A new secret of a subscription, for one mail. */
export async function addToken(tx: Tx, subscriptionId: number): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('subscriptionTokens')
    .values({ tokenHash: hashToken(token), subscriptionId })
    .execute()
  return token
}

/** Begins a subscription, or finds the existing one, and locks it. */
async function beginSubscription(tx: Tx, orderId: number, email: string) {
  const { rows } = await sql<{ id: number; confirmedAt: string | null; mailed: string[] }>`
    with found as (
      insert into tracking_subscriptions (order_id, email) values (${orderId}, ${email})
      on conflict (order_id, email) where ended_at is null do update set email = excluded.email
      returning id, confirmed_at
    )
    select id, confirmed_at, (select coalesce(json_agg(coalesce(s.email, '')), '[]') from subscription_tokens t
      join tracking_subscriptions s on s.id = t.subscription_id
      where s.order_id = ${orderId} and t.created_at > now() - interval '24 hours') as mailed from found`.execute(tx)
  const [found] = rows
  return found && { ...found, mailed: found.mailed.filter((each) => sameMailbox(each, email)).length }
}

/** Whether the address may get another mail of this kind, about any shipment. */
async function mayMail(limit: Limit, email: string): Promise<boolean> {
  try {
    await limit.take(mailboxKey(email))
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Mails the confirmation of a subscription. Does nothing for a shipment that does not exist or is over, for
 * an address that has its news already, and for one that was mailed often enough today.
 */
export async function mailConfirmation(
  services: MailSettings & { db: Db },
  { code, email }: SubscribeRequest,
  limit: Limit,
): Promise<void> {
  const order = await openOrder(services.db, code)
  if (!order || !(await mayMail(limit, email))) return
  await services.db.transaction().execute(async (tx) => {
    const subscription = await beginSubscription(tx, order.id, email)
    if (!subscription || subscription.confirmedAt || subscription.mailed >= CONFIRMATIONS_A_DAY) return
    const tracked = await readTracked(tx, code)
    if (!tracked) return
    const facts = publicFacts(tracked, { now: new Date(), timeZone: services.config.timeZone })
    const more = { 'tracking.confirmUrl': confirmUrl(services.appUrl(), await addToken(tx, subscription.id)) }
    const { mail } = await composePublicMail(tx, services, { purpose: MailPurpose.TRACKING_CONFIRMATION, facts, more })
    await queueMail(
      tx,
      {
        ...mail,
        to: { name: '', address: email },
        orderId: order.id,
        userId: order.userId,
        subscription: { id: subscription.id, unsubscribeUrl: null },
      },
      { configured: await canSend(tx, services) },
    )
  })
}

/** A subscription, found by one of its mails. */
export interface OpenedSubscription {
  id: number
  orderId: number
  trackingCode: string
  /** 'late': not confirmed in time. */
  state: 'pending' | 'late' | 'live' | 'ended'
}

/**
 * Finds a subscription by the secret of one of its mails; null for an unknown one, and when order or client
 * were deleted.
 */
export async function openSubscription(db: Db, token: string): Promise<OpenedSubscription | null> {
  if (!isToken(token)) return null
  const found = await db
    .selectFrom('subscriptionTokens as t')
    .innerJoin('trackingSubscriptions as s', 's.id', 't.subscriptionId')
    .innerJoin('orders as o', 'o.id', 's.orderId')
    .innerJoin('users as u', 'u.id', 'o.userId')
    .select(['s.id', 's.orderId', 'o.trackingCode'])
    .select(
      sql<OpenedSubscription['state']>`case when s.ended_at is not null then 'ended'
        when s.confirmed_at is not null then 'live'
        when t.created_at <= now() - make_interval(days => ${CONFIRM_DAYS}) then 'late' else 'pending' end`.as('state'),
    )
    .where(bySecret('t.tokenHash', token))
    .executeTakeFirst()
  return found ?? null
}

/** Confirms a subscription. The facts of the page now count as told. Returns it as it was found. */
export async function confirmSubscription(
  tx: Tx,
  { config }: MailSettings,
  { token }: { token: string },
): Promise<OpenedSubscription | null> {
  const found = await openSubscription(tx, token)
  if (found?.state !== 'pending') return found
  const order = await readTrackedById(tx, found.orderId)
  if (!order) return null
  const facts = publicFacts(order, { now: new Date(), timeZone: config.timeZone })
  const told = nextTold(facts, { status: '', dates: datesOf(null) }, { mailed: true })
  await tx
    .updateTable('trackingSubscriptions')
    .set({ confirmedAt: sql`now()`, toldStatus: told.status, toldDates: JSON.stringify(told.dates) })
    .where('id', '=', found.id)
    .where('confirmedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
  return found
}

/** Text of the mail log in place of a forgotten address. */
const FORGOTTEN = '(unsubscribed)'

/** Ends subscriptions and forgets their addresses, in the mail log too. Returns how many. */
async function end(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ended as (
      update tracking_subscriptions s set email = null, ended_at = now() where ${which} and s.ended_at is null returning s.id
    ), forgotten as (
      update mail_deliveries d set address = ${FORGOTTEN}, updated_at = now(),
        state = case d.state when ${MailState.QUEUED} then ${MailState.CANCELLED} else d.state end,
        reason = case d.state when ${MailState.QUEUED} then ${UNSUBSCRIBED} else d.reason end,
        next_attempt_at = null
      from mails m where m.id = d.mail_id and m.subscription_id in (select id from ended) and d.state <> ${MailState.SENDING}
    )
    select count(*)::int as n from ended`.execute(db)
  return rows[0]?.n ?? 0
}

/** Ends a subscription by the secret of any of its mails. An unknown secret changes nothing. */
export async function unsubscribe(db: Db, token: string): Promise<void> {
  if (!isToken(token)) return
  await end(
    db,
    sql`s.id = (select t.subscription_id from subscription_tokens t where t.token_hash = ${hashToken(token)})`,
  )
}

/** Most subscriptions that a sweep ends at once. */
const BATCH = 1_000
/** Days for which mails of ended subscriptions still lead to a page. */
const ENDED_DAYS = 180

/**
 * Ends subscriptions that nobody confirmed in time, and those to orders that have been over for a month:
 * until then, an order that was completed by mistake continues. Deletes those that ended half a year ago.
 */
export async function sweepSubscriptions(db: Db): Promise<number> {
  const late = sql`s.confirmed_at is null and s.created_at < now() - make_interval(days => ${CONFIRM_DAYS})
    and not exists (select from subscription_tokens t
      where t.subscription_id = s.id and t.created_at > now() - make_interval(days => ${CONFIRM_DAYS}))`
  const over = sql`exists (select from orders o where o.id = s.order_id and o.status <> ${OrderStatus.IN_PROGRESS}
    and o.updated_at < now() - make_interval(days => ${OVER_DAYS}))`
  const some = (which: RawBuilder<unknown>) =>
    sql`s.id = any(array(select s.id from tracking_subscriptions s where s.ended_at is null and ${which} limit ${BATCH}))`
  const ended = (await end(db, some(late))) + (await end(db, some(over)))
  await sql`delete from tracking_subscriptions where ended_at < now() - make_interval(days => ${ENDED_DAYS})`.execute(
    db,
  )
  return ended
}
