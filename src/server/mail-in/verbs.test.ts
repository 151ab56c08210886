import { beforeAll, expect, test } from 'vitest'
import { pdf } from '#server/test/files.ts'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { mailInOn } from './mail-in.fixture.ts'

const server = testServer()
let on: Awaited<ReturnType<typeof mailInOn>>
let other: string
beforeAll(async () => {
  on = await mailInOn(server)
  other = await server.signIn({ role: ['ROLE_MANAGER'], username: 'Marta Other' })
})

const orderOf = async (values: object = {}) => {
  const { id: userId, email } = await createUser(server.db)
  return { ...(await createOrder(server.db, { userId, email, ...values })), client: { id: userId, email } }
}
/** A verified mail of an order's client. */
const mailOf = async (values: object = {}, order: object = {}) => {
  const { id, trackingCode, client } = await orderOf(order)
  return { order: id, client, ...(await on.take({ from: client.email, subject: trackingCode ?? '', ...values })) }
}
const future = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const itemOf = async (threadId: number) =>
  (await on.queue()).find(({ subject }: { subject: string }) => subject === String(threadId))

test('claiming compares and sets: the second caller reads who works on the mail', async () => {
  const mail = await mailOf()
  expect((await on.verb(mail.id, 'claim')).body.data).toMatchObject({
    state: 'open',
    claimedBy: { id: server.staff.id, name: 'Mara Staff' },
  })
  for (const what of ['claim', 'release', 'close', 'ignore'])
    expect(await on.verb(mail.id, what, undefined, other)).toMatchObject({
      status: 409,
      body: { message: 'Mara Staff is working on this mail.' },
    })
  expect((await on.verb(mail.id, 'release', undefined, on.token)).status).toBe(409)
  expect((await on.verb(mail.id, 'claim')).status).toBe(200)
  expect((await on.verb(mail.id, 'release')).body.data).toMatchObject({ claimedBy: null, state: 'open' })
  expect((await on.verb(mail.id, 'claim', undefined, other)).body.data.claimedBy.name).toBe('Marta Other')
  // A claim lapses after four hours.
  await server.pool.query(`update mail_in set claimed_at = now() - interval '4 hours 1 minute' where id = ${mail.id}`)
  expect(await on.read(mail.id)).toMatchObject({ claimedBy: null, claimedAt: null })
  expect((await on.verb(mail.id, 'claim')).status).toBe(200)
})

