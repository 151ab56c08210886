import { afterAll, beforeAll, expect, test } from 'vitest'
import { INSTANT } from '#contract/lib/messages.ts'
import { startWork } from '#server/jobs/start-work.ts'
import { createConfirmation, createEvent, createOrder, createTemplate, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { type ReceivedMail, startSmtp, type TestSmtp } from '#server/test/smtp.ts'

let smtp: TestSmtp
let server: TestServer
let work: { stop(): Promise<void> }
let clientId: number
let departed: { id: number }

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, TIME_ZONE: 'Asia/Shanghai' })
  work = await startWork(server.services)
  clientId = (await createUser(server.db)).id
  departed = await createEvent(server.db, 'Departed', 'On board')
  await server.db
    .insertInto('htmlBlocks')
    .values({
      title: 'Footer',
      identifier: 'footer',
      content: '<p>{{ contact.company }} · {{ confirmation.voyage }}</p>',
    })
    .execute()
  await server.db
    .insertInto('mailAddresses')
    .values([
      { email: 'desk@quayside.example', name: 'Desk', send: true },
      { email: 'quiet@quayside.example', send: false },
      { email: 'boss@quayside.example', send: true },
    ])
    .execute()
})
afterAll(async () => {
  await work.stop()
  await server.close()
  await smtp.stop()
})

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
async function upload(name: string, more = 0): Promise<number> {
  const form = new FormData()
  form.append('files[]', new Blob([PDF + ' '.repeat(more)]), name)
  return (await server.call('POST', 'admin/document/upload/2', { body: form })).body.data.items[0].id
}
const newOrder = (values = {}) => createOrder(server.db, { userId: clientId, ...values })
const preview = (templateId: number, orderId: number, body: object = {}, token = server.token) =>
  server.call('POST', `template/email/${templateId}/preview/${orderId}`, { body, token })
const set = (orderId: number, body: object) =>
  server.call('POST', 'request/event/data/add', { body: { bookingRequestId: orderId, ...body } })
