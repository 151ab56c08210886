import { sql } from 'kysely'
import { MailState } from '#contract/codes/mail-state.ts'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { announce } from '#server/db/tuning/transactions.ts'
import { traceParent } from '#server/traces/spans.ts'
import { insertOwnLink, type OwnLink } from './links/own-link.ts'

/**
 * Event for the dispatcher of this instance when a delivery is due at once. Others find it within a second.
 */
export const MAIL_DUE = 'mail due'
/** Reason of an unsent mail. */
export const NOT_CONFIGURED = 'not sent: no mail server configured'
/** Reasons of cancelled mails. */
export const CLIENT_DELETED = 'The client was deleted'
export const EVENT_WITHDRAWN = 'The event was withdrawn'
export const UNSUBSCRIBED = 'The reader has unsubscribed'
export const CANCELLED_BY_STAFF = 'Cancelled before it was sent'

/** A mail that is ready to send, and the records it belongs to. */
export interface OutgoingMail {
  kind: MailKind
  to: { name: string; address: string }
  /**
   * Whether every address with 'Send mails to' gets a copy. Mails with a secret link and test mails never
   * send copies.
   */
  copies: boolean
  subject: string
  html: string
  text: string
  orderId?: number | null
  orderEventId?: number | null
  userId?: number | null
  createdBy?: number | null
  templateId?: number | null
  templateTitle?: string | null
  /** Documents to attach. */
  documentIds?: readonly number[]
  /** The run it belongs to, which holds it until the run releases its mails. */
  runId?: number | null
  /** Arrivals that it tells the client. */
  tells?: ToldDates
  /** The reader's own link in its text; with an order only. */
  ownLink?: OwnLink | null
  /** The subscription that it serves, and the address that ends it. */
  subscription?: { id: number; unsubscribeUrl: string | null }
}

/** Arrivals that a mail tells a client; null for one that it does not mention. */
export interface ToldDates {
  portEta: string | null
  placeEta: string | null
}

/** Whether an instance has a mail server, and for how many seconds the mail is held; not held if omitted. */
interface Queueing {
  configured: boolean
  holdSeconds?: number
}

/**
 * Kinds without copies: they have a link for the receiver alone, are about the receiver's account, or are
 * tests.
 */
const WITHOUT_COPIES = new Set<MailKind>([
  ...[MailKind.PASSWORD_RESET, MailKind.DOCUMENTS_REQUESTED, MailKind.TRACKING_UPDATE, MailKind.TRACKING_CONFIRMATION],
  ...[MailKind.OFFER, MailKind.OFFER_FOLLOW_UP, MailKind.ACCOUNT_NOTICE, MailKind.TEST],
])

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** The end of the hold, counted from the mail's `created_at`, which is rounded to milliseconds. */
const heldUntil = (seconds: number) => sql<string>`now()::timestamptz(3) + make_interval(secs => ${seconds}::float8)`

/** Due time of a mail while its run holds it: never, if the run should not release it. */
export const WITH_ITS_RUN = sql<string>`now() + interval '10 years'`
/** True for deliveries that are still held by a run. */
export const IS_HELD_BY_RUN = sql<boolean>`state = 'queued' and next_attempt_at > now() + interval '5 years'`

const COPIES = sql`mail_addresses where send`

