import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { INSTANT } from '#contract/lib/messages.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { staleReply, trailOf } from '#server/test/trail.ts'

const server = testServer()
let client: { id: number }
let marta: Person
let tom: Person

interface Person {
  id: number
  name: string
  token: string
}

async function person(username: string, values: object = {}): Promise<Person> {
  const { id } = await createUser(server.db, { username, role: [Role.MANAGER], companyName: '', ...values })
  return { id, name: username, token: await server.tokenFor(id) }
}

beforeAll(async () => {
  client = await createUser(server.db, { username: 'Anna Client' })
  marta = await person('Marta Silva')
  tom = await person('Tom Baker')
})

const newOrder = (values = {}) => createOrder(server.db, { userId: client.id, ...values })
const path = (orderId: number, noteId?: number) => `request/booking/${orderId}/notes${noteId ? `/${noteId}` : ''}`
const add = (orderId: number, body: object, token = marta.token) => server.call('POST', path(orderId), { body, token })
const put = (orderId: number, noteId: number, body: object, token = marta.token) =>
  server.call('PUT', path(orderId, noteId), { body, token })
const remove = (orderId: number, noteId: number, token = marta.token) =>
  server.call('DELETE', path(orderId, noteId), { token })
const list = async (orderId: number) => (await server.call('GET', path(orderId))).body.data
const bell = async ({ token }: Person, query = '?unread=1') =>
  (await server.call('GET', `notifications${query}`, { token })).body.data
const readAll = ({ token }: Person) => server.call('POST', 'notifications/read', { body: { all: true }, token })
const age = (noteId: number, minutes: number) =>
  sql`update notes set created_at = now() - make_interval(mins => ${minutes}) where id = ${noteId}`.execute(server.db)

test('a note says who wrote what and when, and the newest is first', async () => {
  const { id } = await newOrder()
  const first = (await add(id, { body: 'Call the warehouse' })).body.data
  expect(first).toMatchObject({
    orderId: id,
    body: 'Call the warehouse',
    author: { id: marta.id, name: 'Marta Silva' },
    mentions: [],
    mentioned: [],
    dueAt: null,
    assignee: null,
    doneAt: null,
    editedAt: null,
    versions: [],
  })
  const second = (await add(id, { body: 'Called' }, tom.token)).body.data
  const page = await list(id)
  expect(page).toMatchObject({ totalCount: 2, open: 0 })
  expect(page.items.map((note: { id: number }) => note.id)).toEqual([second.id, first.id])
  expect((await server.call('GET', `${path(id)}?page=2&per_page=1`)).body.data.items).toEqual([first])
})

test('a note has at most 2000 characters and 20 mentions, and some text', async () => {
  const { id } = await newOrder()
  expect((await add(id, { body: '🚢'.repeat(2000) })).body.data.body).toHaveLength(4000)
  expect(await add(id, { body: 'x'.repeat(2001) })).toMatchObject({
    status: 400,
    body: { data: { body: 'Note must be no more than 2000 characters' } },
  })
  for (const body of ['', '  \n', null])
    expect((await add(id, { body })).body.data).toEqual({ body: 'This field cannot be empty' })
  const many = await Promise.all(Array.from({ length: 21 }, (_, at) => person(`Person ${at}`)))
  const ids = many.map((each) => each.id)
  expect((await add(id, { body: 'All', mentions: ids.slice(1) })).body.data.mentions).toEqual(ids.slice(1))
  expect((await add(id, { body: 'All', mentions: ids })).body.data).toEqual({ mentions: 'No more than 20' })
})

test('markup in a note is plain text, with its line breaks', async () => {
  const { id } = await newOrder()
  const body = '<script>alert(1)</script>\n<b>bold</b> & {{ order.price }}'
  expect((await add(id, { body })).body.data.body).toBe(body)
})

test('whoever is mentioned is told once, and the author is not', async () => {
  await Promise.all([readAll(tom), readAll(marta)])
  const order = await newOrder()
  const note = (await add(order.id, { body: '@Tom Baker please', mentions: [tom.id, tom.id, marta.id] })).body.data
  expect(note.mentioned).toEqual([
    { id: tom.id, name: 'Tom Baker' },
    { id: marta.id, name: 'Marta Silva' },
  ])
  const { items, counts } = await bell(tom)
  expect(counts).toEqual({ unread: 1, mention: 1, assigned: 0, note: 0, done: 0 })
  expect(items).toMatchObject([
    {
      kind: 'mention',
      actor: { id: marta.id, name: 'Marta Silva' },
      orderId: order.id,
      trackingCode: order.trackingCode,
      companyName: order.companyName,
      noteId: note.id,
      text: '@Tom Baker please',
      readAt: null,
    },
  ])
  expect((await bell(marta)).counts.unread).toBe(0)
})