test('of ten who claim a mail at once, one gets it', async () => {
  const mail = await mailOf()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => server.signIn({ role: ['ROLE_MANAGER'] })))
  const replies = await Promise.all(tokens.map((token) => on.verb(mail.id, 'claim', undefined, token)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('a mail of a client waits in the queue, one item a thread, until it is closed, ignored or snoozed', async () => {
  const mail = await mailOf()
  expect(await itemOf(mail.threadId)).toMatchObject({
    orderId: mail.order,
    severity: 2,
    detail: { mailId: mail.id, from: mail.client.email, mails: 1, verified: true, orders: 1, sailingId: null },
  })
  const second = await on.take({ from: mail.client.email, inReplyTo: mail.messageId })
  expect(second.threadId).toBe(mail.threadId)
  expect((await itemOf(mail.threadId)).detail).toMatchObject({ mails: 2, mailId: second.id })
  await on.verb(mail.id, 'close')
  expect((await itemOf(mail.threadId)).detail).toMatchObject({ mails: 1, mailId: second.id })
  const snoozed = await on.verb(second.id, 'snooze', { until: future(2) })
  expect(snoozed.body.data.snoozedUntil).not.toBeNull()
  expect(await itemOf(mail.threadId)).toBeUndefined()
  // A new mail ends the snooze of its thread.
  await on.take({ from: mail.client.email, inReplyTo: second.messageId })
  expect((await itemOf(mail.threadId)).detail).toMatchObject({ mails: 2 })
  expect(await on.read(second.id)).toMatchObject({ snoozedUntil: null })
  for (const until of [future(-1), future(400), undefined])
    expect((await on.verb(second.id, 'snooze', { until })).body.data).toHaveProperty('until')
  expect((await on.verb(mail.id, 'reopen')).body.data.state).toBe('open')
  expect((await itemOf(mail.threadId)).detail).toMatchObject({ mails: 3 })
})

test('the item of a mail outlives its order, knows who is in charge, and follows its links', async () => {
  const mail = await mailOf()
  await on.call('PUT', `request/booking/${mail.order}/in-charge`, { userId: server.staff.id })
  expect((await itemOf(mail.threadId)).inCharge).toMatchObject({ id: server.staff.id })
  await server.db.updateTable('orders').set({ status: 2 }).where('id', '=', mail.order).execute()
  expect(await itemOf(mail.threadId)).toMatchObject({ orderId: mail.order })
  const { id: second } = await orderOf()
  await on.verb(mail.id, 'link', { orderIds: [second] })
  expect(await itemOf(mail.threadId)).toMatchObject({ orderId: null, detail: { orders: 2 } })
  // Of a known client, it waits without an order too.
  const unlinked = (await on.verb(mail.id, 'unlink')).body.data
  expect(unlinked).toMatchObject({ matched: null, verified: false, orders: [], clientId: mail.client.id })
  expect(await itemOf(mail.threadId)).toMatchObject({ orderId: null, detail: { orders: 0 } })
  const stranger = await on.take({ from: 'who@ever.example' })
  expect(await itemOf(stranger.threadId)).toBeUndefined()
})

test('linking takes orders or a sailing, adds to what is linked, and names what is unknown', async () => {
  const mail = await on.take({ from: 'who@ever.example' })
  const [a, b] = [await orderOf(), await orderOf()]
  expect((await on.verb(mail.id, 'link', {})).body.data).toHaveProperty('orderIds')
  expect((await on.verb(mail.id, 'link', { orderIds: [a.id], sailingId: 1 })).body.data).toHaveProperty('sailingId')
  expect((await on.verb(mail.id, 'link', { sailingId: 999_999 })).body.data).toHaveProperty('sailingId')
  expect((await on.verb(mail.id, 'link', { orderIds: [a.id, 999_999] })).body.data).toEqual({
    'orderIds.1': expect.any(String),
  })
  expect((await on.verb(mail.id, 'link', { orderIds: [] })).status).toBe(400)
  const one = (await on.verb(mail.id, 'link', { orderIds: [a.id] })).body.data
  expect(one).toMatchObject({ matched: 'hand', verified: true, orderId: a.id, clientId: a.client.id })
  const both = (await on.verb(mail.id, 'link', { orderIds: [b.id, b.id] })).body.data
  expect(both).toMatchObject({
    orderId: null,
    orders: [
      { id: a.id, how: 'hand' },
      { id: b.id, how: 'hand' },
    ],
  })
  expect((await on.verb(mail.id, 'unlink', { orderIds: [a.id] })).body.data).toMatchObject({
    orderId: b.id,
    matched: 'hand',
  })
})

test('the list is newest first, without what is ignored, and its counts are those of its filters', async () => {
  const mail = await mailOf({ subject: 'Zebra crossing papers' })
  await on.verb(mail.id, 'claim')
  const automatic = await on.take({ headers: ['Auto-Submitted: auto-replied'] })
  const page = await on.list('?per_page=100')
  const ids = page.items.map(({ id }: { id: number }) => id)
  expect(ids).toContain(mail.id)
  expect(ids).not.toContain(automatic.id)
  expect(
    [...page.items].sort((x, y) => (x.receivedAt < y.receivedAt ? 1 : x.receivedAt > y.receivedAt ? -1 : y.id - x.id)),
  ).toEqual(page.items)
  expect(page.items[0]).toHaveProperty('snippet')
  expect(page.items[0]).not.toHaveProperty('text')
  for (const [query, count] of [
    ['owner=me', page.counts.mine],
    ['state=new', page.counts.new],
    ['matched=none', page.counts.unmatched],
    ['state=answered', page.counts.waiting],
  ])
    expect((await on.list(`?${query}`)).totalCount, query).toBe(count)
  expect((await on.list('?state=ignored&automatic=auto-reply')).items).toContainEqual(
    expect.objectContaining({ id: automatic.id }),
  )
  expect((await on.list('?claimed=me')).items).toContainEqual(expect.objectContaining({ id: mail.id }))
  expect((await on.list('?search=zebra')).items).toMatchObject([{ id: mail.id }])
  expect((await on.list(`?search=${mail.client.email}`)).totalCount).toBeGreaterThan(0)
  expect((await on.list(`?owner=${server.staff.id}&order[receivedAt]=asc`)).items).toContainEqual(
    expect.objectContaining({ id: mail.id }),
  )
  for (const wrong of [
    'state=gone',
    'owner=nobody',
    'claimed=you',
    'matched=luck',
    'automatic=yes',
    'orderId=x',
    'order[subject]=asc',
  ])
    expect(await on.call('GET', `mail-in?${wrong}`), wrong).toMatchObject({
      status: 400,
      body: { data: { [wrong.split('=')[0] ?? '']: expect.any(String) } },
    })
})

test('clients get 403, nobody 401; keys read with inbox:read, and work with mail:write, which reads too', async () => {
  const mail = await mailOf()
  const clients = await server.signIn()
  for (const path of [
    'mail-in',
    `mail-in/${mail.id}`,
    `mail-in/${mail.id}/raw`,
    `request/booking/${mail.order}/mails`,
    'inbox',
  ]) {
    expect((await on.call('GET', path, undefined, clients)).status, path).toBe(403)
    expect((await on.call('GET', path, undefined, null)).status, path).toBe(401)
  }
  const as = async (scopes: Parameters<typeof createKey>[1], method: string, path: string) =>
    (
      await server.call(method, path, {
        token: null,
        headers: bearer((await createKey(server.db, scopes)).key),
        body: method === 'GET' ? undefined : {},
      })
    ).status
  expect(await as(['inbox:read'], 'GET', `mail-in/${mail.id}`)).toBe(200)
  expect(await as(['inbox:read'], 'GET', `request/booking/${mail.order}/mails`)).toBe(200)
  expect(await as(['inbox:read'], 'POST', `mail-in/${mail.id}/claim`)).toBe(403)
  expect(await as(['mail:write'], 'GET', 'mail-in')).toBe(200)
  expect(await as(['mail:write'], 'POST', `mail-in/${mail.id}/claim`)).toBe(200)
  expect(await as(['mail:write'], 'GET', 'admin/mail')).toBe(200)
  expect(await as(['orders:read', 'mail:read'], 'GET', 'mail-in')).toBe(403)
  expect(await as(['mail:write', 'inbox:write'], 'GET', 'inbox')).toBe(403)
})

test('a file is filed as a document of the order by whoever files it, and its paper is received; once', async () => {
  const mail = await mailOf({
    files: [
      { name: 'packing list.pdf', type: 'application/pdf', data: pdf(300) },
      { name: 'photo.pdf', type: 'application/pdf', data: pdf(200) },
      { name: 'virus.exe', type: 'application/octet-stream', data: 'MZ' },
    ],
  })
  const [list, photo, program] = mail.files
  const { id: requirementId } = (
    await server.pool.query(
      `insert into order_requirements (order_id, category_id, name, supplier) values (${mail.order}, 2, 'Packing list', 'client') returning id`,
    )
  ).rows[0]
  expect((await on.read(mail.id)).files).toMatchObject([
    { state: 'new', suggestion: { categoryId: 2, requirementId } },
    { state: 'new', suggestion: { categoryId: expect.any(Number), requirementId: null } },
    { state: 'refused', reason: 'This file type is not accepted', suggestion: null },
  ])
  const file = (fid: number, body: object) => on.verb(mail.id, `files/${fid}/file`, body)
  expect((await file(list.id, { categoryId: 999 })).body.data).toHaveProperty('categoryId')
  expect((await file(list.id, { categoryId: 2, requirementId: 999_999 })).body.data).toHaveProperty('requirementId')
  expect((await file(list.id, { categoryId: 2, orderId: (await orderOf()).id })).body.data).toHaveProperty('orderId')
  const filed = await file(list.id, { categoryId: 2, requirementId })
  expect(filed.body.data).toMatchObject({ state: 'filed', documentId: expect.any(Number), requirementId })
  expect((await file(list.id, { categoryId: 2 })).status).toBe(409)
  const papers = (await on.call('GET', `request/booking/${mail.order}/requirements`)).body.data.items
  expect(papers).toMatchObject([{ state: 'received', documentId: filed.body.data.documentId }])
  const exchange = (await on.call('GET', `request/booking/${mail.order}/document_exchange`)).body.data
  expect(exchange.admin).toMatchObject([{ id: filed.body.data.documentId, name: 'packing list.pdf', size: 300 }])
  const get = async (path: string) => fetch(`${server.url}/api/${path}`, { headers: { 'user-token': server.token } })
  const bytes = await get(`mail-in/${mail.id}/files/${list.id}/download`)
  expect([bytes.status, (await bytes.arrayBuffer()).byteLength]).toEqual([200, 300])
  expect((await (await get(`document/${filed.body.data.documentId}/download`)).arrayBuffer()).byteLength).toBe(300)
  expect((await get(`mail-in/${mail.id}/files/${program.id}/download`)).status).toBe(409)
  expect((await on.verb(mail.id, `files/${photo.id}/ignore`)).body.data.state).toBe('ignored')
  expect((await file(photo.id, { categoryId: 2 })).status).toBe(409)
  await on.verb(mail.id, 'unlink')
  expect((await on.call('GET', `request/booking/${mail.order}/document_exchange`)).body.data.admin).toHaveLength(1)
})

test('the mails of an order are both directions as one thread, without our own that came back', async () => {
  const mail = await mailOf()
  const out = await server.db
    .insertInto('mails')
    .values({ kind: 'event', orderId: mail.order, subject: 'Departed', html: '<p>x</p>', text: 'It has departed' })
    .returning(['id', 'messageId'])
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('mailDeliveries')
    .values({ mailId: out.id, role: 'to', address: 'anna@example.test', state: 'sent' })
    .execute()
  await on.take({ messageId: `<${out.messageId}@quayside.example>` })
  const { body } = await on.call('GET', `request/booking/${mail.order}/mails`)
  expect(body.data).toMatchObject({
    totalCount: 2,
    items: [
      {
        direction: 'out',
        id: out.id,
        subject: 'Departed',
        fromAddress: 'no-reply@quayside.example',
        toAddresses: ['anna@example.test'],
        snippet: 'It has departed',
        state: 'sent',
        verified: true,
        automatic: null,
      },
      {
        direction: 'in',
        id: mail.id,
        threadId: mail.threadId,
        fromAddress: mail.client.email,
        state: 'new',
        verified: true,
      },
    ],
  })
  expect((await on.call('GET', 'request/booking/999999/mails')).status).toBe(404)
})

test('webhooks are told of mail by its ids, without an address or a word of it, and not of automatic mail', async () => {
  await server.pool.query(
    `insert into webhooks (url, events, secret) values ('https://shop.example/hooks', '{mail.received}', 'x')`,
  )
  const mail = await mailOf()
  await on.take({ from: mail.client.email, headers: ['Auto-Submitted: auto-replied'] })
  const { rows } = await server.pool.query('select body, order_id from webhook_deliveries order by id')
  expect(rows.map(({ body }) => JSON.parse(body))).toEqual([
    {
      type: 'mail.received',
      timestamp: expect.any(String),
      data: {
        id: mail.id,
        threadId: mail.threadId,
        orderId: mail.order,
        trackingCode: mail.orders[0].trackingCode,
        matched: 'code',
        verified: true,
        files: 0,
        sequence: expect.any(Number),
      },
    },
  ])
  await server.pool.query('delete from webhook_deliveries; delete from webhooks')
})
