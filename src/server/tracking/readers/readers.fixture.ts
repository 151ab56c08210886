import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import type { TestServer } from '#server/test/server.ts'

const LINK = /http:\/\/app\.test\/site\/tracking\/(personal|confirm|unsubscribe)\/([A-Za-z0-9_-]{43})/

/** The secret of a link in a mail; '' without one. */
export const secretIn = (html: string, page: 'personal' | 'confirm' | 'unsubscribe') => {
  for (const [, name, token = ''] of html.matchAll(new RegExp(LINK, 'g'))) if (name === page) return token
  return ''
}

/** Actions of tests about readers: set events, read mails as they were queued, open pages. */
export function readersOn(server: TestServer) {
  const { db } = server
  const open = async (path: string, options: RequestInit = {}) => {
    const reply = await fetch(`${server.url}/site/tracking/${path}`, { redirect: 'manual', ...options })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const post = (path: string, values: Record<string, string> = {}) =>
    open(path, { method: 'POST', body: new URLSearchParams(values) })

  async function newOrder(values: object = {}) {
    const client = await createUser(db)
    const order = await createOrder(db, { userId: client.id, ...values })
    return { client, order, code: order.hashSum + order.customCode }
  }
  /** Sets an event, mailed by a template with the tracking link unless `emailTemplateId` is null. */
  async function setEvent(
    orderId: number,
    {
      publicStatus = '',
      ...values
    }: { publicStatus?: string; emailTemplateId?: number | null; documents?: number[] } = {},
  ) {
    const event = await createEvent(db, undefined, publicStatus)
    const emailTemplateId =
      values.emailTemplateId === undefined
        ? (await createTemplate(db, '<p><a href="{{ site.trackingUrl }}">Track</a> {{ order.publicStatus }}</p>')).id
        : values.emailTemplateId
    const body = {
      bookingRequestId: orderId,
      eventId: event.id,
      date: new Date().toISOString(),
      comment: '',
      documents: values.documents ?? [],
      emailTemplateId,
    }
    const reply = await server.call('POST', 'request/event/data/add', { body })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body.data
  }
  const mails = (orderId: number) =>
    db
      .selectFrom('mails as m')
      .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
      .select(['m.id', 'm.kind', 'm.subject', 'm.html', 'm.text', 'm.unsubscribeUrl', 'd.address', 'd.state', 'd.role'])
      .where('m.orderId', '=', orderId)
      .orderBy('d.id')
      .execute()
  /** The secret of the newest personal link of an order. */
  async function newestLink(orderId: number): Promise<string> {
    const all = await mails(orderId)
    return secretIn(all.at(-1)?.html ?? '', 'personal')
  }
  const readers = async (orderId: number) =>
    (await server.call('GET', `request/booking/${orderId}/tracking-links`)).body.data
  return { open, post, newOrder, setEvent, mails, newestLink, readers }
}