test('who has to do it is told so, even if the note mentions them; so is whoever is in charge', async () => {
  await Promise.all([readAll(tom), readAll(marta)])
  const ina = await person('Ina Moor')
  const { id } = await newOrder({ inChargeId: ina.id })
  await add(id, { body: 'x', mentions: [tom.id], assigneeId: tom.id })
  expect((await bell(tom)).counts).toMatchObject({ unread: 1, assigned: 1 })
  expect((await bell(ina)).items).toMatchObject([{ kind: 'note', text: 'x' }])
  await add(id, { body: 'mine', assigneeId: ina.id }, ina.token)
  expect((await bell(ina)).counts.unread).toBe(1)
})

test('clients, CSRs, disabled and deleted accounts cannot be mentioned or given a task', async () => {
  const { id } = await newOrder()
  const csr = await person('Carla CSR', { role: [Role.CSR] })
  const disabled = await person('Dan Disabled', { disabledAt: new Date() })
  const deleted = await person('Dora Deleted', { deletedAt: new Date() })
  for (const each of [client.id, csr.id, disabled.id, deleted.id, 2_147_483_647]) {
    expect(await add(id, { body: 'x', mentions: [tom.id, each] })).toMatchObject({
      status: 400,
      body: { data: { 'mentions.1': 'This is not a member of staff' } },
    })
    expect((await add(id, { body: 'x', assigneeId: each })).body.data).toEqual({
      assigneeId: 'This is not a member of staff',
    })
  }
  expect((await list(id)).totalCount).toBe(0)
  expect((await add(id, { body: 'x', mentions: [0] })).status).toBe(400)
  expect((await add(id, { body: 'x', dueAt: 'tomorrow' })).body.data).toEqual({ dueAt: INSTANT })
})

test('the task of somebody who was disabled is nobody’s; their notes keep their name', async () => {
  const { id } = await newOrder()
  const gone = await person('Gus Gone')
  const note = (await add(id, { body: 'x', assigneeId: gone.id, mentions: [gone.id] }, gone.token)).body.data
  await server.db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
  expect((await list(id)).items[0]).toMatchObject({ assignee: null, assigneeId: gone.id, author: { name: 'Gus Gone' } })
  // A person chosen before stays, and does not stop a change of the rest.
  expect((await put(id, note.id, { assigneeId: gone.id, done: true })).status).toBe(200)
})

test('a task is open until anybody marks it as done, which its author is told', async () => {
  await Promise.all([readAll(tom), readAll(marta)])
  const { id } = await newOrder()
  const dueAt = '2026-11-24T15:00:00.000Z'
  const task = (await add(id, { body: 'Send the draft', dueAt, assigneeId: tom.id })).body.data
  await add(id, { body: 'Only to know' })
  expect(await list(id)).toMatchObject({ totalCount: 2, open: 1 })
  const done = (await put(id, task.id, { done: true }, tom.token)).body.data
  expect(done).toMatchObject({ doneAt: expect.any(String), doneBy: { id: tom.id }, dueAt, body: 'Send the draft' })
  expect((await list(id)).open).toBe(0)
  expect((await bell(marta)).items).toMatchObject([{ kind: 'done', noteId: task.id, actor: { name: 'Tom Baker' } }])
  // Marking it done twice changes nothing, and tells nobody again.
  expect((await put(id, task.id, { done: true }, tom.token)).body.data).toEqual(done)
  expect((await bell(marta)).counts.unread).toBe(1)
  expect((await put(id, task.id, { done: false, dueAt: null }, tom.token)).body.data).toMatchObject({
    doneAt: null,
    doneBy: null,
    dueAt: null,
  })
})

