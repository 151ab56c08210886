import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { readSheet } from '#server/sheets/read-sheet.ts'
import { tableOf } from '#server/sheets/sheet.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let admin: { id: number; token: string }
beforeAll(async () => {
  const { id } = await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })
  admin = { id, token: await server.tokenFor(id) }
})

const read = async (query: string) => {
  const { status, body } = await server.call('GET', `admin/audit?${query}`, { token: admin.token })
  expect(status).toBe(200)
  return body.data
}

const addPort = async (code: string, token: string) => {
  const { body } = await server.call('POST', 'port', { token, body: { code, name: `Port ${code}` } })
  return body.data
}

test('every write is in the trail with who, when, from where and the fields before and after', async () => {
  const port = await addPort('CAVAN', admin.token)
  await server.call('PUT', `port/${port.id}`, { token: admin.token, body: { name: 'Vancouver' } })
  const { items, totalCount } = await read(`entity=ports&entity_id=${port.id}`)
  expect(totalCount).toBe(2)
  expect(items[0]).toMatchObject({
    action: 'port.update',
    user: 'Ada Admin',
    userId: admin.id,
    ip: '127.0.0.1',
    before: { name: 'Port CAVAN' },
    after: { name: 'Vancouver' },
  })
  expect(items[0].at).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(items[0].requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(items[1]).toMatchObject({ action: 'port.create', before: null, after: { code: 'CAVAN', name: 'Port CAVAN' } })
})

test('the trail is newest first, and filtered by action, record, person and time', async () => {
  const port = await addPort('CAPRR', server.token)
  expect((await read('action=port.create')).items[0]).toMatchObject({ entityId: port.id, user: 'Mara Staff' })
  const byAdmin = await read(`user_id=${admin.id}&per_page=1000`)
  expect(new Set(byAdmin.items.map((each: { userId: number }) => each.userId))).toEqual(new Set([admin.id]))
  const { at } = (await read(`entity=ports&entity_id=${port.id}`)).items[0]
  expect((await read(`from=${at}&entity=ports`)).items.map((each: { entityId: number }) => each.entityId)).toEqual([
    port.id,
  ])
  expect((await read(`to=${at}&entity=ports&entity_id=${port.id}`)).totalCount).toBe(0)
  const all = await read('per_page=1000')
  const ids = all.items.map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
})

test('paging shows every entry once, past the middle too', async () => {
  const all = await read('per_page=1000')
  const pages = Math.ceil(all.totalCount / 2)
  const seen = await Promise.all(Array.from({ length: pages }, (_, n) => read(`per_page=2&page=${n + 1}`)))
  expect(seen.flatMap(({ items }) => items)).toEqual(all.items)
  const oldest = await Promise.all(
    Array.from({ length: pages }, (_, n) => read(`order[id]=asc&per_page=2&page=${n + 1}`)),
  )
  expect(oldest.flatMap(({ items }) => items)).toEqual(all.items.toReversed())
})

test('the stored total stays exact after inserts, deletes and a rolled-back transaction', async () => {
  const before = (await read('per_page=10')).totalCount
  await addPort('CAHAL', admin.token)
  const failed = server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('auditEntries')
      .values({
        userId: null,
        impersonatorId: null,
        action: 'x',
        entity: 'x',
        entityId: null,
        before: null,
        after: null,
      })
      .execute()
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  expect((await read('per_page=10')).totalCount).toBe(before + 1)
  await server.db.deleteFrom('auditEntries').where('action', '=', 'port.create').execute()
  const { n } = await server.db
    .selectFrom('auditEntries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect((await read('per_page=10')).totalCount).toBe(n)
})

test.each([
  ['entity_id=0', 'entity_id'],
  ['entity_id=x', 'entity_id'],
  ['user_id=2147483648', 'user_id'],
  ['from=yesterday', 'from'],
  ['to=2026-13-01T00:00:00Z', 'to'],
  [`action=${'a'.repeat(101)}`, 'action'],
  ['order[action]=asc', 'order[action]'],
])('%s is refused at its field', async (query, field) => {
  const { status, body } = await server.call('GET', `admin/audit?${query}`, { token: admin.token })
  expect(status).toBe(400)
  expect(Object.keys(body.data)).toEqual([field])
})

test('the filters offer the actions, records and staff of the trail, but no clients', async () => {
  const client = await createUser(server.db, { username: 'Only A Client' })
  await addPort('USSEA', admin.token)
  const { body } = await server.call('GET', 'admin/audit/filters', { token: admin.token })
  expect(body.data.actions).toContain('port.create')
  expect(body.data.entities).toContain('ports')
  expect(body.data.users).toContainEqual({ id: admin.id, name: 'Ada Admin' })
  expect(body.data.users.map(({ id }: { id: number }) => id)).not.toContain(client.id)
})

test('staff read the history of one client, and nothing of another', async () => {
  const client = await createUser(server.db)
  await createUser(server.db)
  await server.call('PUT', `user/${client.id}`, { body: { companyName: 'Harbour Goods' } })
  const { body } = await server.call('GET', `admin/history/clients/${client.id}`)
  expect(body.data.items).toHaveLength(1)
  expect(body.data.items[0]).toMatchObject({ action: 'client.update', after: { companyName: 'Harbour Goods' } })
  const other = await server.call('GET', `admin/history/clients/${client.id + 1}`)
  expect(other.body.data).toMatchObject({ items: [], totalCount: 0 })
  expect((await server.call('GET', 'admin/history/sessions/1')).status).toBe(400)
})

test('the search finds entries about records by name or code, and those of people', async () => {
  const search = async (text: string, more = '') => {
    const { items } = await read(`search=${encodeURIComponent(text)}&per_page=100${more}`)
    return items.map(({ action, entityId }: { action: string; entityId: number }) => `${action} ${entityId}`)
  }
  const port = await addPort('NLRTM', server.token)
  const { id: userId } = await createUser(server.db, { username: 'Wanda Findable', companyName: 'Findable Goods' })
  const order = await createOrder(server.db, { userId })
  await server.call('PUT', `user/${userId}`, { body: { companyName: 'Findable Wares' } })
  await server.call('PUT', `request/booking/edit/${order.id}`, {
    body: { shipmentDescription: 'Chairs', updatedAt: order.updatedAt },
  })
  expect(await search('nlrtm')).toEqual([`port.create ${port.id}`])
  expect(await search('findable wares')).toEqual([`client.update ${userId}`])
  for (const code of [order.trackingCode, order.trackingCode.slice(0, 6).toLowerCase()])
    expect(await search(code)).toEqual([`order.update ${order.id}`])
  expect(await search('Ada Admin', '&action=port.create')).not.toContain(`port.create ${port.id}`)
  expect(await search('Mara Staff', '&action=port.create')).toContain(`port.create ${port.id}`)
  expect(await search('nobody at all')).toEqual([])
  expect(await search('%')).toEqual([])
  const { rows } = tableOf(
    await readSheet(new Uint8Array(await (await exportTrail('search=nlrtm&format=csv')).arrayBuffer())),
  )
  expect(rows).toHaveLength(1)
})

test('a search that means more than 200 records is refused at its field, one that means 200 is not', async () => {
  await sql`insert into ports (code, name) select 'Q' || i, 'Quay ' || i from generate_series(1, 200) i`.execute(
    server.db,
  )
  expect((await read('search=Quay')).items).toEqual([])
  await sql`insert into ports (code, name) values ('QX', 'Quay X')`.execute(server.db)
  const { status, body } = await server.call('GET', 'admin/audit?search=Quay', { token: admin.token })
  expect(status).toBe(400)
  expect(body.data).toEqual({ search: 'More than 200 records match. Please type more.' })
})

test("a record's history is searched by what was done, by whom, and its values", async () => {
  const { id } = await createUser(server.db)
  await server.call('PUT', `user/${id}`, { body: { companyName: 'Harbour Lamps' } })
  await server.call('PUT', `user/${id}`, { token: admin.token, body: { companyAddress: '1 Quay Street' } })
  const found = async (text: string) =>
    (await server.call('GET', `admin/history/clients/${id}?search=${encodeURIComponent(text)}`)).body.data.totalCount
  expect(await Promise.all(['', 'harbour lamps', 'ada', 'client.update', 'nothing', '%'].map(found))).toEqual([
    2, 1, 1, 2, 0, 0,
  ])
})

const exportTrail = (query: string) =>
  fetch(`${server.url}/api/admin/audit/export?${query}`, { headers: { 'user-token': admin.token } })

const addEntries = (action: string, n: number) =>
  sql`insert into audit_entries (action, entity, after)
    select ${action}, 'ports', json_build_object('name', 'Port ' || i) from generate_series(1, ${n}::int) i`.execute(
    server.db,
  )

test.each(['csv', 'xlsx'])('a long %s file has every entry of the trail once, newest first', async (format) => {
  await addEntries(`long.${format}`, 1_001)
  const file = await exportTrail(`action=long.${format}&format=${format}`)
  // The file is sent while it is written, so its length is not known yet.
  expect(file.headers.get('content-length')).toBeNull()
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="audit.${format}"`)
  const { rows } = tableOf(await readSheet(new Uint8Array(await file.arrayBuffer())))
  expect(rows.map(({ cells }) => cells.at(-1))).toEqual(
    Array.from({ length: 1_001 }, (_, index) => `Name: Port ${1_001 - index}`),
  )
})

test('a trail is exported as CSV or XLSX only', async () => {
  expect((await exportTrail('format=pdf')).status).toBe(400)
})
