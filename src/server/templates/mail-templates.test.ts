import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply } from '#server/test/trail.ts'

const server = testServer()

const mail = (more: object = {}) => ({
  title: 'Departure',
  subject: 'Order {{ order.trackingCode }}',
  content: '<p>Dear {{ contact.name }}</p>',
  ...more,
})
const create = (more: object = {}) => server.call('POST', 'template/email', { body: mail(more) })
const created = async (more: object = {}) => (await create(more)).body.data
const edit = (id: number, body: object) => server.call('PUT', `template/email/${id}`, { body })
const read = async (id: number) => (await server.call('GET', `template/email/${id}`)).body.data
const remove = (id: number) => server.call('DELETE', `template/email/${id}`)
const block = async (title: string, content = '<p>Kind regards</p>') =>
  (await server.call('POST', 'template/block', { body: { title, content } })).body.data
const system = async (): Promise<{ id: number; title: string }[]> =>
  (await server.call('GET', 'template/email?system=true&per_page=1000')).body.data.items
const eventsOf = async (id: number) => (await read(id)).events.map((event: { id: number }) => event.id)

test('a mail is stored and read; both path forms answer', async () => {
  const reply = await create({ system: true })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ ...mail(), system: false, events: [] })
  const { id } = reply.body.data
  expect(await read(id)).toEqual(reply.body.data)
  expect((await server.call('GET', `template/email/get/${id}`)).body.data.id).toBe(id)
  expect(
    (await server.call('PUT', `template/email/edit/${id}`, { body: { title: 'Sailed' } })).body.data,
  ).toMatchObject({ ...mail(), title: 'Sailed' })
  expect((await server.call('PUT', 'template/email/save', { body: { id, title: 'Left' } })).body.data.title).toBe(
    'Left',
  )
  expect((await server.call('POST', 'template/email/add', { body: mail() })).status).toBe(200)
  expect((await server.call('DELETE', `template/email/delete/${id}`)).status).toBe(200)
  expect((await server.call('GET', `template/email/${id}`)).status).toBe(404)
})

test.each([
  ['title', { title: ' ' }, 'This field cannot be empty'],
  ['title', { title: 'x'.repeat(151) }, 'Title must be no more than 150 characters'],
  ['subject', { subject: 'x'.repeat(256) }, 'Subject must be no more than 255 characters'],
  ['subject', { subject: 'Hi\r\nBcc: evil@x.test' }, 'The subject must be one line'],
  ['subject', { subject: 'Hi\u2028there' }, 'The subject must be one line'],
  ['subject', { subject: '{{ order.nothing }}' }, 'Unknown variable order.nothing on line 1'],
  ['content', { content: '' }, 'This block cannot be empty'],
  ['content', { content: '<p>\u00a0</p>' }, 'This block cannot be empty'],
  ['content', { content: '<script>x()</script>' }, 'This block cannot be empty'],
  ['content', { content: '<p>one</p>\n<p>{{ order.nothing }}</p>' }, 'Unknown variable order.nothing on line 2'],
  ['content', { content: '<p>{{ blocks.nothing }}</p>' }, 'Unknown block nothing on line 1'],
  ['content', { content: '<p>a</p>\n\n{% if order.origin %}x' }, 'The if on line 3 has no endif'],
  ['content', { content: '{% endif %}' }, 'endif without if on line 1'],
  ['content', { content: '{{ order.origin | shout }}' }, 'Unknown filter shout on line 1'],
  ['content', { content: "{% include '/etc/passwd' %}" }, 'Unknown tag include on line 1'],
  ['content', { content: '{{ reset.url }}' }, 'Unknown variable reset.url on line 1'],
  [
    'content',
    { content: '{{ order.a }}\n{{ order.b }}' },
    'Unknown variable order.a on line 1; Unknown variable order.b on line 2',
  ],
])('%s is refused with its message: %j', async (field, more, message) => {
  expect(await create(more)).toMatchObject({ status: 400, body: { code: 400, message, data: { [field]: message } } })
  const { id } = await created()
  expect((await edit(id, more)).body.data).toEqual({ [field]: message })
  expect(await read(id)).toMatchObject(mail())
})