test('the text is its author’s, for five minutes without a trace; then earlier texts are kept', async () => {
  const { id } = await newOrder()
  const { id: noteId } = (await add(id, { body: 'Frist' })).body.data
  expect(await put(id, noteId, { body: 'Mine' }, tom.token)).toMatchObject({
    status: 403,
    body: { message: 'Only Marta Silva can edit this note' },
  })
  expect((await put(id, noteId, { mentions: [tom.id] }, tom.token)).status).toBe(403)
  await age(noteId, 4)
  expect((await put(id, noteId, { body: 'First' })).body.data).toMatchObject({ editedAt: null, versions: [] })
  await age(noteId, 6)
  const edited = (await put(id, noteId, { body: 'Second' })).body.data
  expect(edited).toMatchObject({ body: 'Second', versions: [{ body: 'First', until: expect.any(String) }] })
  expect(edited.editedAt).toBe(edited.versions[0].until)
  expect((await put(id, noteId, { body: 'Second' })).body.data).toEqual(edited)
  expect((await put(id, noteId, { body: '' })).body.data).toEqual({ body: 'This field cannot be empty' })
})

test('an edit tells only those whom it adds', async () => {
  await readAll(tom)
  const { id } = await newOrder()
  const ida = await person('Ida New')
  const { id: noteId } = (await add(id, { body: 'x', mentions: [tom.id] })).body.data
  await put(id, noteId, { body: 'y', mentions: [tom.id, ida.id] })
  expect((await bell(tom)).counts.unread).toBe(1)
  expect((await bell(ida)).items).toMatchObject([{ kind: 'mention', text: 'y' }])
  await put(id, noteId, { assigneeId: ida.id }, tom.token)
  expect((await bell(ida)).counts).toMatchObject({ mention: 1, assigned: 1 })
})

test('an edit from a stale version is refused with the note as it is', async () => {
  const { id } = await newOrder()
  const stale = (await add(id, { body: 'x' }, server.token)).body.data
  const current = (await put(id, stale.id, { body: 'y', updatedAt: stale.updatedAt }, server.token)).body.data
  expect(await put(id, stale.id, { done: true, updatedAt: stale.updatedAt }, tom.token)).toMatchObject(
    staleReply(current),
  )
  expect((await put(id, stale.id, { done: true, updatedAt: current.updatedAt }, tom.token)).status).toBe(200)
})

