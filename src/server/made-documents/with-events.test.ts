import { beforeAll, expect, test } from 'vitest'
import { createEvent, createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { madeRecords, nameCompany } from './made-documents.fixture.ts'

const server = testServer({ MAIL_HOLD_SECONDS: '60' })
let records: Awaited<ReturnType<typeof madeRecords>>

beforeAll(async () => {
  records = await madeRecords(server)
  await nameCompany(server)
})

async function setEvent(orderId: number, documents: number[], values: object = {}) {
  const [event, template] = [await createEvent(server.db), await createTemplate(server.db)]
  return server.call('POST', 'request/event/data/add', {
    body: {
      bookingRequestId: orderId,
      eventId: event.id,
      date: '1795165500',
      comment: '',
      emailTemplateId: template.id,
      documents,
      ...values,
    },
  })
}
const documentOf = ({ state }: { state: { versions: { documentId: number }[] } }) => state.versions[0]?.documentId ?? 0

test('a made document goes with the mail of an event, whoever made it, and once', async () => {
  const { addOrder, made, one, make } = records
  const order = await addOrder()
  const id = documentOf(await made(order.id, 'booking-confirmation'))
  await server.db.updateTable('documents').set({ uploadedBy: records.userId }).where('id', '=', id).execute()
  const { status, body } = await setEvent(order.id, [id])
  expect(status).toBe(200)
  expect(body.data.documents).toMatchObject([{ id, contentType: 'application/pdf' }])
  const { rows } = await server.pool.query(
    'select document_id from mail_documents d join mails m on m.id = d.mail_id where m.order_id = $1',
    [order.id],
  )
  expect(rows).toEqual([{ document_id: id }])
  expect((await one(order.id, 'booking-confirmation')).versions).toMatchObject([{ attached: true }])
  expect((await setEvent(order.id, [id])).body.data).toHaveProperty(['documents.0'])
  // The next mail gets a version of its own, although nothing changed.
  const next = await make(order.id, 'booking-confirmation', { ifChanged: true })
  expect(next.body.data.versions).toMatchObject([{ version: 2, attached: false }, { version: 1 }])
})

test('after an undo it stays with the order, and can go with another event', async () => {
  const { addOrder, made } = records
  const order = await addOrder()
  const id = documentOf(await made(order.id, 'arrival-notice'))
  const { body } = await setEvent(order.id, [id])
  expect((await server.call('POST', `request/event/entry/${body.data.id}/undo`)).status).toBe(200)
  const row = server.db.selectFrom('documents').select(['orderId', 'orderEventId']).where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ orderId: order.id, orderEventId: null })
  expect((await setEvent(order.id, [id])).status).toBe(200)
})

test("another order's document is refused, with an event and in a preview", async () => {
  const { addOrder, made } = records
  const [order, other] = [await addOrder(), await addOrder()]
  const id = documentOf(await made(other.id, 'arrival-notice'))
  const { status, body } = await setEvent(order.id, [id])
  expect(status).toBe(400)
  expect(body.data).toHaveProperty(['documents.0'])
  const template = await createTemplate(server.db)
  const preview = (orderId: number) =>
    server.call('POST', `template/email/${template.id}/preview/${orderId}`, { body: { documents: [id] } })
  expect((await preview(order.id)).status).toBe(400)
  expect((await preview(other.id)).body.data.attachments).toMatchObject([{ name: expect.stringContaining('Arrival') }])
})

test('a template names the document that goes with it; a system template has none', async () => {
  const { body: added } = await server.call('POST', 'template/email', {
    body: {
      title: 'Confirmed',
      subject: 'Yours',
      content: '<p>Dear {{ contact.name }}</p>',
      attaches: 'booking-confirmation',
    },
  })
  expect(added.data.attaches).toBe('booking-confirmation')
  const { id } = added.data
  const list = await server.call('GET', 'template/email/get_all?system=false')
  expect(list.body.data.items.find((each: { id: number }) => each.id === id).attaches).toBe('booking-confirmation')
  const copy = await server.call('POST', 'template/email/add', { body: { copyOf: id } })
  expect(copy.body.data.attaches).toBe('booking-confirmation')
  const edit = (body: object, of = id) => server.call('PUT', `template/email/edit/${of}`, { body })
  expect((await edit({ title: 'Renamed' })).body.data.attaches).toBe('booking-confirmation')
  expect((await edit({ attaches: null })).body.data.attaches).toBeNull()
  expect((await edit({ attaches: 'labels' })).body.data).toHaveProperty('attaches')
  const system = await server.db.selectFrom('mailTemplates').select('id').where('system', '=', true).executeTakeFirst()
  if (system) expect((await edit({ attaches: 'quote' }, system.id)).body.data).toHaveProperty('attaches')
})
