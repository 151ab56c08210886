import { beforeAll, expect, test } from 'vitest'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { NUMBER_MATCHES } from './list-orders.ts'

const server = testServer()
let clientId: number
const ids: number[] = []

beforeAll(async () => {
  const client = await createUser(server.db, { username: 'Zoë' })
  clientId = client.id
  for (let n = 0; n < 25; n++) {
    const order = await createOrder(server.db, {
      userId: client.id,
      username: `User ${n % 5}`,
      companyName: `Company ${n % 3}`,
      shipmentVolume: 1 + (n % 7),
      status: (n % 3) as 0 | 1 | 2,
      lastEventTime: n % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + n)),
    })
    ids.push(order.id)
  }
})

const list = (query = '') => server.call('GET', `request/booking/get_all${query}`)
const idsOf = (reply: Awaited<ReturnType<typeof list>>) => reply.body.data.items.map((row: { id: number }) => row.id)

test('the list shows the newest ids first, ten per page', async () => {
  const reply = await list()
  expect(reply.body.data).toMatchObject({ totalCount: 25, numItemsPerPage: 10, currentPageNumber: 1 })
  expect(idsOf(reply)).toEqual(ids.toReversed().slice(0, 10))
})

test('a page past the end returns the last page and its number', async () => {
  const reply = await list('?page=99&per_page=10')
  expect(reply.body.data.currentPageNumber).toBe(3)
  expect(idsOf(reply)).toEqual(ids.toReversed().slice(20))
})

test.each(['id', 'created', 'username', 'companyName', 'shipment_volume', 'status', 'event_data_update'])(
  'paging by %s in either direction shows every order once',
  async (key) => {
    for (const direction of ['asc', 'desc']) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list(`?per_page=7&page=${page}&order[${key}]=${direction}`)),
      )
      const seen = pages.flatMap(idsOf)
      expect(new Set(seen).size).toBe(25)
      const whole = idsOf(await list(`?per_page=100&order[${key}]=${direction}`))
      expect(seen).toEqual(whole)
    }
  },
)

test('ascending order is the exact reverse of descending, ties included', async () => {
  for (const key of ['username', 'status', 'event_data_update']) {
    const up = idsOf(await list(`?per_page=100&order[${key}]=asc`))
    expect(idsOf(await list(`?per_page=100&order[${key}]=desc`))).toEqual(up.toReversed())
  }
})

test.each([
  ['order[password]=asc', 'Allowed: id, created'],
  ['order[id]=asc;drop table orders', 'Allowed: asc, desc'],
  ['order[id]=asc,(select pg_sleep(5))', 'Allowed: asc, desc'],
  ['order["id"]=asc', 'Allowed: id'],
  ['order[]=id', 'Allowed: id'],
  ['order=id', 'Allowed: id'],
  ['order[id]=asc&order[id]=desc', 'Allowed: asc, desc'],
  ['page=0', 'whole number'],
  ['page=-1', 'whole number'],
  ['page=x', 'whole number'],
  ['page=1.5', 'whole number'],
  ['per_page=0', 'from 1 to 1000'],
  ['per_page=1001', 'from 1 to 1000'],
  ['per_page=1e9', 'from 1 to 1000'],
])('%s is 400 and lists the allowed values', async (query, message) => {
  const reply = await list(`?${query.replaceAll('"', '%22')}`)
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain(message)
})

test('the total stays exact when orders are added, deleted and restored', async () => {
  const total = async () => (await list()).body.data.totalCount
  const order = await createOrder(server.db, { userId: clientId })
  expect(await total()).toBe(26)
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  expect(await total()).toBe(25)
  expect((await list('?page=3')).body.data.totalCount).toBe(25)
  await server.db.updateTable('orders').set({ deletedAt: null }).where('id', '=', order.id).execute()
  expect(await total()).toBe(26)
  await server.db.deleteFrom('orders').where('id', '=', order.id).execute()
  expect(await total()).toBe(25)
})

