import { sql } from 'kysely'
import { MailKind, MailState } from '#contract/mails/mails.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED, planned } from '#server/db/tuning/planned.ts'

/** The job that sends one delivery; its payload is `{ deliveryId }`. */
export const SEND_TASK = 'send_delivery'
/** Why a mail is unsent. */
export const NOT_CONFIGURED = 'not sent: no mail server configured'
/** Why waiting mails were cancelled. */
export const CLIENT_DELETED = 'The client was deleted'
export const EVENT_WITHDRAWN = 'The event was withdrawn'
export const CANCELLED_BY_STAFF = 'Cancelled before it left'

/** A mail that is ready to send, and what it belongs to. */
export interface OutgoingMail {
  kind: MailKind
  to: { name: string; address: string }
  /** Whether every address with 'Send mails to' gets a copy. Password resets and test mails never send copies. */
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
}

/** Whether an instance has a mail server, and for how many seconds the mail is held; not held if omitted. */
interface Queueing {
  configured: boolean
  holdSeconds?: number
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** Counted from the mail's `created_at`, which is rounded to milliseconds. */
const heldUntil = (seconds: number) => sql<string>`now()::timestamptz(3) + make_interval(secs => ${seconds}::float8)`
/** Seconds. A time rounded up is later than now(): the job must not come before its delivery is due. */
const ROUNDING = 0.001

function insertMail(tx: Db, mail: OutgoingMail, { configured, holdSeconds }: Queueing): Promise<{ id: number }> {
  return tx
    .insertInto('mails')
    .values({
      kind: mail.kind,
      orderId: mail.orderId ?? null,
      orderEventId: mail.orderEventId ?? null,
      userId: mail.userId ?? null,
      createdBy: mail.createdBy ?? null,
      templateId: mail.templateId ?? null,
      templateTitle: mail.templateTitle ?? null,
      subject: oneLine(mail.subject),
      html: mail.html,
      text: mail.text,
      sendAt: configured && holdSeconds !== undefined ? heldUntil(holdSeconds) : null,
    })
    .returning('id')
    .$call(planned)
    .executeTakeFirstOrThrow()
}

const COPIES = sql`mail_addresses where send`

/** The addresses that get a copy of a mail queued now. */
export async function copyAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from ${COPIES} order by id`.execute(db)
  return rows.map(({ email }) => email)
}

/** Schedules each delivery once: a job that is already scheduled is replaced. */
export async function scheduleDeliveries(tx: Db, deliveryIds: readonly number[], afterSeconds = 0): Promise<void> {
  if (deliveryIds.length === 0) return
  await sql`
    select graphile_worker.add_job(${SEND_TASK}, json_build_object('deliveryId', id), job_key => 'delivery:' || id,
      run_at => now() + make_interval(secs => ${afterSeconds}::float8))
    from unnest(${deliveryIds}::int[]) as id ${sql.raw(PLANNED)}`.execute(tx)
}

/**
 * Queues a mail in the transaction that causes it: one delivery to the client and one for every copy, each with its own
 * job. No delivery of a held mail is due before its time. If no instance has a mail server, deliveries
 * are stored as 'unsent' without a job. Answers the mail's id.
 */
export async function queueMail(tx: Db, mail: OutgoingMail, options: Queueing): Promise<number> {
  const { id } = await insertMail(tx, mail, options)
  const { configured, holdSeconds = 0 } = options
  const due = configured && holdSeconds > 0 ? heldUntil(holdSeconds) : sql`null::timestamptz`
  const state = configured ? MailState.QUEUED : MailState.UNSENT
  const reason = configured ? null : NOT_CONFIGURED
  const copies = mail.copies && mail.kind !== MailKind.PASSWORD_RESET && mail.kind !== MailKind.TEST
  const { rows } = await sql<{ id: number }>`
    insert into mail_deliveries (mail_id, role, name, address, state, reason, next_attempt_at)
    select ${id}::int, role, name, address, ${state}, ${reason}::text, ${due} from (
      select 0 as position, 'to' as role, ${oneLine(mail.to.name)}::text as name, ${mail.to.address}::text as address
      union all
      select id, 'copy', name, email from ${COPIES} and ${copies}
    ) recipients order by position returning id ${sql.raw(PLANNED)}`.execute(tx)
  const documents = (mail.documentIds ?? []).map((documentId) => ({ mailId: id, documentId }))
  if (documents.length > 0) await tx.insertInto('mailDocuments').values(documents).execute()
  const deliveryIds = rows.map((row) => row.id)
  if (configured) await scheduleDeliveries(tx, deliveryIds, holdSeconds > 0 ? holdSeconds + ROUNDING : 0)
  return id
}

/**
 * Queues failed, unsent, cancelled and waiting deliveries again, now. Answers the ids of their mails. Skips password resets
 * whose text was erased, mails to deleted clients and mails about withdrawn events.
 */
export async function retryDeliveries(tx: Db, deliveryIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; mailId: number }>`
    update mail_deliveries d set state = 'queued', attempts = 0, reason = null, next_attempt_at = null, updated_at = now()
    from mails m
    where d.id = any(${deliveryIds}) and m.id = d.mail_id and m.html <> '' and d.state in ('failed', 'unsent', 'cancelled', 'queued')
      and not exists (select 1 from users u where u.id = m.user_id and u.deleted_at is not null)
      and not exists (select 1 from order_events e where e.id = m.order_event_id and e.withdrawn_at is not null)
    returning d.id, d.mail_id`.execute(tx)
  await scheduleDeliveries(
    tx,
    rows.map(({ id }) => id),
  )
  return [...new Set(rows.map(({ mailId }) => mailId))]
}