test('two people who change a note at once both do, or one is told', async () => {
  const { id } = await newOrder()
  const { id: noteId, updatedAt } = (await add(id, { body: 'x' })).body.data
  const answers = await Promise.all([
    put(id, noteId, { done: true, updatedAt }, tom.token),
    put(id, noteId, { assigneeId: tom.id, updatedAt }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('its author and administrators remove a note, with what was told of it', async () => {
  await readAll(tom)
  const { id } = await newOrder()
  const admin = await person('Ada Admin', { role: [Role.ADMIN] })
  const [one, other] = await Promise.all(
    ['x', 'y'].map(async (body) => (await add(id, { body, mentions: [tom.id] })).body.data),
  )
  expect((await remove(id, one.id, tom.token)).body.message).toBe(
    'Only Marta Silva or an administrator can remove this note',
  )
  expect((await bell(tom)).counts.unread).toBe(2)
  expect((await remove(id, one.id)).status).toBe(200)
  expect((await remove(id, other.id, admin.token)).status).toBe(200)
  expect((await list(id)).totalCount).toBe(0)
  expect((await bell(tom)).counts.unread).toBe(0)
  expect((await remove(id, one.id)).status).toBe(404)
  expect((await put(id, one.id, { done: true })).status).toBe(404)
})

test('notes go with their order, and a note is one of its order only', async () => {
  const [order, another] = [await newOrder(), await newOrder()]
  const { id: noteId } = (await add(order.id, { body: 'x', mentions: [tom.id] })).body.data
  expect((await put(another.id, noteId, { done: true })).status).toBe(404)
  const before = (await bell(tom)).counts.unread
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  const calls = [
    server.call('GET', path(order.id)),
    add(order.id, { body: 'x' }),
    put(order.id, noteId, { done: true }),
    remove(order.id, noteId),
    server.call('GET', path(2_147_483_647)),
  ]
  for (const { status, body } of await Promise.all(calls))
    expect([status, body.message]).toEqual([404, 'Order not found'])
  expect((await bell(tom)).counts.unread).toBe(before - 1)
  await server.db.deleteFrom('orders').where('id', '=', order.id).execute()
})

test('a note leaves the order’s version, and the trail of the order tells everything', async () => {
  const { id } = await newOrder()
  const read = async () => (await server.call('GET', `request/booking/get/${id}`)).body.data.updatedAt
  const version = await read()
  const { id: noteId } = (await add(id, { body: 'x', mentions: [tom.id] })).body.data
  await put(id, noteId, { body: 'y', assigneeId: tom.id, done: true })
  await remove(id, noteId)
  expect(await read()).toBe(version)
  expect(
    (await trailOf(server.db, 'orders', id)).map(({ action, before, after }) => ({ action, before, after })),
  ).toEqual([
    {
      action: 'order.note',
      before: null,
      after: { noteId, note: 'x', mentions: [tom.id], dueAt: null, assigneeId: null, done: false },
    },
    {
      action: 'order.note-edit',
      before: { note: 'x', assigneeId: null, done: false },
      after: { note: 'y', assigneeId: tom.id, done: true },
    },
    { action: 'order.note-remove', before: expect.objectContaining({ noteId, note: 'y' }), after: null },
  ])
  const history = (await server.call('GET', `admin/history/orders/${id}`)).body.data.items
  expect(history.at(-1).changes).toMatchObject([
    { label: 'Note', after: 'x' },
    { label: 'Mentioned', after: 'Tom Baker' },
    { label: 'Done', after: 'No' },
  ])
})

test('a repeated request adds one note', async () => {
  const { id } = await newOrder()
  const headers = { 'idempotency-key': 'one-note' }
  const send = () => server.call('POST', path(id), { body: { body: 'x' }, token: marta.token, headers })
  const [one, other] = [await send(), await send()]
  expect(one.body).toEqual(other.body)
  expect((await list(id)).totalCount).toBe(1)
})

test('notifications are marked as read by id, by order or all, each person’s own only', async () => {
  await Promise.all([readAll(tom), readAll(marta)])
  const [order, another] = [await newOrder(), await newOrder()]
  for (const each of [order, order, another]) await add(each.id, { body: 'x', mentions: [tom.id] })
  const ids = (await bell(tom)).items.map(({ id }: { id: number }) => id)
  const mark = (body: object, token = tom.token) => server.call('POST', 'notifications/read', { body, token })
  await mark({ ids }, marta.token)
  expect((await bell(tom)).counts.unread).toBe(3)
  expect((await mark({ ids: [ids[0]] })).body.data.counts).toMatchObject({ unread: 2, mention: 2 })
  expect((await mark({ orderId: order.id })).body.data.counts.unread).toBe(0)
  expect((await bell(tom, '?per_page=2')).items).toMatchObject([{ readAt: expect.any(String) }, {}])
  expect((await bell(tom)).items).toEqual([])
  for (const body of [{}, { ids, all: true }, { all: false }, { ids: 'x' }]) expect((await mark(body)).status).toBe(400)
  const most = Array.from({ length: 1000 }, (_, at) => 1_000_000 + at)
  expect((await mark({ ids: most })).status).toBe(200)
  expect((await mark({ ids: [...most, 1] })).status).toBe(400)
  expect((await server.call('GET', 'notifications?unread=2')).status).toBe(400)
})

test('each person chooses a start page and whether the daily mail comes', async () => {
  const call = (method: string, body?: object) =>
    server.call(method, 'user/personal/preferences', { token: tom.token, ...(body && { body }) })
  const first = { startPage: 'orders', digest: true, rowsPerPage: null, compactRows: null }
  expect((await call('GET')).body.data).toEqual(first)
  expect((await call('PUT', { startPage: 'today' })).body.data).toEqual({ ...first, startPage: 'today' })
  expect((await call('PUT', { digest: false })).body.data).toEqual({ ...first, startPage: 'today', digest: false })
  expect((await call('PUT', { startPage: 'blog' })).body.data).toEqual({ startPage: 'Choose one from the list' })
  for (const body of [{ digest: 'no' }, { theme: 'dark' }, { rowsPerPage: 20 }, { compactRows: 'low' }])
    expect((await call('PUT', body)).status).toBe(400)
  const chosen = { startPage: 'today', digest: false, rowsPerPage: 50, compactRows: true }
  expect((await call('PUT', { rowsPerPage: 50, compactRows: true })).body.data).toEqual(chosen)
  expect((await call('GET')).body.data).toEqual(chosen)
  expect((await trailOf(server.db, 'users', tom.id)).map(({ action }) => action)).toEqual(
    Array(3).fill('user.preferences'),
  )
})

test('what orders had in their history only, since a sailing was cancelled, becomes notes', async () => {
  const { id } = await newOrder()
  const at = '2026-11-02T08:30:00.000Z'
  const entries = ['S-2026-0412 was cancelled', null].map((reason) => ({
    userId: marta.id,
    impersonatorId: null,
    ip: '',
    requestId: '',
    action: 'order.unload',
    entity: 'orders',
    entityId: id,
    at: new Date(at),
    before: null,
    after: JSON.stringify({ sailingId: null, ...(reason && { reason }) }),
  }))
  await server.db.insertInto('auditEntries').values(entries).execute()
  const migration = await readFile(new URL('../../../migrations/0027-notes.sql', import.meta.url), 'utf8')
  await sql.raw(migration.slice(migration.indexOf('insert into notes'))).execute(server.db)
  expect((await list(id)).items).toMatchObject([
    {
      body: 'Sailing S-2026-0412 was cancelled. This order was taken off it.',
      author: { name: 'Marta Silva' },
      createdAt: at,
    },
  ])
})

test('nothing that a client can call, open or receive shows a note', async () => {
  const order = await newOrder()
  const SECRET = 'Zwiebelfisch'
  await add(order.id, {
    body: `${SECRET} @Tom Baker`,
    mentions: [tom.id],
    assigneeId: tom.id,
    dueAt: '2026-11-24T15:00:00Z',
  })
  const token = await server.tokenFor(client.id)
  const impersonating = (await server.call('GET', `user/get/${client.id}`)).body.data.user_token
  const answers: string[] = []
  for (const each of [token, impersonating])
    for (const call of ['get/', 'get/user/'])
      answers.push(
        JSON.stringify(
          (
            await server.call('GET', `request/booking/${call}${call === 'get/' ? order.id : client.id}`, {
              token: each,
            })
          ).body,
        ),
      )
  const search = `request/booking/search?tracking_code=${order.trackingCode}`
  answers.push(JSON.stringify((await server.call('GET', search, { token: null })).body))
  for (const each of [token, impersonating])
    for (const call of ['user/check_token', 'user/personal/get'])
      answers.push(JSON.stringify((await server.call('GET', call, { token: each })).body))
  for (const page of ['/site', `/site/tracking?code=${order.trackingCode}`, '/site/account'])
    for (const cookie of ['', `token=${token}`])
      answers.push(await (await fetch(server.url + page, { headers: { cookie } })).text())
  const { templateId } = await server.db
    .selectFrom('mailTemplates')
    .select('id as templateId')
    .where('purpose', '=', MailPurpose.ORDER_CHANGED)
    .executeTakeFirstOrThrow()
  answers.push((await server.call('GET', `template/email/${templateId}/preview/${order.id}`)).body.data)
  await server.call('PUT', `request/booking/edit/${order.id}?notify=1`, { body: { additionalInfo: 'New' } })
  const mails = await server.db.selectFrom('mails').selectAll().where('orderId', '=', order.id).execute()
  expect(mails).toHaveLength(1)
  answers.push(JSON.stringify(mails))
  for (const answer of answers) {
    expect(answer.length).toBeGreaterThan(20)
    expect(answer).not.toContain(SECRET)
  }
  for (const each of [token, impersonating])
    for (const [method, call] of [
      ['GET', path(order.id)],
      ['POST', path(order.id)],
      ['GET', 'notifications'],
      ['GET', `admin/history/orders/${order.id}`],
    ] as const)
      expect(
        (await server.call(method, call, { token: each, ...(method === 'POST' && { body: { body: 'x' } }) })).status,
      ).toBe(403)
})

test('no variable of mails, no export and no other schema of the API knows of notes', async () => {
  const { rows } = await sql<{ identifier: string }>`select identifier from template_variables`.execute(server.db)
  const telling = rows.map(({ identifier }) => identifier).filter((each) => /note|mention|assignee/i.test(each))
  // The note of an offer is written for its client.
  expect(telling).toEqual(['offer.note'])
  const { components } = (await server.call('GET', 'openapi.json', { token: null })).body
  const knowing = Object.entries<{ properties?: object }>(components.schemas)
    .filter(([, { properties = {} }]) =>
      Object.keys(properties).some((key) => /^(mentions|noteId|assigneeId)$/.test(key)),
    )
    .map(([name]) => name)
  expect(knowing.sort()).toEqual(['Note', 'NoteChangeInput', 'NoteInput', 'Notification'])
  for (const schema of ['Order', 'OrderListItem', 'ClientOrder', 'PublicTracking', 'EventEntry'])
    expect(Object.keys(components.schemas[schema].properties).filter((key) => /note/i.test(key))).toEqual([])
})