test('writers do not block each other on the total', async () => {
  const [one, two] = [await server.pool.connect(), await server.pool.connect()]
  try {
    await one.query('begin')
    await two.query('begin')
    const rename = 'update orders set deleted_at = now() where id = $1'
    await one.query(rename, [ids[0]])
    await two.query(rename, [ids[1]])
    await two.query('commit')
    await one.query('commit')
  } finally {
    one.release()
    two.release()
  }
  expect((await list()).body.data.totalCount).toBe(23)
  await server.db.updateTable('orders').set({ deletedAt: null }).where('id', 'in', ids).execute()
  expect((await list()).body.data.totalCount).toBe(25)
})

test('every sort of the list uses an index', async () => {
  const client = await server.pool.connect()
  try {
    await client.query('set enable_seqscan = off; set enable_sort = off')
    for (const column of [
      'id',
      'created_at',
      'username',
      'company_name',
      'shipment_volume',
      'status',
      'last_event_time',
    ]) {
      for (const direction of ['asc', 'desc']) {
        const order = column === 'id' ? `id ${direction}` : `${column} ${direction}, id ${direction}`
        const { rows } = await client.query(
          `explain select id from orders where deleted_at is null order by ${order} limit 10 offset 5`,
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).toMatch(/Index (Only )?Scan/)
        expect(plan).not.toMatch(/Sort|Seq Scan/)
      }
    }
  } finally {
    client.release(true)
  }
})

test('staff find orders by the start of the tracking code, however it was pasted', async () => {
  const code = (await list('?per_page=1')).body.data.items[0]
  const full = `${code.hashSum}${code.customCode}`
  for (const typed of [
    full,
    full.toLowerCase(),
    `${full.slice(0, 4)} - ${full.slice(4, 8)} - ${full.slice(8)}`,
    `Re: ${full}`,
  ]) {
    const reply = await server.call('GET', `request/booking/search?tracking_code=${encodeURIComponent(typed)}`)
    expect(idsOf(reply), typed).toEqual([code.id])
  }
  const all = await server.call('GET', 'request/booking/search?tracking_code=TEST&per_page=100&order[id]=asc')
  expect(all.body.data.totalCount).toBe(25)
})

const searchBy = (code: string, query = '', token?: string | null) =>
  server.call('GET', `request/booking/search?tracking_code=${encodeURIComponent(code)}${query}`, { token })

test('staff find an order by its id, and orders by the last four digits of their codes, deleted ones left out', async () => {
  const made = []
  for (let n = 0; n < 3; n++) {
    const { id } = await createOrder(server.db, { userId: clientId })
    await server.db.updateTable('orders').set({ customCode: '0042' }).where('id', '=', id).execute()
    made.push(id)
  }
  const [first = 0, second = 0, third = 0] = made
  expect(idsOf(await searchBy(String(first)))).toContain(first)
  expect(idsOf(await searchBy(` #${first} `))).toContain(first)
  expect(idsOf(await searchBy('0042'))).toEqual([third, second, first])
  // A page of it, and the exact total.
  const page = await searchBy('0042', '&per_page=2&page=2&order[id]=asc')
  expect(page.body.data).toMatchObject({ totalCount: 3, numItemsPerPage: 2, currentPageNumber: 2 })
  expect(idsOf(page)).toEqual([third])
  expect((await searchBy('0042', '&per_page=2&page=9')).body.data.currentPageNumber).toBe(2)
  expect(idsOf(await list('?search=0042'))).toEqual([third, second, first])
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', second).execute()
  expect(idsOf(await searchBy('0042'))).toEqual([third, first])
  expect(idsOf(await searchBy(String(second)))).toEqual([])
  await server.db.deleteFrom('orders').where('id', 'in', made).execute()
})

test('a number that is both an id and the last digits of a code finds both', async () => {
  const { id } = await createOrder(server.db, { userId: clientId })
  const other = await createOrder(server.db, { userId: clientId })
  await server.db.updateTable('orders').set({ id: 7042 }).where('id', '=', id).execute()
  await server.db.updateTable('orders').set({ customCode: '7042' }).where('id', '=', other.id).execute()
  expect(idsOf(await searchBy('7042')).toSorted()).toEqual([other.id, 7042].toSorted())
  await server.db.deleteFrom('orders').where('id', 'in', [7042, other.id]).execute()
})

