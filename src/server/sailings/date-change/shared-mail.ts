import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { waitingMail } from '#server/mail/waiting-mail.ts'
import { queueOrderMail, recomposeOrderMail } from '#server/orders/mails/order-mail.ts'
import type { EventFacts } from '#server/orders/mails/order-variables.ts'
import { changedDates, type ToldChange, tellsOf } from './change-list.ts'

/** An order of a mail about changed dates. */
export interface MailedChange extends ToldChange {
  orderId: number
  /** The state of its row in the run. */
  state: string
}

/** What a run tells an order's client. */
export interface Telling {
  change: Omit<MailedChange, 'state'>
  address: string
  templateId: number
  /** The facts about the event that the mail states. */
  event: Partial<EventFacts>
}

/** The changes that a mail of a run tells: that of its own order first. */
export async function changesOf(db: Db, mailId: number): Promise<MailedChange[]> {
  const { rows } = await sql<
    Omit<MailedChange, keyof ToldChange> & { trackingCode: string; result: ToldChange | null }
  >`
    select o.id as order_id, o.tracking_code, i.state, i.result from mails m
      join lateral (select m.order_id union all select x.order_id from mail_orders x where x.mail_id = m.id) told on true
      join orders o on o.id = told.order_id
      join run_items i on i.run_id = m.run_id and i.order_id = o.id
    where m.id = ${mailId} order by o.id <> m.order_id, i.position`.execute(db)
  // A row that is being done has no result yet.
  return rows.flatMap(({ result, ...row }) => (result ? [{ ...result, ...row }] : []))
}

/** Orders of a run whose clients at this address get a mail. */
export async function ordersTold(tx: Tx, runId: number, address: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from run_items i join orders o on o.id = i.order_id
    where i.run_id = ${runId} and i.state <> 'skipped' and i.input @> '{"mail": true}' and lower(o.email) = lower(${address})`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Makes a mail tell these changes and no others; the first is that of its own order. The mail must be locked. */
export async function recompose(
  tx: Tx,
  services: MailSettings,
  { mailId, templateId, event }: Pick<Telling, 'templateId' | 'event'> & { mailId: number },
  changes: readonly (ToldChange & { orderId: number })[],
): Promise<void> {
  const [own, ...others] = changes
  if (!own) return
  const { orderId } = own
  await sql`update mails set order_id = ${orderId} where id = ${mailId} and order_id <> ${orderId}`.execute(tx)
  await tx.deleteFrom('mailOrders').where('mailId', '=', mailId).execute()
  const rows = others.map((other) => {
    const { portEta: tellsPortEta, placeEta: tellsPlaceEta } = tellsOf(other)
    return { mailId, orderId: other.orderId, tellsPortEta, tellsPlaceEta }
  })
  if (rows.length > 0) await tx.insertInto('mailOrders').values(rows).execute()
  const change = changedDates(changes, services.config.timeZone)
  await recomposeOrderMail(tx, services, { mailId, orderId, template: { id: templateId }, event, change })
}

/**
 * Tells an order's client its changed dates, in the mail that the run has for this address already, or else in
 * a new one. Returns the mail's id.
 */
export async function tellTogether(
  tx: Tx,
  services: MailSettings & { runId: number },
  telling: Telling,
  actor: Actor,
): Promise<number> {
  const { change, templateId, event, address } = telling
  const mailId = await waitingMail(tx, { runId: services.runId, address })
  if (mailId === undefined) {
    const mail = { orderId: change.orderId, template: { id: templateId }, event }
    return queueOrderMail(tx, services, { ...mail, change: changedDates([change], services.config.timeZone) }, actor)
  }
  await recompose(tx, services, { mailId, templateId, event }, [...(await changesOf(tx, mailId)), change])
  return mailId
}
