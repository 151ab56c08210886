import { expect, test } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let orderId: number
let userId: number

const preview = (body: object) => server.call('POST', 'template/email/live_preview', { body })
const shown = async (body: object) => (await preview({ type: 'mail', ...body })).body.data
const MAIL =
  '<p>Dear {{ contact.name }}, {% if order.origin %}from {{ order.origin }}{% else %}origin open{% endif %}</p>'

test('without orders, sample values are shown', async () => {
  expect((await preview({ content: '<p>{{ order.trackingCode }}</p>' })).body.data).toContain('ABCD12345678')
})

test('with content alone the reply is the HTML, with the values of the latest order', async () => {
  userId = (await createUser(server.db)).id
  await createOrder(server.db, { userId, yourName: 'Earlier' })
  orderId = (await createOrder(server.db, { userId, yourName: "O'Neil & <b>Sons</b>", cityName: 'Ningbo' })).id
  const { data } = (await preview({ content: MAIL })).body
  expect(data).toContain("O'Neil &amp; &lt;b&gt;Sons&lt;/b&gt;, from Ningbo")
})

test('with other fields the reply has subject, text and conditions; the subject is plain text', async () => {
  const data = await shown({
    content: MAIL,
    subject: '{{ contact.name }} {% if order.volume %}full{% endif %}',
    orderId,
  })
  expect(data.subject).toBe("O'Neil & <b>Sons</b> full")
  expect(data.text).toContain("Dear O'Neil & <b>Sons</b>, from Ningbo")
  expect(data.conditions).toEqual(['order.volume', 'order.origin'])
})

test('a condition can be forced to true or false', async () => {
  const open = await shown({ content: MAIL, orderId, conditions: { 'order.origin': false } })
  expect(open.html).toContain('origin open')
  expect(open.html).not.toContain('from')
  const taken = await shown({
    content: '{% if order.amazonRefId %}Amazon{% else %}other{% endif %}',
    orderId,
    conditions: { 'order.amazonRefId': true },
  })
  expect(taken.html).toContain('Amazon')
  expect(taken.html).not.toContain('other')
})

test('conditions inside blocks can be forced too', async () => {
  const block = await server.call('POST', 'template/block', {
    body: { title: 'Branched', content: '{% if order.mode %}yes{% else %}no{% endif %}' },
  })
  expect(block.body.data.identifier).toBe('branched')
  const content = '<div>{{ blocks.branched }}</div>'
  expect(await shown({ content, orderId })).toMatchObject({
    conditions: ['order.mode'],
    html: expect.stringContaining('yes'),
  })
  expect((await shown({ content, orderId, conditions: { 'order.mode': false } })).html).toContain('no')
})

test('a block is previewed like a mail, without a subject', async () => {
  const data = await shown({ type: 'block', content: '<p>{{ order.origin }}</p>', subject: 'ignored', orderId })
  expect(data).toMatchObject({ subject: '', html: expect.stringContaining('Ningbo') })
  const reply = await preview({ type: 'block', content: '{{ blocks.branched }}' })
  expect(reply.body.data).toEqual({ content: 'An html-block cannot use another block' })
})

test.each([
  [{ content: '' }, { content: 'Mail cannot be empty' }],
  [{ content: ' ', type: 'mail' }, { content: 'Mail cannot be empty' }],
  [{ content: '', type: 'block' }, { content: 'Html-block cannot be empty' }],
  [{ content: '{{ order.nothing }}' }, { content: 'Unknown variable order.nothing on line 1' }],
  [{ content: 'x', subject: '{{ order.nothing }}' }, { subject: 'Unknown variable order.nothing on line 1' }],
  [{ content: 'x', subject: 'a\nb' }, { subject: 'The subject must be one line' }],
])('%j is refused: %j', async (body, data) => {
  expect(await preview(body)).toMatchObject({ status: 400, body: { data } })
})

test('an unknown order or template is 404', async () => {
  expect((await preview({ content: 'x', orderId: 999_999 })).status).toBe(404)
  expect((await preview({ content: 'x', templateId: 999_999 })).status).toBe(404)
})

test('a stored mail is previewed with an order', async () => {
  const stored = (
    await server.call('POST', 'template/email', { body: { title: 'Stored', subject: 's', content: MAIL } })
  ).body.data
  const reply = await server.call('GET', `template/email/${stored.id}/preview/${orderId}`)
  expect(reply.body.data).toContain('from Ningbo')
  expect((await server.call('GET', `template/email/${stored.id}/preview/999999`)).status).toBe(404)
  expect((await server.call('GET', `template/email/999999/preview/${orderId}`)).status).toBe(404)
})

test('the password reset mail is previewed with a sample link', async () => {
  const { items } = (await server.call('GET', 'template/email?system=true&search=reset')).body.data
  const data = await shown({ content: '<a href="{{ reset.url }}">Reset</a>', templateId: items[0].id, orderId })
  expect(data.html).toContain('http://app.test/reset-password/sample')
})

test('values are never read as templates', async () => {
  const strange = await createOrder(server.db, { userId, yourName: '{{ order.origin }}{% if x %}' })
  expect((await shown({ content: '<p>{{ contact.name }}</p>', orderId: strange.id })).html).toContain(
    '{{ order.origin }}{% if x %}',
  )
})

test('a test mail goes only to its sender, with [TEST] before the subject', async () => {
  await server.db.insertInto('mailAddresses').values({ name: 'Copy', email: 'copy@example.test', send: true }).execute()
  const reply = await server.call('POST', 'template/email/test', {
    body: { content: MAIL, subject: 'Hi {{ contact.name }}', orderId, type: 'mail' },
  })
  expect(reply.body.data).toEqual({ mailId: expect.any(Number), address: server.staff.email })
  const mail = (await server.call('GET', `admin/mail/${reply.body.data.mailId}`)).body.data
  expect(mail).toMatchObject({
    kind: 'test',
    orderId: null,
    subject: "[TEST] Hi O'Neil & <b>Sons</b>",
    createdBy: 'Mara Staff',
  })
  expect(mail.deliveries).toMatchObject([{ role: 'to', address: server.staff.email }])
  expect(mail.html).toContain('from Ningbo')
  expect(mail.text).toContain('from Ningbo')
})

test('test mails are rate limited', async () => {
  const send = () => server.call('POST', 'template/email/test', { body: { content: 'x', subject: 's' } })
  const replies = []
  for (let n = 0; n < 30; n++) replies.push((await send()).status)
  expect(replies.at(-1)).toBe(429)
  expect((await send()).headers.get('retry-after')).toMatch(/^\d+$/)
})