test.each(['042', '00042', '2147483648', '9999999999', '99999999999', '-', '4.2', "1' or '1'='1"])(
  '%j is neither an id nor the last four digits of a code: it finds nothing',
  async (typed) => {
    expect((await searchBy(typed)).body.data).toMatchObject({ items: [], totalCount: 0, currentPageNumber: 1 })
  },
)

test('without a staff token, digits find nothing', async () => {
  const order = await createOrder(server.db, { userId: clientId })
  expect((await searchBy(String(order.id), '', null)).status).toBe(404)
  expect((await searchBy(order.trackingCode.slice(8), '', null)).status).toBe(404)
  const token = await server.tokenFor(clientId)
  expect((await searchBy(String(order.id), '', token)).status).toBe(404)
  await server.db.deleteFrom('orders').where('id', '=', order.id).execute()
})

test('the search by number reads indexes only', async () => {
  const client = await server.pool.connect()
  try {
    // Of a table that it knows nothing of, the planner takes any index.
    await client.query('analyze orders')
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain ${NUMBER_MATCHES.replace('$1', '7').replace('$2', "'0042'")}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('orders_live_custom_code')
    expect(plan).not.toMatch(/Seq Scan/)
  } finally {
    client.release(true)
  }
})

test('a search for something that cannot be a tracking code finds nothing', async () => {
  for (const search of ['12345', '%', 'no code at all']) {
    const reply = await server.call('GET', `request/booking/get_all?search=${encodeURIComponent(search)}`)
    expect(reply.body.data).toMatchObject({ items: [], totalCount: 0, currentPageNumber: 1 })
  }
})

test('without a token, a full code finds the public view and a prefix finds nothing', async () => {
  const order = await createOrder(server.db, { userId: clientId, lastEventPublicStatus: 'On board' })
  const search = (code: string) => server.call('GET', `request/booking/search?tracking_code=${code}`, { token: null })
  const found = await search(order.trackingCode)
  expect(Object.keys(found.body.data).sort()).toEqual(
    [
      'cartageName',
      'cityName',
      'estimatedTimeOfArrivalAt',
      'estimatedTimeOfDepartureAt',
      'lastEventPublicStatus',
      'lastEventTime',
      'status',
      'trackingCode',
    ].sort(),
  )
  expect((await search(order.trackingCode.slice(0, 11))).status).toBe(404)
  expect((await search('%25')).status).toBe(404)
  expect((await search('x'.repeat(10_000))).status).toBe(400)
  expect((await server.call('GET', 'request/booking/search?tracking_code[]=a', { token: null })).status).toBe(400)
  const token = await server.tokenFor(clientId)
  const asClient = await server.call('GET', `request/booking/search?tracking_code=${order.trackingCode}`, { token })
  expect(asClient.body.data).toEqual(found.body.data)
})

test('public tracking is rate limited per IP address', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 70; n++)
    statuses.push(
      (await server.call('GET', 'request/booking/search?tracking_code=ABCD12345678', { token: null })).status,
    )
  expect(statuses.at(-1)).toBe(429)
})

test('the list shows a client under its new name', async () => {
  await server.db.updateTable('users').set({ username: 'Renamed' }).where('id', '=', clientId).execute()
  const names = (await list('?per_page=100')).body.data.items.map((row: { username: string }) => row.username)
  expect(new Set(names)).toEqual(new Set(['Renamed']))
})

test('an order of 2040 is listed with its seconds, which need more than 32 bits', async () => {
  const order = await createOrder(server.db, { userId: clientId, createdAt: new Date('2040-01-01T00:00:00Z') })
  expect((await list()).body.data.items[0]).toMatchObject({ id: order.id, created: 2_208_988_800 })
})
