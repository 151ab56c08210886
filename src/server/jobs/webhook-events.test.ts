import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_MESSAGES } from '#contract/integrations/webhook-messages.ts'
import { WEBHOOK_EVENTS } from '#contract/integrations/webhooks.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { rawMail } from '#server/mail-in/mail-in.fixture.ts'
import { createConfirmation, createEvent, createOrder, createUser } from '#server/test/records.ts'
import { startWebhooks } from './webhooks.fixture.ts'

const HOLD = 60
const hooks = await startWebhooks({ MAIL_HOLD_SECONDS: String(HOLD) })
const { server, deliveriesOf } = hooks
afterAll(() => hooks.close())
const { db } = server
// Announcements are read from the outbox: nothing needs to arrive here.
await hooks.sender.stop()
const webhook = await hooks.addWebhook(WEBHOOK_EVENTS)
const client = await createUser(db)
const departed = await createEvent(db, 'Departed')

interface Announced {
  type: string
  timestamp: string
  data: { id: number | null; sequence: number } & Record<string, unknown>
}
/** Messages announced since the last look, in order, each as the description of the API has it. */
async function announced(): Promise<Announced[]> {
  const found: Announced[] = (await deliveriesOf(webhook.id)).map(({ body }: { body: string }) => JSON.parse(body))
  for (const each of found) {
    described.add(each.type)
    expect(WEBHOOK_MESSAGES.find(({ event }) => event === each.type)?.schema.parse(each)).toEqual(each)
  }
  return found.reverse()
}
const described = new Set<string>()
beforeEach(() => sql`delete from webhook_deliveries`.execute(db))

const newOrder = async () => {
  const order = await createOrder(db, { userId: client.id })
  await sql`delete from webhook_deliveries`.execute(db)
  return order
}
const setEvent = (orderId: number, more: object = {}) =>
  server.call('POST', 'request/event/data/add', {
    body: {
      bookingRequestId: orderId,
      eventId: departed.id,
      date: '1767225600',
      comment: '',
      emailTemplateId: null,
      documents: [],
      ...more,
    },
  })
const upload = async () => {
  const form = new FormData()
  form.append('files[]', new Blob(['%PDF-1.4\n%%EOF\n']), 'invoice.pdf')
  return (await server.call('POST', 'admin/document/upload/1', { body: form })).body.data.items[0].id
}