test('every field accepts its longest value', async () => {
  const most = { title: 'ü'.repeat(150), subject: 'x'.repeat(255), content: 'x'.repeat(150_000) }
  expect((await create(most)).body.data).toMatchObject(most)
  expect((await create({ content: 'x'.repeat(150_001) })).body.data).toEqual({
    content: 'Body must be no more than 150000 characters',
  })
})

test('scripts are removed, the markup of mails stays, and tags between rows keep their place', async () => {
  const content = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Hi</title><style>.a{color:red}</style></head>
<body bgcolor="#fff"><!--[if mso]><table><tr><td><![endif]--><table cellpadding="0" style="width:600px"><tbody>
{% if order.origin %}
<tr><td style="mso-line-height-rule:exactly">{{ order.origin | default: 'x' }}</td></tr>
{% else %}
<tr><td>-</td></tr>
{% endif %}
</tbody></table><a href="{{ site.trackingUrl }}">Track</a></body></html>`
  expect((await created({ content })).content).toBe(content)
  const dirty = content
    .replace('<table', '<script>x()</script><table onclick="x()"')
    .replace('</body>', '<iframe src="https://x.test"></iframe></body>')
  const { content: clean } = await created({ content: dirty })
  expect(clean).not.toMatch(/script|onclick|iframe/)
  expect(clean).toContain('{% if order.origin %}\n<tr><td style="mso-line-height-rule:exactly">')
})

test('copyOf copies text and subject, appends (copy), has no events and comes last', async () => {
  const event = await createEvent(server.db)
  const original = await created({
    events: [event.id],
    content: `<p>{{ blocks.${(await block('Copied')).identifier} }}</p>`,
  })
  const copy = (await server.call('POST', 'template/email', { body: { copyOf: original.id, title: 'ignored' } })).body
    .data
  expect(copy).toMatchObject({
    title: 'Departure (copy)',
    subject: original.subject,
    content: original.content,
    events: [],
    system: false,
  })
  const { items } = (await server.call('GET', 'template/email?per_page=1000')).body.data
  expect(items.at(-1).id).toBe(copy.id)
  expect(await eventsOf(original.id)).toEqual([event.id])
  const long = await created({ title: '🚢'.repeat(150) })
  expect((await server.call('POST', 'template/email', { body: { copyOf: long.id } })).body.data.title).toBe(
    `${'🚢'.repeat(143)} (copy)`,
  )
  expect((await server.call('POST', 'template/email', { body: { copyOf: 999_999 } })).body.data).toEqual({
    copyOf: 'This mail does not exist',
  })
})

test('copyOf is ignored in an edit', async () => {
  const mail = await created()
  const edit = (body: object) => server.call('PUT', `template/email/${mail.id}`, { body })
  expect((await edit({ copyOf: mail.id, title: '' })).body.data).toEqual({ title: 'This field cannot be empty' })
  expect((await edit({ copyOf: mail.id, title: 'Renamed' })).body.data).toMatchObject({ title: 'Renamed' })
})

test('a system mail can be edited, but not copied, deleted or made an ordinary mail', async () => {
  const mails = await system()
  expect(mails).toHaveLength(10)
  const { id, title } = mails[0] ?? { id: 0, title: '' }
  const before = await read(id)
  expect((await server.call('POST', 'template/email', { body: { copyOf: id } })).status).toBe(403)
  expect((await remove(id)).status).toBe(403)
  expect((await edit(id, { system: false, title: 'Mine' })).status).toBe(403)
  expect((await edit((await created()).id, { system: true })).status).toBe(403)
  const event = await createEvent(server.db)
  expect((await edit(id, { events: [event.id] })).body.data).toEqual({ events: 'A system mail is not sent by events' })
  expect(await read(id)).toEqual(before)
  expect((await edit(id, { ...before, title: `${title}!` })).body.data).toMatchObject({
    title: `${title}!`,
    system: true,
  })
  await edit(id, { title })
})

test('only the password reset mail can use reset.url, and it must', async () => {
  const reset = (await system()).find(({ title }) => title === 'Password reset')
  expect(reset).toBeDefined()
  const id = reset?.id ?? 0
  const { content } = await read(id)
  const admin = await server.signIn({ role: [Role.ADMIN] })
  const save = (body: object) => server.call('PUT', `template/email/${id}`, { body, token: admin })
  expect((await save({ content: `${content}` })).status).toBe(200)
  expect((await save({ content: '<p>Hello</p>' })).body.message).toMatch(/^This mail needs \{\{ reset.url \}\}/)
})

test('events sets exactly the events that send a mail, and takes them from other mails', async () => {
  const [a, b, c] = [await createEvent(server.db), await createEvent(server.db), await createEvent(server.db)]
  const first = await created({ events: [a.id, b.id] })
  expect(await eventsOf(first.id)).toEqual([a.id, b.id])
  const second = await created({ events: [{ id: b.id, name: 'as listed' }, { id: c.id }] })
  expect(await eventsOf(second.id)).toEqual([b.id, c.id])
  expect(await eventsOf(first.id)).toEqual([a.id])
  await edit(second.id, { title: 'Events are left alone' })
  expect(await eventsOf(second.id)).toEqual([b.id, c.id])
  await edit(second.id, { events: [c.id] })
  expect(await eventsOf(second.id)).toEqual([c.id])
  const wrong = await edit(second.id, { events: [a.id, 999_999], title: 'Not stored' })
  expect(wrong).toMatchObject({ status: 400, body: { data: { 'events.1': 'This event does not exist' } } })
  expect(await eventsOf(second.id)).toEqual([c.id])
  expect((await read(second.id)).title).toBe('Events are left alone')
  expect((await edit(second.id, { events: 'all' })).status).toBe(400)
  const moved = await server.call('GET', `request/event/get/${c.id}`)
  expect(moved.body.data.emailTemplate).toMatchObject({ id: second.id })
})

test('a mail that events send can be deleted: the events lose it and the history keeps its name', async () => {
  const event = await createEvent(server.db)
  const one = await created({ title: 'Old notice', events: [event.id] })
  const order = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const body = {
    bookingRequestId: order.id,
    eventId: event.id,
    date: '1767225600',
    comment: '',
    emailTemplateId: one.id,
    documents: [],
  }
  expect((await server.call('POST', 'request/event/data/add', { body })).status).toBe(200)
  const version = (await server.call('GET', `request/event/get/${event.id}`)).body.data.updatedAt
  expect((await remove(one.id)).status).toBe(200)
  const after = (await server.call('GET', `request/event/get/${event.id}`)).body.data
  expect(after.emailTemplate).toBeNull()
  expect(after.updatedAt > version).toBe(true)
  const [entry] = (await server.call('GET', `request/event/data/${order.id}`)).body.data
  expect(entry).toMatchObject({ emailTemplate: null, deletedEmailTemplate: 'Old notice' })
  expect((await remove(one.id)).status).toBe(404)
})

test('an edit from a stale version is refused with the current record', async () => {
  const one = await created()
  const changed = (await edit(one.id, { title: 'New title', updatedAt: one.updatedAt })).body.data
  const stale = await edit(one.id, { subject: 'Late', updatedAt: one.updatedAt })
  expect(stale).toMatchObject(staleReply(changed))
  expect(stale.body.data.purpose).toBeUndefined()
})

test('the list is filtered by system, searched and sorted, and has no bodies', async () => {
  const one = await created({ title: 'Findable notice', subject: 'b' })
  const two = await created({ title: 'Findable other', subject: 'a' })
  const list = async (query: string) =>
    (await server.call('GET', `template/email?search=findable&${query}`)).body.data.items.map(
      (item: { id: number }) => item.id,
    )
  expect(await list('')).toEqual([one.id, two.id])
  expect(await list('order[subject]=asc')).toEqual([two.id, one.id])
  expect(await list('order[id]=desc')).toEqual([two.id, one.id])
  const { items } = (await server.call('GET', 'template/email/get_all?system=false&per_page=1000')).body.data
  expect(items.every((item: { system: boolean; content?: string }) => !item.system && item.content === undefined)).toBe(
    true,
  )
  expect((await server.call('GET', 'template/email?system=maybe')).status).toBe(400)
  expect((await server.call('GET', 'template/email?order[content]=asc')).status).toBe(400)
})

test('staff only', async () => {
  const token = await server.signIn()
  for (const path of ['template/email', 'template/block', 'template/variable', 'template/email/1']) {
    expect((await server.call('GET', path, { token })).status).toBe(403)
    expect((await server.call('GET', path, { token: null })).status).toBe(401)
  }
})
