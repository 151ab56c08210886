import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { trailOf } from '#server/test/trail.ts'

let server: TestServer
let admin: string
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn({ role: [Role.ADMIN] })
  folder = await mkdtemp(join(tmpdir(), 'quayside-zip-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const run = promisify(execFile)

const download = async (id: number, token = admin) => {
  const reply = await fetch(`${server.url}/api/admin/user/${id}/export`, { headers: { 'user-token': token } })
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    bytes: Buffer.from(await reply.arrayBuffer()),
  }
}

/**
 * A client with words of its own in an order, a note, a mail with a personal link, and a document of many
 * pieces.
 */
async function client(word: string, file: Buffer) {
  const { db } = server
  const user = await createUser(db, { username: `${word} account`, email: `${word}@example.test` })
  const order = await createOrder(db, {
    userId: user.id,
    companyName: `${word} order`,
    deletedAt: word === 'alpha' ? null : new Date(),
  })
  const key = `documents/ab/${word}`
  await server.services.files.write(key, file)
  const document = await db
    .insertInto('documents')
    .values({
      name: `../../${word} name.pdf`,
      contentType: 'application/pdf',
      size: file.length,
      sha256: Buffer.from('x'),
      storageKey: key,
      categoryId: 1,
      uploadedBy: user.id,
      orderId: order.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('notes')
    .values({ orderId: order.id, authorId: server.staff.id, body: `${word} note` })
    .execute()
  const mail = await db
    .insertInto('mails')
    .values({
      kind: 'event',
      orderId: order.id,
      userId: null,
      createdBy: null,
      templateId: null,
      templateTitle: null,
      orderEventId: null,
      subject: `${word} subject`,
      html: `<p>${word} html http://app.test/site/tracking/personal/${'S'.repeat(43)}</p>`,
      text: `${word} text`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('mailDeliveries')
    .values({ mailId: mail.id, role: 'to', address: `${word}@to.example`, state: 'sent', reason: null })
    .execute()
  await db
    .insertInto('shippers')
    .values({
      userId: user.id,
      companyName: `${word} shipper`,
      companyAddress: 'a',
      nameOfThePersonInCharge: 'n',
      email: 'e@x.example',
      phone: '1',
    })
    .execute()
  await server.call('PUT', `user/${user.id}`, { body: { companyAddress: `${word} trail` } })
  const token = await server.tokenFor(user.id)
  return { ...user, token, document: document.id, mail: mail.id }
}

test('the archive has all that is stored about a client, is read by other tools, and has neither secrets nor anything of others', async () => {
  const pdf = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 251))
  const alpha = await client('alpha', pdf)
  await client('beta', Buffer.from('beta file'))
  const { status, type, bytes } = await download(alpha.id)
  expect([status, type]).toEqual([200, 'application/zip'])
  await writeFile(join(folder, 'client.zip'), bytes)
  // Another program's opinion where there is one; the library's in any case.
  await run('unzip', ['-tq', join(folder, 'client.zip')]).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  const files = unzipSync(bytes)
  expect(Object.keys(files).sort()).toEqual(
    [
      ...[
        'README.txt',
        'account.json',
        'documents.json',
        'drafts.json',
        'mail-in.json',
        'mails.json',
        'orders.json',
        'offers.json',
        'quotes.json',
        'shippers.json',
        'trail.json',
      ],
      ...[`documents/${alpha.document}.pdf`, `mails/${alpha.mail}.eml`],
    ].sort(),
  )
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  const [order] = JSON.parse(text('orders.json'))
  expect(order).toMatchObject({
    company_name: 'alpha order',
    notes: [{ body: 'alpha note' }],
    documents: [{ name: '../../alpha name.pdf' }],
  })
  expect(JSON.parse(text('account.json'))).toMatchObject({
    username: 'alpha account',
    sessions: [{ user_id: alpha.id }],
  })
  expect(text(`mails/${alpha.mail}.eml`)).toMatch(/^To: alpha@to\.example$/m)
  expect(text('trail.json')).toContain('alpha trail')
  expect(text('shippers.json')).toContain('alpha shipper')
  expect(Buffer.from(files[`documents/${alpha.document}.pdf`] ?? []).equals(pdf)).toBe(true)
  const all = Object.keys(files)
    .map((name) => `${name}\n${text(name)}`)
    .join('\n')
  expect(all).not.toMatch(/beta|argon2|password_hash|token_hash|storage_key|S{43}/)
  expect(all).not.toContain(alpha.token)
  expect((await trailOf(server.db, 'clients', alpha.id)).at(-1)).toMatchObject({
    action: 'client.export',
    before: null,
    after: null,
  })
})

test('clocks of an order and of the containers of an FCL order are exported with it', async () => {
  const { id: userId } = await createUser(server.db)
  const [lcl, fcl] = [await createOrder(server.db, { userId }), await createOrder(server.db, { userId })]
  const other = await createOrder(server.db, { userId: server.staff.id })
  const { rows } = await server.pool.query(
    `with boxes as (insert into containers (order_id, size_type, max_kg, max_cbm) values ($1, '42G1', 26000, 58), ($2, '42G1', 26000, 58) returning id)
    insert into free_times (container_id, clock, by_hand, note) select id, 'demurrage', true, 'Box ' || id from boxes returning container_id as id`,
    [fcl.id, other.id],
  )
  await server.pool.query(
    `insert into free_times (order_id, clock, by_hand, note) values ($1, 'storage', true, 'Order')`,
    [lcl.id],
  )
  const orders = JSON.parse(Buffer.from(unzipSync((await download(userId)).bytes)['orders.json'] ?? []).toString())
  expect(orders.map((order: { free_times: { note: string }[] }) => order.free_times.map(({ note }) => note))).toEqual([
    ['Order'],
    [`Box ${rows[0].id}`],
  ])
})

const OTHERS = 20_000
const rowsRead = async () => {
  await server.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await server.pool.query<{ table: string; read: number }>(
    `select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
     where relname in ('mails', 'documents', 'audit_entries') order by 1`,
  )
  return Object.fromEntries(rows.map(({ table, read }) => [table, read]))
}

test('mails, documents and the trail of others are not read through for those of a client with many orders', async () => {
  const query = (text: string) => server.pool.query(text)
  const { id } = await createUser(server.db)
  for (let n = 0; n < 120; n++) await createOrder(server.db, { userId: id })
  const other = await createOrder(server.db, { userId: (await createUser(server.db)).id })
  const fill = async (of: string) => {
    await query(`insert into mails (kind, order_id, subject, html, text) select 'event', o, 'x', 'x', 'x' ${of}`)
    await query(`insert into documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by, order_id)
      select 'x.pdf', 'application/pdf', 1, '', 'documents/aa/' || gen_random_uuid(), 1, ${server.staff.id}, o ${of}`)
    await query(
      `insert into audit_entries (user_id, action, entity, entity_id, ip) select ${server.staff.id}, 'order.update', 'orders', o, '' ${of}`,
    )
  }
  await fill(`from (select ${other.id} as o from generate_series(1, ${OTHERS})) x`)
  await fill(`from (select id as o from orders, generate_series(1, 3) where user_id = ${id}) x`)
  await query('vacuum analyze mails, documents, audit_entries, orders')
  const before = await rowsRead()
  expect((await download(id)).status).toBe(200)
  await expect.poll(async () => (await rowsRead()).mails ?? 0).toBeGreaterThan((before.mails ?? 0) + 360)
  const after = await rowsRead()
  for (const [table, read] of Object.entries(after)) expect(read - (before[table] ?? 0), table).toBeLessThan(OTHERS)
}, 60_000)

test('a client that was deleted is exported too; staff, the unknown and the erased are 404', async () => {
  const gamma = await client('gamma', Buffer.from('x'))
  await server.call('DELETE', `admin/user/${gamma.id}`)
  expect((await download(gamma.id)).status).toBe(200)
  for (const id of [server.staff.id, 999_999]) {
    expect((await download(id)).status).toBe(404)
    for (const method of ['GET', 'POST'])
      expect((await server.call(method, `admin/user/${id}/erase`, { token: admin })).status).toBe(404)
  }
  expect((await server.call('GET', `admin/user/${gamma.id}/erase`, { token: admin })).body.data).toEqual({
    orders: 1,
    documents: 1,
    mails: 1,
    notes: 1,
  })
  expect((await server.call('POST', `admin/user/${gamma.id}/erase`, { token: admin })).status).toBe(200)
  expect((await server.call('POST', `admin/user/${gamma.id}/erase`, { token: admin })).status).toBe(404)
  expect((await download(gamma.id)).status).toBe(404)
  expect((await server.call('POST', `admin/user/${gamma.id}/restore`)).status).toBe(404)
  expect((await server.call('GET', 'user/check_token', { token: gamma.token })).status).toBe(401)
})

test('exporting and erasing are for administrators who confirmed lately that it is them, and for no API key', async () => {
  const delta = await client('delta', Buffer.from('x'))
  const { key } = await createKey(server.db, ['clients:write', 'orders:write'])
  const late = await server.signIn({ role: [Role.ADMIN] })
  await server.pool.query(
    `update sessions set stepped_up_at = now() - interval '11 minutes' where id = (select max(id) from sessions)`,
  )
  for (const [method, path] of [
    ['GET', 'export'],
    ['POST', 'erase'],
  ] as const) {
    const call = (token: string | null, headers = {}) =>
      server.call(method, `admin/user/${delta.id}/${path}`, { token, headers })
    expect((await call(server.token)).status).toBe(403)
    expect((await call(null, bearer(key))).status).toBe(403)
    expect(await call(late)).toMatchObject({ status: 403, body: { data: { stepUp: expect.anything() } } })
  }
})
