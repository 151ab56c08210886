import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { createSmallDemo } from '#demo/shared-demo.fixture.ts'
import { sendDigests } from '#server/attention/digest/send-digests.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { startSmtp } from '#server/test/smtp.ts'
import { addToken } from '#server/tracking/readers/subscriptions.ts'
import { tellSubscribers } from '#server/tracking/readers/tell-subscribers.ts'

/** A mail as a mail server gets it, under the name of its template or purpose. */
export interface SentMail {
  name: string
  raw: Buffer
}

/** Sending to the tests' mail server takes less than this, however busy the machine is. */
const WAIT = { timeout: 60_000, interval: 50 }

/** An order of the demo data with everything that its mails mention. */
const demoOrder = ({ db }: TestServer) =>
  db
    .selectFrom('orders as o')
    .innerJoin('confirmations as c', 'c.orderId', 'o.id')
    .select(['o.id', 'o.hashSum', 'o.customCode'])
    .where('o.status', '=', 0)
    .where('o.deletedAt', 'is', null)
    .where('c.portEstimatedTimeOfArrivalAt', 'is not', null)
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Queues one mail of each kind, the way the product does. */
async function queueAll(server: TestServer): Promise<void> {
  const { db, services, call } = server
  const order = await demoOrder(server)
  const { id: eventId } = await db.selectFrom('events').select('id').limit(1).executeTakeFirstOrThrow()
  const follower = await db
    .insertInto('trackingSubscriptions')
    .values({ orderId: order.id, email: 'bo@example.test', toldDates: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await db.transaction().execute((tx) => addToken(tx, follower.id))
  await fetch(`${server.url}/site/tracking/confirm/${token}`)
  const templates = await db.selectFrom('mailTemplates').select(['id', 'content', 'purpose']).orderBy('id').execute()
  for (const { id: emailTemplateId, purpose } of templates) {
    if (purpose !== null) continue
    const body = {
      bookingRequestId: order.id,
      eventId,
      date: '1767225600',
      comment: 'On time',
      emailTemplateId,
      documents: [],
    }
    await call('POST', 'request/event/data/add', { body })
  }
  for (const purpose of [MailPurpose.BOOKING_REQUEST, MailPurpose.QUOTE_REQUEST, MailPurpose.ORDER_CHANGED])
    await db
      .transaction()
      .execute((tx) => queueOrderMail(tx, services, { orderId: order.id, template: { purpose } }, { userId: null }))
  const code = order.hashSum + order.customCode
  const body = new URLSearchParams({ code, mail: 'ada@example.test' })
  await fetch(`${server.url}/site/tracking/subscribe`, { method: 'POST', body })
  await call('POST', 'app/forgot-password', { token: null, body: { email: server.staff.email } })
  const papers = `request/booking/${order.id}/requirements`
  const { items } = (await call('GET', papers)).body.data
  const missing = items.filter(({ state }: { state: string }) => state === 'open' || state === 'requested')
  await call('POST', `${papers}/ask`, { body: { ids: missing.map(({ id }: { id: number }) => id) } })
  await call('POST', 'template/email/test', { body: { subject: 'A draft', content: templates[0]?.content ?? '' } })
  await call('POST', `request/booking/${order.id}/notes`, {
    body: { body: 'Call the terminal about the free days', assigneeId: server.staff.id, dueAt: '2026-11-21T08:00:00Z' },
  })
  await tellSubscribers(services)
  await sendDigests(services, new Date('2026-11-24T08:30:00Z'))
}

/** Every mail that the product sends, with the demo data, addressed only to its recipient. */
export async function sendDemoMails(): Promise<SentMail[]> {
  const demo = await createSmallDemo()
  const smtp = await startSmtp()
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Quayside <office@quayside.example>',
    APP_URL: 'https://app.quayside.example',
  }
  const server = await startTestServer(env, demo.url)
  const before = (await server.db.selectFrom('mails').select(sql<number>`max(id)`.as('id')).executeTakeFirstOrThrow())
    .id
  // Mails that jobs queue, a little later.
  const queuedLater = () =>
    server.db
      .selectFrom('mails')
      .select('kind')
      .where('id', '>', before)
      .where('kind', 'in', ['password-reset', 'tracking-confirmation', 'tracking-update'])
      .execute()
  const work = await startWork(server.services)
  try {
    await queueAll(server)
    await vi.waitFor(async () => expect(await queuedLater()).toHaveLength(3), WAIT)
    const queued = await server.db
      .selectFrom('mails as m')
      .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
      .select(['m.kind', 'm.templateTitle', 'm.subject', 'd.address'])
      .where('m.id', '>', before)
      .where('d.role', '=', 'to')
      .where((where) => where.or([where('m.kind', '!=', 'digest'), where('m.userId', '=', server.staff.id)]))
      .orderBy('m.id')
      .execute()
    const sent: SentMail[] = []
    for (const { kind, templateTitle, subject, address } of queued) {
      const raw = await vi.waitFor(() => {
        const found = smtp.mails.find(({ mail, recipients }) => mail.subject === subject && recipients[0] === address)
        if (!found) throw new Error(`The mail '${subject}' to ${address} did not arrive`)
        return found.raw
      }, WAIT)
      sent.push({ name: [kind, templateTitle].filter(Boolean).join(': '), raw })
    }
    return sent
  } finally {
    await work.stop()
    await server.close()
    await smtp.stop()
    await demo.drop()
  }
}
