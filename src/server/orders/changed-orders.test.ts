import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bearer, createKey, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let client: number
beforeAll(async () => {
  client = (await createUser(server.db)).id
})

const LISTS = { orders: 'request/booking/get_all', clients: 'admin/user' } as const
type List = keyof typeof LISTS
type Copy = Map<number, { id: number; updatedAt: string }>

const page = (list: List, query: Record<string, string>) =>
  server.call('GET', `${LISTS[list]}?${new URLSearchParams(query)}`)

/** Whether all changes are released: transactions of other databases of the cluster hold changes back too. */
const nothingHeld = async () =>
  (
    await sql<{
      yes: boolean
    }>`select pg_snapshot_xmin(pg_current_snapshot()) > (select max(xid) from sync_marks) as yes`.execute(server.db)
  ).rows[0]?.yes

/**
 * Reads all pages from here on into a copy. Returns the next cursor, and the ids in the order in which they
 * came.
 */
async function follow(list: List, copy: Copy, from: Record<string, string>) {
  await expect.poll(nothingHeld, { timeout: 10_000 }).toBe(true)
  return readOn(list, copy, from)
}

async function readOn(list: List, copy: Copy, from: Record<string, string>) {
  const told: number[] = []
  let query: Record<string, string> = { per_page: '2', ...from }
  for (;;) {
    const { status, body } = await page(list, query)
    expect(status, JSON.stringify(body)).toBe(200)
    for (const row of body.data.items) copy.set(row.id, row)
    for (const id of body.data.deleted) copy.delete(id)
    told.push(...body.data.items.map(({ id }: { id: number }) => id), ...body.data.deleted)
    if (body.data.nextCursor === null) return { told, cursor: body.data.resumeCursor as string }
    query = { per_page: '2', cursor: body.data.nextCursor }
  }
}

const EVER = '2000-01-01T00:00:00Z'
const whole = async (list: List) =>
  new Map((await page(list, { per_page: '1000' })).body.data.items.map((row: { id: number }) => [row.id, row]))

test('a copy of all orders is the list, and whatever happens to an order later reaches it by the cursor', async () => {
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await createOrder(server.db, { userId: client }))
  const [first, second, third, fourth] = orders.map(({ id }) => id)
  const copy: Copy = new Map()
  const start = await follow('orders', copy, { changed_since: EVER })
  expect(start.told.toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id))
  expect(copy).toEqual(await whole('orders'))
  expect((await follow('orders', copy, { cursor: start.cursor })).told).toEqual([])

  const event = await server.db
    .insertInto('events')
    .values({ name: 'Departed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const set = await server.call('POST', 'request/event/data/add', {
    body: { bookingRequestId: third, eventId: event.id, date: new Date().toISOString(), comment: '' },
  })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  await server.call('PUT', `request/booking/${first}/in-charge`, { body: { userId: server.staff.id } })
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', Number(second)).execute()
  await server.db.deleteFrom('orders').where('id', '=', Number(fourth)).execute()
  const next = await follow('orders', copy, { cursor: start.cursor })
  expect(next.told).toEqual([third, first, second, fourth])
  expect(copy).toEqual(await whole('orders'))

  await server.db.updateTable('orders').set({ deletedAt: null }).where('id', '=', Number(second)).execute()
  expect((await follow('orders', copy, { cursor: next.cursor })).told).toEqual([second])
  expect(copy).toEqual(await whole('orders'))
})

test('a change that is committed while somebody pages is not missed, though others were told before it', async () => {
  const early = await createOrder(server.db, { userId: client })
  const late = await createOrder(server.db, { userId: client })
  const copy: Copy = new Map()
  const { cursor } = await follow('orders', copy, { changed_since: EVER })
  const held = await server.pool.connect()
  try {
    await held.query('begin')
    await held.query("update orders set merchant_name = 'held', updated_at = clock_timestamp() where id = $1", [
      early.id,
    ])
    await server.db
      .updateTable('orders')
      .set({ merchantName: 'told', updatedAt: sql`clock_timestamp()` })
      .where('id', '=', late.id)
      .execute()
    // Changes after the transaction that still runs wait for it.
    const meanwhile = await readOn('orders', copy, { cursor })
    expect(meanwhile.told).toEqual([])
    await held.query('commit')
    const after = await follow('orders', copy, { cursor: meanwhile.cursor })
    expect(after.told).toEqual([early.id, late.id])
    expect((await follow('orders', copy, { changed_since: early.updatedAt })).told).toContain(early.id)
  } finally {
    held.release()
  }
  expect(copy).toEqual(await whole('orders'))
})

test('a record that changes while somebody pages comes again, and none is skipped', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await createOrder(server.db, { userId: client })).id)
  const { cursor } = await follow('orders', new Map(), { changed_since: EVER })
  const touch = (id: number | undefined) =>
    server.db.updateTable('orders').set({ updatedAt: new Date() }).where('id', '=', Number(id)).execute()
  for (const id of ids) await touch(id)
  await expect.poll(nothingHeld, { timeout: 10_000 }).toBe(true)
  const first = (await page('orders', { cursor, per_page: '3' })).body.data
  expect(first.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 3))
  await touch(ids[4])
  await touch(ids[0])
  const rest = await follow('orders', new Map(), { cursor: first.nextCursor })
  expect(rest.told).toEqual([ids[3], ids[4], ids[0]])
})

