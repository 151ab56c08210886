import { beforeAll, expect, test } from 'vitest'
import { PDF, pdf, sendDocument, sendDocuments } from '#server/test/files.ts'
import { createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number
let template: { id: number; title: string }
let booked: { id: number }
let departed: { id: number }

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
  template = await createTemplate(server.db)
  booked = await createEvent(server.db, 'Booking Received', 'We received your booking')
  departed = await createEvent(server.db, 'Departed')
})

const newOrder = () => createOrder(server.db, { userId: clientId })
const MB = 1024 * 1024
const set = (orderId: number, more: object = {}, headers: Record<string, string> = {}) =>
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
    headers,
  })
const history = async (orderId: number) => (await server.call('GET', `request/event/data/${orderId}`)).body.data
const countOf = async (table: string) =>
  Number((await server.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

test('an event is added to the history and becomes the last event; the order keeps its version', async () => {
  const order = await newOrder()
  const before = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
  const reply = await set(order.id, { eventId: booked.id, comment: 'On time' })
  expect(reply.body.data).toMatchObject({
    date: '2026-01-01T00:00:00.000Z',
    comment: 'On time',
    event: { name: 'Booking Received', publicStatus: 'We received your booking' },
    user: { role: 'ROLE_MANAGER', humanRole: 'Manager' },
    mail: null,
  })
  const after = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
  expect(after).toMatchObject({
    lastEventId: booked.id,
    lastEventName: 'Booking Received',
    lastEventTime: '2026-01-01T00:00:00.000Z',
    updatedAt: before.updatedAt,
  })
})

test('the history is newest first; the entry added last is the last event, whatever its date', async () => {
  const order = await newOrder()
  await set(order.id, { date: '2026-02-02T10:00:00Z' })
  await set(order.id, { date: '2026-01-01T10:00:00Z', eventId: booked.id })
  expect((await history(order.id)).map((entry: { event: { name: string } }) => entry.event.name)).toEqual([
    'Booking Received',
    'Departed',
  ])
  expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data.lastEventTime).toBe(
    '2026-01-01T10:00:00.000Z',
  )
})

test('an event with a template queues the rendered mail, its copies and documents in the same transaction', async () => {
  await server.db.insertInto('mailAddresses').values({ email: 'ops@example.test' }).execute()
  const order = await newOrder()
  const documentId = await sendDocument(server)
  const reply = await set(order.id, { emailTemplateId: template.id, documents: [documentId] })
  expect(reply.body.data).toMatchObject({
    emailTemplate: { id: template.id },
    documents: [{ id: documentId, name: 'invoice.pdf', category: 'Other' }],
  })
  const mail = await server.db.selectFrom('mails').selectAll().where('orderId', '=', order.id).executeTakeFirstOrThrow()
  expect(mail.subject).toBe(`Order ${order.trackingCode}`)
  expect(mail.html).toContain('Anna Client')
  const deliveries = await server.db
    .selectFrom('mailDeliveries')
    .select(['role', 'address', 'state'])
    .where('mailId', '=', mail.id)
    .orderBy('id')
    .execute()
  expect(deliveries).toEqual([
    { role: 'to', address: 'anna@example.test', state: 'unsent' },
    { role: 'copy', address: 'ops@example.test', state: 'unsent' },
  ])
  expect(reply.body.data.mail.state).toBe('unsent')
})

test.each([
  ['bookingRequestId', 999_999, 404],
  ['eventId', 999_999, 400],
  ['emailTemplateId', 999_999, 400],
  ['date', '31.12.2026', 400],
  ['date', '2026-02-30T10:00:00Z', 400],
  ['date', '', 400],
  ['comment', 'x'.repeat(256), 400],
  ['documents', [999_999], 400],
  ['documents', 'x', 400],
  ['eventId', '1', 400],
])('%s = %j is refused and nothing is saved', async (field, value, status) => {
  const order = await newOrder()
  const entries = await countOf('order_events')
  const body = { emailTemplateId: field === 'documents' ? template.id : null, [field]: value }
  const reply = await set(order.id, body)
  expect(reply.status).toBe(status)
  if (status === 400) expect(Object.keys(reply.body.data)[0]).toMatch(new RegExp(`^${field}`))
  expect(await countOf('order_events')).toBe(entries)
})

test('a comment of 255 characters is accepted', async () => {
  const order = await newOrder()
  expect((await set(order.id, { comment: 'x'.repeat(255) })).status).toBe(200)
})

test('documents are refused without a mail', async () => {
  const order = await newOrder()
  const reply = await set(order.id, { documents: [await sendDocument(server)] })
  expect(reply.body).toMatchObject({ code: 400, message: 'Documents can be sent only as addition to the mail' })
})

test('a system template cannot be sent with an event', async () => {
  const order = await newOrder()
  const system = await server.db
    .selectFrom('mailTemplates')
    .select('id')
    .where('system', '=', true)
    .executeTakeFirstOrThrow()
  expect((await set(order.id, { emailTemplateId: system.id })).body.data).toHaveProperty('emailTemplateId')
})

test('documents of others, attached ones and repeated ones are refused; nothing is attached or sent', async () => {
  const order = await newOrder()
  const colleague = await createUser(server.db, { role: ['ROLE_MANAGER'] })
  const foreign = (await sendDocuments(server, [['a.pdf', PDF]], { token: await server.tokenFor(colleague.id) })).body
    .data.items[0].id
  const used = await sendDocument(server)
  await set(order.id, { emailTemplateId: template.id, documents: [used] })
  const mails = await countOf('mails')
  const mine = await sendDocument(server)
  for (const documents of [[foreign], [used], [mine, mine]]) {
    expect((await set(order.id, { emailTemplateId: template.id, documents })).status).toBe(400)
  }
  expect(await countOf('mails')).toBe(mails)
  const { orderId } = await server.db
    .selectFrom('documents')
    .select('orderId')
    .where('id', '=', mine)
    .executeTakeFirstOrThrow()
  expect(orderId).toBeNull()
})

test('a repeated Idempotency-Key sets one event and sends one mail; with another body it is 409', async () => {
  const order = await newOrder()
  const headers = { 'idempotency-key': 'click-1' }
  const replies = await Promise.all([1, 2, 3].map(() => set(order.id, { emailTemplateId: template.id }, headers)))
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  expect(await history(order.id)).toHaveLength(1)
  expect((await set(order.id, { comment: 'other' }, headers)).status).toBe(409)
})

test('two simultaneous events are both stored; the later one is the last event', async () => {
  const order = await newOrder()
  await Promise.all([set(order.id, { eventId: booked.id }), set(order.id, { eventId: departed.id })])
  const entries = await history(order.id)
  expect(entries).toHaveLength(2)
  expect((await server.call('GET', `request/booking/get/${order.id}`)).body.data.lastEventId).toBe(entries[0].event.id)
})

test('the history keeps the name of a deleted template', async () => {
  const order = await newOrder()
  const gone = await createTemplate(server.db)
  await set(order.id, { emailTemplateId: gone.id })
  await server.db.deleteFrom('mailTemplates').where('id', '=', gone.id).execute()
  expect((await history(order.id))[0]).toMatchObject({ emailTemplate: null, deletedEmailTemplate: gone.title })
})

test('documents of a deleted order are 404', async () => {
  const order = await newOrder()
  const id = await sendDocument(server)
  expect((await set(order.id, { emailTemplateId: template.id, documents: [id] })).status).toBe(200)
  const status = async () =>
    (await fetch(`${server.url}/api/document/${id}/download`, { headers: { 'user-token': server.token } })).status
  expect(await status()).toBe(200)
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  expect(await status()).toBe(404)
})

test('documents of several uploads may not exceed 25 MB in one submission', async () => {
  const order = await newOrder()
  const documents = [
    await sendDocument(server, ['a.pdf', pdf(13 * MB)]),
    await sendDocument(server, ['b.pdf', pdf(13 * MB)]),
  ]
  const reply = await set(order.id, { emailTemplateId: template.id, documents })
  expect(reply.body).toMatchObject({ code: 400, message: 'Maximum limit of weight is exceeded' })
})

test('a template is previewed with the data of an order', async () => {
  const order = await newOrder()
  const reply = await server.call('GET', `template/email/${template.id}/preview/${order.id}`)
  expect(reply.body.data).toContain(order.trackingCode)
  expect((await server.call('GET', `template/email/${template.id}/preview/999999`)).status).toBe(404)
})
