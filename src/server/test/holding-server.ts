import { sql } from 'kysely'
import type { LiveTimes } from '#server/live/times.ts'
import { createMailTransport } from '#server/mail/mail-transport.ts'
import { claimDue } from '#server/mail/outbox.ts'
import { sendDelivery } from '#server/mail/send-delivery.ts'
import { createEvent, createOrder, createTemplate, createUser } from './records.ts'
import { startTestServer } from './server.ts'
import { startSmtp } from './smtp.ts'

/**
 * A server that holds mails for `HOLD` seconds, with a client, a template and an event; its workers are
 * played by `deliver`.
 */
export async function startHoldingServer(text?: string, times: Partial<LiveTimes> = {}) {
  const smtp = await startSmtp()
  const server = await startTestServer({ SMTP_URL: smtp.url, MAIL_HOLD_SECONDS: String(HOLD) }, undefined, times)
  const transport = createMailTransport({ smtpUrl: smtp.url, from: server.config.mailFrom }, server.services.files)
  const clientId = (await createUser(server.db)).id
  const templateId = (await createTemplate(server.db, text)).id
  const departed = await createEvent(server.db, 'Departed', 'On board')
  await server.db.insertInto('mailAddresses').values({ email: 'desk@quayside.example', send: true }).execute()

  const newOrder = () => createOrder(server.db, { userId: clientId })
  /** Sets the event Departed, without a mail unless `more` names one. */
  const set = (orderId: number, more: object = {}, token = server.token) =>
    server.call('POST', 'request/event/data/add', {
      body: { bookingRequestId: orderId, eventId: departed.id, date: '1767225600', ...more },
      token,
    })
  /** Sets the event with a mail. */
  const setWithMail = (orderId: number, more: object = {}, token = server.token) =>
    set(orderId, { emailTemplateId: templateId, ...more }, token)
  const history = async (orderId: number) => (await server.call('GET', `request/event/data/${orderId}`)).body.data
  const deliveriesOf = (mailId: number) =>
    server.db.selectFrom('mailDeliveries').selectAll().where('mailId', '=', mailId).orderBy('id').execute()
  const statesOf = async (mailId: number) => (await deliveriesOf(mailId)).map(({ state }) => state)
  /** Does the work of a worker that finds only this mail. */
  async function deliver(mailId: number) {
    const claims = await server.db.transaction().execute(async (tx) => {
      // Workers pass over locked mails.
      await sql`select 1 from mail_deliveries where mail_id <> ${mailId} for update`.execute(tx)
      return claimDue(server.db, 100)
    })
    for (const claim of claims) await sendDelivery({ db: server.db, transport, log: server.services.log }, claim)
  }
  /** Makes the deliveries of a mail due, as if time had passed for them only. */
  const makeDue = (mailId: number) =>
    sql`update mail_deliveries set next_attempt_at = now() where mail_id = ${mailId}`.execute(server.db)
  /** The audit entries of an action on a record. */
  const trail = (action: string, entityId: number) =>
    server.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('action', '=', action)
      .where('entityId', '=', entityId)
      .execute()
  async function stop() {
    transport.close()
    await server.close()
    await smtp.stop()
  }
  return {
    smtp,
    server,
    clientId,
    templateId,
    departed,
    newOrder,
    set,
    setWithMail,
    history,
    deliveriesOf,
    statesOf,
    deliver,
    makeDue,
    trail,
    stop,
  }
}

/** Time in seconds. */
export const HOLD = 120