test('only what changed since then is told', async () => {
  const before = await createOrder(server.db, { userId: client })
  await sql`select pg_sleep(0.002)`.execute(server.db)
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::timestamptz(3) as now`.execute(server.db)
  await sql`select pg_sleep(0.002)`.execute(server.db)
  const after = await createOrder(server.db, { userId: client })
  const since = rows[0]?.now ?? ''
  const { told } = await follow('orders', new Map(), { changed_since: since })
  expect(told).toEqual([after.id])
  expect(told).not.toContain(before.id)
})

test('a time in the future is refused; by a clock that is a minute ahead nothing is missed', async () => {
  const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  for (const sent of [ahead(62), '2099-01-01'])
    for (const list of ['orders', 'clients'] as const) {
      const { status, body } = await page(list, { changed_since: sent })
      expect([status, body.data]).toEqual([400, { changed_since: 'changed_since lies in the future' }])
    }
  const { cursor } = await follow('orders', new Map(), { changed_since: ahead(58) })
  const { id } = await createOrder(server.db, { userId: client })
  expect((await follow('orders', new Map(), { cursor })).told).toContain(id)
})

test('a + that a URL turned into a space is called by its name', async () => {
  const { status, body } = await server.call('GET', `${LISTS.orders}?changed_since=2026-03-01T00:00:00+02:00`)
  expect([status, body.message]).toEqual([400, 'In a URL, + means a space: write the + of the offset as %2B'])
})

test('clients too: changed, deleted, restored, but not for another number of orders; staff never', async () => {
  const copy: Copy = new Map()
  const one = await createUser(server.db)
  const { cursor } = await follow('clients', copy, { changed_since: EVER })
  expect(copy).toEqual(await whole('clients'))
  await server.db.updateTable('users').set({ digest: false }).where('id', '=', one.id).execute()
  await createUser(server.db, { role: ['ROLE_MANAGER'] })
  expect((await follow('clients', copy, { cursor })).told).toEqual([])
  await createOrder(server.db, { userId: one.id })
  expect((await follow('clients', copy, { cursor })).told).toEqual([])
  await server.call('PUT', `user/${one.id}`, { body: { companyName: 'Renamed' } })
  await server.call('DELETE', `admin/user/${client}`)
  const next = await follow('clients', copy, { cursor })
  expect(next.told.toSorted((a, b) => a - b)).toEqual([client, one.id])
  expect(copy).toEqual(await whole('clients'))
  await server.call('POST', `admin/user/${client}/restore`)
  await follow('clients', copy, { cursor: next.cursor })
  expect(copy).toEqual(await whole('clients'))
})

test.each([
  '',
  'yesterday',
  '2026-02-30T00:00:00Z',
  '2026-03-01T09:00:00',
  '2026-03-01 09:00',
  '1',
  '0000-01-01',
  "2026-03-01'--",
])('changed_since=%j is 400 at the parameter', async (sent) => {
  for (const list of ['orders', 'clients'] as const) {
    const reply = await page(list, { changed_since: sent })
    expect([reply.status, Object.keys(reply.body.data)]).toEqual([400, ['changed_since']])
  }
})

test('a date, and times with any offset, are understood', async () => {
  for (const sent of ['2026-03-01', '2026-03-01T09:00Z', '2026-03-01T09:00:00.123+05:30'])
    expect((await page('orders', { changed_since: sent })).status).toBe(200)
})

test('a cursor that this list has not given is 400 at the parameter', async () => {
  const { cursor } = await follow('orders', new Map(), { changed_since: EVER })
  const forged = (from: RegExp, to: string) =>
    Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(from, to)).toString('base64url')
  const bad = [
    '',
    'x',
    '🙂',
    cursor.slice(4),
    forged(/^1/, '2'),
    forged(/[0-9a-f]{8}-/, '00000000-'),
    forged(/\.\d+\.2147/, '.9999999999999999999.2147'),
  ]
  for (const sent of bad) {
    const reply = await page('orders', { cursor: sent })
    expect([reply.status, Object.keys(Object(reply.body.data))], sent).toEqual([400, ['cursor']])
  }
  const other = await page('orders', { cursor, changed_since: '2026-03-01' })
  expect([other.status, Object.keys(other.body.data)]).toEqual([400, ['changed_since']])
  expect((await page('orders', { cursor, changed_since: EVER })).status).toBe(200)
})

test.each(['page', 'search', 'order[id]', 'f.status', 'ids', 'codes'])(
  '%s beside changed_since is 400 at its name',
  async (name) => {
    const reply = await page('orders', { changed_since: EVER, [name]: name === 'order[id]' ? 'asc' : '1' })
    expect([reply.status, Object.keys(reply.body.data)]).toEqual([400, [name]])
  },
)

test('pages have 1 to 1000 changes', async () => {
  for (const [size, status] of [
    [0, 400],
    [1, 200],
    [1000, 200],
    [1001, 400],
  ] as const)
    expect((await page('orders', { changed_since: EVER, per_page: String(size) })).status).toBe(status)
})

test('after a restore all earlier cursors are refused, and everything counts as changed', async () => {
  const { cursor } = await follow('orders', new Map(), { changed_since: EVER })
  const since = new Date().toISOString()
  await sql`select rows_restored()`.execute(server.db)
  expect((await page('orders', { cursor })).body.data).toHaveProperty('cursor')
  const copy: Copy = new Map()
  await follow('orders', copy, { changed_since: since })
  expect(copy).toEqual(await whole('orders'))
})

test('a key needs the scope to read the list', async () => {
  const { key } = await createKey(server.db, ['orders:read'])
  const call = (list: List) =>
    server.call('GET', `${LISTS[list]}?changed_since=${EVER}`, { token: null, headers: bearer(key) })
  expect((await call('orders')).status).toBe(200)
  expect((await call('clients')).status).toBe(403)
})
