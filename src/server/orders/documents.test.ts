import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MAX_UPLOAD_SIZE, MAX_UPLOADS } from '#contract/lib/uploads.ts'
import { PDF, pdf, sendDocument, sendDocuments } from '#server/test/files.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let clientId: number

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
})
const newOrder = () => createOrder(server.db, { userId: clientId })
const OTHER = 6
/** Uploads as rows only; nothing here reads the files. */
async function uploads(sizes: readonly number[], uploadedBy = server.staff.id): Promise<number[]> {
  const rows = await server.db
    .insertInto('documents')
    .values(
      sizes.map((size, index) => ({
        name: `paper-${index}.pdf`,
        contentType: 'application/pdf',
        size,
        categoryId: OTHER,
        uploadedBy,
        sha256: Buffer.alloc(32),
        storageKey: `documents/${randomUUID()}`,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
const add = (orderId: number, documents: unknown, options: { token?: string | null; key?: string } = {}) =>
  server.call('POST', `request/booking/${orderId}/documents`, {
    body: { documents },
    ...('token' in options ? { token: options.token } : {}),
    headers: options.key ? { 'idempotency-key': options.key } : {},
  })
const read = async (orderId: number) => (await server.call('GET', `request/booking/get/${orderId}`)).body.data
const attachedTo = async (id: number) =>
  (await server.db.selectFrom('documents').select('orderId').where('id', '=', id).executeTakeFirstOrThrow()).orderId
const MB = 1024 * 1024
const countOf = async (table: string) =>
  Number((await server.pool.query(`select count(*) as n from ${table}`)).rows[0].n)

test("documents added without an event are counted and listed as the Admin's, and no mail is sent", async () => {
  const order = await newOrder()
  const before = await read(order.id)
  const [first = 0, second = 0] = await uploads([10, 20])
  const reply = await add(order.id, [first, second])
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    user: [],
    admin: [{ id: second }, { id: first, name: 'paper-0.pdf' }],
    csr: [],
  })
  expect((await server.call('GET', `request/booking/${order.id}/document_exchange`)).body.data).toEqual(reply.body.data)
  expect(await read(order.id)).toMatchObject({
    documentCount: 2,
    updatedAt: before.updatedAt,
    lastEventId: before.lastEventId,
  })
  expect((await server.call('GET', `request/event/data/${order.id}`)).body.data).toEqual([])
  const { rows } = await server.pool.query('select count(*)::int as n from mails where order_id = $1', [order.id])
  expect(rows[0].n).toBe(0)
  const audit = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'userId', 'after'])
    .where('entity', '=', 'orders')
    .where('entityId', '=', order.id)
    .execute()
  expect(audit).toMatchObject([{ action: 'order.add-documents', userId: server.staff.id }])
  expect(JSON.stringify(audit[0]?.after)).toContain(String(first))
})

test('all documents of one submission may have 25 MB, not a byte more; the refused ones stay unattached', async () => {
  const half = MAX_UPLOAD_SIZE / 2
  const order = await newOrder()
  expect((await add(order.id, await uploads([half, half]))).status).toBe(200)
  const heavy = await uploads([half, half + 1])
  const reply = await add(order.id, heavy)
  expect(reply.body).toMatchObject({ code: 400, message: 'Maximum limit of weight is exceeded' })
  expect(Object.keys(reply.body.data)).toEqual(['documents.0', 'documents.1'])
  expect(await attachedTo(heavy[0] ?? 0)).toBeNull()
  expect((await read(order.id)).documentCount).toBe(2)
})

test('a submission has at least one and at most as many documents as an upload', async () => {
  const order = await newOrder()
  const many = await uploads(Array.from({ length: MAX_UPLOADS + 1 }, () => 1))
  expect((await add(order.id, many)).body.data).toEqual({ documents: `No more than ${MAX_UPLOADS}` })
  expect((await add(order.id, many.slice(1))).status).toBe(200)
  for (const none of [[], null, undefined])
    expect((await add(order.id, none)).body.data).toEqual({ documents: 'This field cannot be empty' })
  expect((await add(order.id, 'x')).body.data).toEqual({ documents: 'This must be a list of documents' })
  expect((await add(order.id, ['1'])).body.data).toEqual({ 'documents.0': 'Choose one from the list' })
})

test('documents of others, of another order, unknown and repeated ones are refused at the document', async () => {
  const order = await newOrder()
  const colleague = await createUser(server.db, { role: [Role.MANAGER] })
  const [mine = 0, used = 0] = await uploads([1, 1])
  const [foreign = 0] = await uploads([1], colleague.id)
  expect((await add((await newOrder()).id, [used])).status).toBe(200)
  const not = 'This document was not uploaded by you or is already attached'
  for (const bad of [foreign, used, 999_999])
    expect((await add(order.id, [mine, bad])).body.data).toEqual({ 'documents.1': not })
  expect((await add(order.id, [mine, mine])).body.data).toEqual({ 'documents.1': 'This document is listed twice' })
  expect(await attachedTo(mine)).toBeNull()
  expect((await read(order.id)).documentCount).toBe(0)
})

test('only staff add documents, and only to orders that exist', async () => {
  const order = await newOrder()
  const documents = await uploads([1])
  expect((await add(order.id, documents, { token: null })).status).toBe(401)
  expect((await add(order.id, documents, { token: await server.tokenFor(clientId) })).status).toBe(403)
  expect((await add(order.id, documents, { token: await server.signIn({ role: [Role.CSR] }) })).status).toBe(403)
  expect((await add(999_999, documents)).status).toBe(404)
  expect((await server.call('POST', 'request/booking/x/documents', { body: { documents } })).status).toBe(400)
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  expect((await add(order.id, documents)).status).toBe(404)
  expect(await attachedTo(documents[0] ?? 0)).toBeNull()
})

test('a repeated Idempotency-Key adds once and gets the same reply; with other documents, or to another order, it is 409', async () => {
  const order = await newOrder()
  const documents = await uploads([1])
  const replies = await Promise.all([1, 2].map(() => add(order.id, documents, { key: 'papers-1' })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[1]?.body.data).toEqual(replies[0]?.body.data)
  expect((await read(order.id)).documentCount).toBe(1)
  expect((await add(order.id, await uploads([1]), { key: 'papers-1' })).status).toBe(409)
  expect((await add((await newOrder()).id, documents, { key: 'papers-1' })).status).toBe(409)
})

test('a document downloads unchanged, as an attachment that cannot run', async () => {
  const id = await sendDocument(server, ['Rechnung für Zoë.pdf', pdf(300_000)])
  const response = await fetch(`${server.url}/api/document/${id}/download`, { headers: { 'user-token': server.token } })
  expect(Buffer.from(await response.arrayBuffer()).equals(pdf(300_000))).toBe(true)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB.pdf")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect((await server.call('GET', `document/${id}/download`, { token: null })).status).toBe(401)
})

test('file types are detected by content; each wrong file is named and the whole submission is refused', async () => {
  const files = await countOf('documents')
  const reply = await sendDocuments(server, [
    ['good.pdf', PDF],
    ['empty.pdf', Buffer.alloc(0)],
    ['program.pdf', Buffer.from('MZ\u0090\0 this program')],
    ['page.png', Buffer.from('<html><script>alert(1)</script>')],
    ['notes.txt', Buffer.from('text')],
    ['both.pdf', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>')],
  ])
  expect(reply.status).toBe(400)
  expect(reply.body.message).toBe('File cannot be empty')
  expect(Object.keys(reply.body.data)).toEqual(['files.1', 'files.2', 'files.3', 'files.4', 'files.5'])
  expect(await countOf('documents')).toBe(files)
})

test('25 MB in total are accepted, one byte more is refused', async () => {
  const half = (25 * MB) / 2
  expect(
    (
      await sendDocuments(server, [
        ['a.pdf', pdf(half)],
        ['b.pdf', pdf(half)],
      ])
    ).status,
  ).toBe(200)
  const tooMuch = await sendDocuments(server, [
    ['a.pdf', pdf(half)],
    ['b.pdf', pdf(half + 1)],
  ])
  expect(tooMuch.body).toMatchObject({ code: 413, message: 'Maximum limit of weight is exceeded' })
  expect((await sendDocuments(server, [['a.pdf', pdf(25 * MB + 1)]])).status).toBe(413)
})

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\temp\\x.pdf', 'x.pdf'],
  ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
  ['CON.pdf', 'document-CON.pdf'],
  ['🚢.pdf', '🚢.pdf'],
])('a file named %j is stored as %j', async (name, kept) => {
  const reply = await sendDocuments(server, [[name, PDF]])
  expect(reply.body.data.items[0].name).toBe(kept)
})

test('a name of 300 characters is shortened and keeps its extension', async () => {
  const reply = await sendDocuments(server, [[`${'x'.repeat(300)}.pdf`, PDF]])
  const { name } = reply.body.data.items[0]
  expect(name).toHaveLength(150)
  expect(name.endsWith('.pdf')).toBe(true)
})

test('an unknown category is 404, a body that is not a form 415, a form without files 400', async () => {
  expect((await sendDocuments(server, [['a.pdf', PDF]], { category: 99 })).status).toBe(404)
  expect((await server.call('POST', 'admin/document/upload/6', { body: { a: 1 } })).status).toBe(415)
  expect((await sendDocuments(server, [])).status).toBe(400)
})

test('document_exchange groups documents by the role of their uploader', async () => {
  const order = await newOrder()
  for (const [role, name] of [
    ['ROLE_USER', 'u.pdf'],
    ['ROLE_CSR', 'c.pdf'],
    ['ROLE_ADMIN', 'a.pdf'],
  ] as const) {
    const user = await createUser(server.db, { role: [role] })
    await server.db
      .insertInto('documents')
      .values({
        name,
        contentType: 'application/pdf',
        size: 1,
        sha256: Buffer.alloc(32),
        storageKey: `documents/aa/${name}`,
        categoryId: 1,
        uploadedBy: user.id,
        orderId: order.id,
      })
      .execute()
  }
  const { user, csr, admin } = (await server.call('GET', `request/booking/${order.id}/document_exchange`)).body.data
  expect([user, csr, admin].map((group) => group.map((each: { name: string }) => each.name))).toEqual([
    ['u.pdf'],
    ['c.pdf'],
    ['a.pdf'],
  ])
})

test('document categories are the six fixed ones', async () => {
  const reply = await server.call('GET', 'document/category/get_all')
  expect(reply.body.data.items.map((each: { name: string }) => each.name)).toEqual([
    'Commercial invoice',
    'Packing list',
    'Bill of lading',
    'Arrival notice',
    'Customs',
    'Other',
  ])
})