test('an order that is booked, and its status', async () => {
  const order = await createOrder(db, { userId: client.id })
  await server.call('PUT', `request/booking/edit/${order.id}`, { body: { status: 2 } })
  await server.call('PUT', `request/booking/edit/${order.id}`, { body: { status: 2, yourName: 'Same status' } })
  const about = { id: order.id, trackingCode: order.trackingCode }
  const found = await announced()
  expect(found).toMatchObject([
    { type: 'order.created', data: about },
    { type: 'order.status', data: { ...about, status: 2, previous: 0 } },
  ])
  expect(found[1]?.data.sequence).toBeGreaterThan(found[0]?.data.sequence ?? 0)
  expect(found[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the change and its message are stored together, or neither', async () => {
  const order = await newOrder()
  const failing = db.transaction().execute(async (tx) => {
    await tx.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await announced()).toEqual([])
})

test('dates of a confirmation once per save that changed one', async () => {
  const order = await newOrder()
  const edit = (body: object) => server.call('PUT', `request/booking/${order.id}/confirmation/edit`, { body })
  await createConfirmation(db, { orderId: order.id })
  await edit({ vesselVoyage: '018E' })
  expect(await announced()).toEqual([])
  await edit({ cargoReadyAt: '2026-03-01T00:00:00.000Z', cargoCutOffAt: '2026-03-02T10:00:00.000Z' })
  await edit({ cargoReadyAt: '2026-03-01T00:00:00.000Z' })
  expect(await announced()).toMatchObject([{ type: 'order.dates', data: { id: order.id } }])
  await db.transaction().execute(async (tx) => {
    for (const day of ['2026-04-01', '2026-04-02'])
      await tx.updateTable('confirmations').set({ cargoReadyAt: day }).where('orderId', '=', order.id).execute()
  })
  expect(await announced()).toHaveLength(2)
})

describe('an event', () => {
  test('waits for as long as it can be undone, and with its undo goes', async () => {
    const order = await newOrder()
    const { id: entryId } = (await setEvent(order.id)).body.data
    expect(await announced()).toMatchObject([
      {
        type: 'order.event',
        data: { id: order.id, entryId, eventId: departed.id, event: 'Departed', withdrawn: false },
      },
    ])
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - created_at)::float8 as seconds from webhook_deliveries`.execute(db)
    expect(Math.round(rows[0]?.seconds ?? 0)).toBe(HOLD)
    expect((await server.call('POST', `request/event/entry/${entryId}/undo`)).status).toBe(200)
    expect(await announced()).toEqual([])
  })

  test('cannot be undone once its message is on its way', async () => {
    const order = await newOrder()
    const { id: entryId } = (await setEvent(order.id)).body.data
    await sql`update webhook_deliveries set tries = 1`.execute(db)
    const { status, body } = await server.call('POST', `request/event/entry/${entryId}/undo`)
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'This event can no longer be undone. Withdraw it instead.',
    })
  })

  test('that is withdrawn is announced again', async () => {
    const order = await newOrder()
    const { id: entryId } = (await setEvent(order.id)).body.data
    await server.call('POST', `request/event/entry/${entryId}/withdraw`, { body: { reason: 'Wrong order' } })
    expect((await announced()).map(({ type, data }) => [type, data.entryId, data.withdrawn])).toEqual([
      ['order.event', entryId, false],
      ['order.event', entryId, true],
    ])
  })
})

test('a document that is added, also with an event, but none that was made here', async () => {
  const order = await newOrder()
  const [first, second] = [await upload(), await upload()]
  await server.call('POST', `request/booking/${order.id}/documents`, { body: { documents: [first] } })
  expect(await announced()).toMatchObject([{ type: 'document.received', data: { id: order.id, documentId: first } }])
  await db
    .insertInto('mailTemplates')
    .values({ title: 'Papers', subject: 'Papers', content: '<p>x</p>', purpose: null })
    .execute()
  const template = await db
    .selectFrom('mailTemplates')
    .select('id')
    .where('title', '=', 'Papers')
    .executeTakeFirstOrThrow()
  expect((await setEvent(order.id, { documents: [second], emailTemplateId: template.id })).status).toBe(200)
  const found = await announced()
  expect(found.map(({ type }) => type).sort()).toEqual(['document.received', 'document.received', 'order.event'])
  await hooks.call('PUT', 'admin/company', { name: 'Quayside Forwarding Ltd.', address: '1 Dock Road' })
  const made = await server.call('POST', `request/booking/${order.id}/made-documents`, {
    body: { kind: 'labels', pieces: 1 },
  })
  const documents = await db.selectFrom('madeDocuments').selectAll().where('orderId', '=', order.id).execute()
  expect(documents, JSON.stringify(made.body)).toHaveLength(1)
  expect(await announced()).toHaveLength(3)
})

test('a mail that failed for good', async () => {
  const order = await newOrder()
  const to = { name: 'Anna', address: 'gone@berg.example' }
  const mail = {
    kind: 'event' as const,
    to,
    copies: false,
    subject: 'Departed',
    html: '<p>x</p>',
    text: 'x',
    orderId: order.id,
  }
  const mailId = await db.transaction().execute((tx) => queueMail(tx, mail, { configured: true }))
  const set = (state: 'sending' | 'failed') =>
    db.updateTable('mailDeliveries').set({ state }).where('mailId', '=', mailId).execute()
  await set('sending')
  await set('failed')
  await set('failed')
  expect(await announced()).toMatchObject([{ type: 'mail.failed', data: { id: order.id, mailId } }])
})

test('a sailing that is added or changed', async () => {
  await db
    .insertInto('ports')
    .values([
      { code: 'CNNGB', name: 'Ningbo' },
      { code: 'USLAX', name: 'Los Angeles' },
    ])
    .execute()
  const vessel = await db
    .insertInto('vessels')
    .values({ imoNumber: '9074729', name: 'EVER GIVEN' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { vesselId: vessel.id, voyage: '018E', portOfLoading: 'CNNGB', portOfDischarge: 'USLAX' }
  const { id, reference } = (await server.call('POST', 'sailing', { body })).body.data
  await server.call('PUT', `sailing/${id}`, { body: { masterBill: 'MAEU1' } })
  await server.call('PUT', `sailing/${id}`, { body: { notes: 'Nothing for others' } })
  const found = await announced()
  expect(found.map(({ type, data }) => [type, data.id, data.reference])).toEqual([
    ['sailing.changed', id, reference],
    ['sailing.changed', id, reference],
  ])
})

test('an offer whose mail left, that was accepted, and that was declined', async () => {
  const body = { name: 'Nina', email: 'nina@example.test', options: [{ mode: 1, label: '40 ft', price: 4200 }] }
  const sent = async () => {
    const { id } = (await server.call('POST', 'offer', { body })).body.data
    return (await server.call('POST', `offer/${id}/send`, { body: {} })).body.data
  }
  const offer = await sent()
  expect(await announced()).toEqual([])
  const left = { state: 'sent', sentAt: new Date() } as const
  await db.updateTable('mailDeliveries').set(left).where('mailId', '=', offer.mail.id).execute()
  const accept = { optionId: offer.options[0].id, note: 'By telephone' }
  await server.call('POST', `offer/${offer.id}/accept-for-client`, { body: accept })
  const other = await sent()
  const { html } = await db.selectFrom('mails').select('html').where('id', '=', other.mail.id).executeTakeFirstOrThrow()
  const declining = { method: 'POST', body: new URLSearchParams({ action: 'decline', reason: 'price', note: '' }) }
  const [, token] = /\/site\/offer\/([\w-]{43})/.exec(html) ?? []
  for (let n = 0; n < 2; n++) expect((await fetch(`${server.url}/site/offer/${token}`, declining)).status).toBe(200)
  const found = await announced()
  const about = (of: { id: number; reference: string }) => ({ id: of.id, reference: of.reference, orderId: null })
  expect(found.map(({ type, data: { sequence: _, ...data } }) => ({ type, data }))).toEqual([
    { type: 'offer.sent', data: about(offer) },
    { type: 'offer.accepted', data: about(offer) },
    { type: 'offer.declined', data: about(other) },
  ])
  expect(found.map(({ data }) => typeof data.sequence)).toEqual(['number', 'number', 'number'])
})

test('a mail came in, with its order if it is one', async () => {
  const order = await newOrder()
  const token = await server.signIn({ role: ['ROLE_ADMIN'] })
  const bring = async (subject: string) => {
    const headers = { 'user-token': token, 'content-type': 'message/rfc822' }
    const reply = await fetch(`${server.url}/api/mail-in/raw`, { method: 'POST', headers, body: rawMail({ subject }) })
    return ((await reply.json()) as { data: { id: number } }).data // an answer of ours
  }
  const [mail, unmatched] = [await bring(order.trackingCode ?? ''), await bring('Who are you?')]
  const found = (await announced()).filter(({ type }) => type === 'mail.received')
  expect(found.map(({ data }) => [data.id, data.orderId, data.matched])).toEqual([
    [mail.id, order.id, 'code'],
    [unmatched.id, null, null],
  ])
})

test('nothing while loading, nor what a webhook did not ask for, nor for one that is switched off', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`set local quayside.webhooks = 'off'`.execute(tx)
    await createOrder(tx, { userId: client.id })
  })
  expect(await announced()).toEqual([])
  const other = await hooks.addWebhook(['order.status'])
  const off = await hooks.addWebhook(['order.created'])
  await hooks.call('PUT', `admin/webhook/${off.id}`, { active: false })
  await createOrder(db, { userId: client.id })
  expect(await announced()).toHaveLength(1)
  expect([await deliveriesOf(other.id), await deliveriesOf(off.id)]).toEqual([[], []])
  for (const { id } of [other, off]) await hooks.call('DELETE', `admin/webhook/${id}`)
})

test('a message is thin: far below 20 KB, without names, addresses and prices', async () => {
  const order = await newOrder()
  await setEvent(order.id, { comment: 'x'.repeat(255) })
  const [{ body }] = await deliveriesOf(webhook.id)
  expect(Buffer.byteLength(body)).toBeLessThan(1_000)
  for (const hidden of [order.companyName, order.email, order.yourName, 'xxx']) expect(body).not.toContain(hidden)
})

test('every type of message was compared with its description', () => {
  expect([...described].sort()).toEqual([...WEBHOOK_EVENTS].sort())
})