/** The addresses that get a copy of a mail queued now. */
export async function copyAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from ${COPIES} order by id`.execute(db)
  return rows.map(({ email }) => email)
}

/**
 * The statement of `queueMail`, to send with others of the transaction. Each part takes the mail's id from
 * the part before, so that all of it is one trip.
 */
export function mailStatement(tx: Db, mail: OutgoingMail, { configured, holdSeconds }: Queueing) {
  const runId = mail.runId ?? null
  const known = configured && holdSeconds !== undefined && runId === null
  const sendAt = known ? heldUntil(holdSeconds) : sql`null::timestamptz`
  const held = configured && holdSeconds !== undefined && (holdSeconds > 0 || runId !== null)
  const due = held ? (runId === null ? heldUntil(holdSeconds) : WITH_ITS_RUN) : sql`null::timestamptz`
  const state = configured ? MailState.QUEUED : MailState.UNSENT
  const reason = configured ? null : NOT_CONFIGURED
  const copies = mail.copies && !WITHOUT_COPIES.has(mail.kind)
  const ownLink =
    mail.ownLink && mail.orderId ? sql`, tracking_link as (${insertOwnLink(mail.ownLink, mail.orderId)})` : sql``
  if (configured && !held) announce(tx, MAIL_DUE)
  return sql<{ id: number }>`
    with mail as (
      insert into mails (kind, order_id, order_event_id, user_id, created_by, template_id, template_title, subject, html, text, send_at,
        run_id, tells_port_eta, tells_place_eta, tracking_url, subscription_id, unsubscribe_url)
      values (${mail.kind}, ${mail.orderId ?? null}, ${mail.orderEventId ?? null}, ${mail.userId ?? null}, ${mail.createdBy ?? null},
        ${mail.templateId ?? null}, ${mail.templateTitle ?? null}, ${oneLine(mail.subject)}, ${mail.html}, ${mail.text}, ${sendAt},
        ${runId}, ${mail.tells?.portEta ?? null}, ${mail.tells?.placeEta ?? null}, ${mail.ownLink?.publicUrl ?? null},
        ${mail.subscription?.id ?? null}, ${mail.subscription?.unsubscribeUrl ?? null})
      returning id
    ), attached as (
      insert into mail_documents (mail_id, document_id)
      select mail.id, document_id from mail, unnest(${mail.documentIds ?? []}::int[]) as document_id
    ), delivery as (
      insert into mail_deliveries (mail_id, role, name, address, state, reason, next_attempt_at, trace_parent)
      select mail.id, role, name, address, ${state}, ${reason}::text, ${due}, ${traceParent()}::text from mail, (
        select 0 as position, 'to' as role, ${oneLine(mail.to.name)}::text as name, ${mail.to.address}::text as address
        union all
        select id, 'copy', name, email from ${COPIES} and ${copies}
      ) recipients order by position
    )${ownLink}
    select id from mail ${sql.raw(PLANNED)}`
}

/**
 * Queues a mail in the transaction that causes it: one delivery to the client and one for every copy. No
 * delivery of a held mail is due before its time. If no instance has a mail server, deliveries are stored as
 * 'unsent'. Returns the mail's id.
 */
export async function queueMail(tx: Db, mail: OutgoingMail, options: Queueing): Promise<number> {
  return (await mailStatement(tx, mail, options).execute(tx)).rows[0]?.id ?? 0
}

/** Due time of a queued delivery: `next_attempt_at`, or at once. Worded like the index (migration 0024). */
const DUE_AT = sql`coalesce(next_attempt_at, '-infinity')`
/** True for deliveries that are queued and due. */
export const IS_DUE = sql<boolean>`state = 'queued' and ${DUE_AT} <= now()`

/** A delivery in the hands of a worker. */
export interface Claim {
  id: number
  mailId: number
  address: string
  attempts: number
  /** The trace that caused it. */
  traceParent?: string | null
}

/** The statement of `claimDue`. */
export const claimStatement = (most: number) => sql<Claim>`
  update mail_deliveries set state = 'sending', attempts = attempts + 1, next_attempt_at = null, updated_at = now()
  where id = any(array(
    select id from mail_deliveries where ${IS_DUE} order by ${DUE_AT}, id limit ${most} for update skip locked
  )) returning id, mail_id, address, attempts, trace_parent ${sql.raw(PLANNED)}`

/**
 * Claims up to `most` due deliveries: those due at once first, then those due longest. Of all instances, only
 * one worker gets each. Deliveries that another transaction has locked (an undo, for example) wait for the
 * next time.
 */
export const claimDue = async (db: Db, most: number): Promise<Claim[]> => (await claimStatement(most).execute(db)).rows

/**
 * Queues failed, unsent, cancelled and waiting deliveries again, now. Returns the ids of their mails. Skips
 * password resets whose text was erased, mails to deleted clients and mails about withdrawn events.
 */
export async function retryDeliveries(tx: Db, deliveryIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ mailId: number }>`
    update mail_deliveries d set state = 'queued', attempts = 0, reason = null, next_attempt_at = null, updated_at = now(),
      bounce_code = null, bounce_text = null, bounced_at = null, bounce_soft = null, bounce_mail_id = null
    from mails m
    where d.id = any(${deliveryIds}) and m.id = d.mail_id and m.html <> '' and d.state in ('failed', 'bounced', 'unsent', 'cancelled', 'queued')
      and not exists (select 1 from users u where u.id = m.user_id and u.deleted_at is not null)
      and not exists (select 1 from order_events e where e.id = m.order_event_id and e.withdrawn_at is not null)
    returning d.mail_id`.execute(tx)
  if (rows.length > 0) announce(tx, MAIL_DUE)
  const mails = [...new Set(rows.map(({ mailId }) => mailId))]
  await sql`select answer_again(${mails}::int[])`.execute(tx)
  return mails
}