const countOf = async (table: string) =>
  Number((await server.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

async function mailsTo(addresses: string[]): Promise<ReceivedMail[]> {
  const found: ReceivedMail[] = []
  while (found.length < addresses.length) found.push(await smtp.next())
  expect(found.flatMap(({ recipients }) => recipients).sort()).toEqual(addresses.toSorted())
  return found
}
const unixLines = (text: string) => text.replaceAll('\r\n', '\n')
/** A part of the mail as it was sent: reading it adds a line break. */
const sentHtml = ({ html = '' }: ReceivedMail['mail']) => unixLines(html).replace(/\n$/, '')

test('the preview is the mail that arrives: subject, text, recipient, copies and attachments', async () => {
  const order = await newOrder({ yourName: 'Zoë <b> & Söhne', shipmentDescription: 'Lampen "Größe L" – 中文 🚢' })
  await createConfirmation(server.db, { orderId: order.id, portOfLoading: 'Ningbo', vesselVoyage: '045E' })
  const template = await createTemplate(
    server.db,
    `<style>p { color: red }</style><p>Dear {{ contact.name }}, {{ order.event | upcase }} – {{ order.publicStatus }}.</p>
<p>{{ order.eventDate }}: {{ order.eventComment }} {{ order.description }}</p>
{% if confirmation.portOfLoading %}<p>{{ confirmation.portOfLoading }} <a href="/news?a=1&amp;b=2">{{ confirmation.vessel | default: "TBC" }}</a></p>{% endif %}
<p>${'A long line without an end, '.repeat(40)}</p>
.
<p>.A line that begins with a dot</p>
{{ blocks.footer }}`,
    'Order {{ order.trackingCode }}: {{ order.event }} – {{ contact.name }}',
  )
  // The later document comes first: attachments are ordered by themselves.
  const second = await upload('Packliste für Zoë.pdf', 500)
  const first = await upload('invoice.pdf')
  const values = { eventId: departed.id, date: '1767225600', comment: 'On time & "dry"', documents: [first, second] }

  const shown = await preview(template.id, order.id, values)
  expect(shown.status).toBe(200)
  const { subject, html, to, copies, attachments, warnings } = shown.body.data
  expect(warnings).toEqual([])
  expect(subject).toBe(`Order ${order.trackingCode}: Departed – Zoë <b> & Söhne`)
  expect(html).toContain('Jan 1 2026 8:00 (Asia/Shanghai): On time &amp;')
  expect(html).toContain('On board')

  expect((await set(order.id, { ...values, emailTemplateId: template.id })).status).toBe(200)
  for (const { mail } of await mailsTo([to, ...copies])) {
    expect(mail.subject).toBe(subject)
    expect(sentHtml(mail)).toBe(unixLines(html))
    expect(mail.to?.map(({ address }) => address)).toEqual([to])
    expect(
      mail.attachments.map(({ filename, content }) => ({
        name: filename,
        size: content instanceof ArrayBuffer ? content.byteLength : content.length,
      })),
    ).toEqual(attachments)
  }
  expect(copies).toEqual(['desk@quayside.example', 'boss@quayside.example'])
  expect(attachments).toEqual([
    { name: 'Packliste für Zoë.pdf', size: PDF.length + 500 },
    { name: 'invoice.pdf', size: PDF.length },
  ])
})

test('without event and date it shows the current event, now and no comment', async () => {
  const order = await newOrder()
  const template = await createTemplate(
    server.db,
    '<p>[{{ order.event }}|{{ order.publicStatus }}|{{ order.eventDate }}|{{ order.eventComment }}]</p>',
  )
  const before = await preview(template.id, order.id)
  expect(before.body.data.html).toMatch(/\[\|\|\w{3} \d{1,2} \d{4} \d{1,2}:\d\d \([\w/]+\)\|\]/)
  await set(order.id, { eventId: departed.id, date: '1767225600', comment: 'Old news' })
  const after = await preview(template.id, order.id)
  expect(after.body.data.html).toMatch(
    /\[Departed\|On board\|(?!Jan 1 2026)\w{3} \d{1,2} \d{4} \d{1,2}:\d\d \([\w/]+\)\|\]/,
  )
})

test('a variable that the text prints and the order leaves empty is a warning, named by its label', async () => {
  const order = await newOrder()
  const template = await createTemplate(
    server.db,
    `<p>{{ confirmation.portEstimatedTimeOfArrivalAt }} {{ confirmation.vessel | default: "TBC" }}</p>
{% if confirmation.placeOfDelivery %}{{ confirmation.placeOfDelivery }}{% endif %}{{ blocks.footer }}`,
    '{{ order.eventComment }}',
  )
  const warned = await preview(template.id, order.id, { eventId: departed.id })
  expect(warned.body.data.warnings).toEqual([
    { variable: 'order.eventComment', message: expect.stringMatching(/ is empty in this order\.$/) },
    {
      variable: 'confirmation.portEstimatedTimeOfArrivalAt',
      message: 'ETA at the port is empty in this order.',
    },
    { variable: 'confirmation.voyage', message: expect.stringMatching(/ is empty in this order\.$/) },
  ])
  await createConfirmation(server.db, {
    orderId: order.id,
    vesselVoyage: '045E',
    portEstimatedTimeOfArrivalAt: '2026-12-06T00:00:00.000Z',
  })
  const filled = await preview(template.id, order.id, { eventId: departed.id, comment: 'On time' })
  expect(filled.body.data.warnings).toEqual([])
})

test('a preview stores nothing, mails nothing and leaves the documents unattached', async () => {
  const order = await newOrder()
  const template = await createTemplate(server.db)
  const documents = [await upload('a.pdf')]
  const tables = ['order_events', 'mails', 'mail_documents', 'audit_entries']
  const before = await Promise.all(tables.map(countOf))
  expect((await preview(template.id, order.id, { eventId: departed.id, documents })).status).toBe(200)
  expect(await Promise.all(tables.map(countOf))).toEqual(before)
  const used = await set(order.id, { eventId: departed.id, date: '1', documents, emailTemplateId: template.id })
  expect(used.status).toBe(200)
  await mailsTo(['anna@example.test', 'desk@quayside.example', 'boss@quayside.example'])
})

test.each([
  ['eventId', 999_999, 'This event does not exist'],
  ['eventId', '1', 'Choose one from the list'],
  ['date', '', INSTANT],
  ['date', '2026-02-30T10:00:00Z', INSTANT],
  ['comment', 'x'.repeat(256), 'Comment must be no more than 255 characters'],
  ['documents', 'x', 'This must be a list of documents'],
])('%s = %j is refused as in the submission', async (field, value, message) => {
  const order = await newOrder()
  const template = await createTemplate(server.db)
  const values = { eventId: departed.id, date: '1767225600', [field]: value }
  const refused = { status: 400, body: { message, data: { [field]: message } } }
  expect(await preview(template.id, order.id, values)).toMatchObject(refused)
  // Fields required there are optional here, so the message for a wrong type differs.
  if (value !== '1') expect(await set(order.id, { ...values, emailTemplateId: template.id })).toMatchObject(refused)
})

test('a comment of 255 characters is previewed', async () => {
  const template = await createTemplate(server.db, '<p>{{ order.eventComment }}</p>')
  const shown = await preview(template.id, (await newOrder()).id, { comment: 'x'.repeat(255) })
  expect(shown.body.data.html).toContain('x'.repeat(255))
})

test('documents of others, attached ones and repeated ones are refused, each at its index', async () => {
  const order = await newOrder()
  const template = await createTemplate(server.db)
  const mine = await upload('a.pdf')
  const colleague = await server.signIn({ role: ['ROLE_MANAGER'] })
  const foreign = await preview(template.id, order.id, { documents: [mine] }, colleague)
  expect(Object.keys(foreign.body.data)).toEqual(['documents.0'])
  const twice = await preview(template.id, order.id, { documents: [mine, mine] })
  expect(twice.body.data).toEqual({ 'documents.1': 'This document is listed twice' })
  expect((await preview(template.id, order.id, { documents: [999_999] })).status).toBe(400)
})

test('a system template is 400, an unknown or deleted one 404, an unknown or deleted order 404, a client 403', async () => {
  const order = await newOrder()
  const template = await createTemplate(server.db)
  const system = await server.db
    .selectFrom('mailTemplates')
    .select('id')
    .where('system', '=', true)
    .executeTakeFirstOrThrow()
  expect((await preview(system.id, order.id)).body).toMatchObject({
    code: 400,
    data: { emailTemplateId: 'This mail template does not exist' },
  })
  expect((await preview(999_999, order.id)).status).toBe(404)
  expect((await preview(template.id, 999_999)).status).toBe(404)
  expect((await preview(template.id, order.id, {}, await server.signIn())).status).toBe(403)
  const gone = await newOrder({ deletedAt: new Date() })
  expect((await preview(template.id, gone.id)).status).toBe(404)
  await server.db.deleteFrom('mailTemplates').where('id', '=', template.id).execute()
  expect((await preview(template.id, order.id)).status).toBe(404)
})
