import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ORDER_FIELDS } from '#contract/orders/field-table.ts'
import { ORDER_FIELD_KEYS, orderFields } from '#contract/orders/order-fields.ts'
import { mailsOf } from '#server/test/mails.ts'
import { createEvent, createLane, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { columnName } from './columns.ts'
import { ORDER_LIMITS } from './order-limits.fixture.ts'

const server = testServer()
let clientId: number

beforeAll(async () => {
  clientId = (await createUser(server.db)).id
})

const newOrder = (values: object = {}, options: { amazon?: boolean } = {}) =>
  createOrder(server.db, { userId: clientId, ...values }, options)
const get = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data
const put = (id: number, body: object, query = '') => server.call('PUT', `request/booking/edit/${id}${query}`, { body })
const EMPTY = 'This field cannot be empty'

test.each(ORDER_LIMITS)('%s accepts %j and refuses %j', async (field, good, bad, message) => {
  const order = await newOrder()
  const accepted = await put(order.id, { [field]: good })
  expect(accepted.body.message).toBe('OK')
  const before = await get(order.id)
  const refused = await put(order.id, { [field]: bad })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ message, data: { [field]: message } })
  expect(await get(order.id)).toEqual(before)
})

const TEXTS = ORDER_FIELD_KEYS.filter((key) => ['text', 'longText', 'email', 'phone'].includes(ORDER_FIELDS[key].kind))

test.each(TEXTS)('%s may be as long as its column', async (field) => {
  const { rows } = await sql<{
    longest: number
  }>`select character_maximum_length as longest from information_schema.columns
    where table_name = 'orders' and column_name = ${columnName(field)}`.execute(server.db)
  const tooLong = orderFields.shape[field].safeParse('1'.repeat(10_000)).error?.issues[0]?.message
  expect(tooLong).toContain(`must be no more than ${rows[0]?.longest} characters`)
})

test('length is counted in characters, not bytes or UTF-16 units', async () => {
  const order = await newOrder()
  expect((await put(order.id, { yourName: '🚢'.repeat(50) })).body.data.yourName).toBe('🚢'.repeat(50))
  expect((await put(order.id, { yourName: '🚢'.repeat(51) })).status).toBe(400)
})

test('a lone surrogate is refused', async () => {
  const order = await newOrder()
  const response = await fetch(`${server.url}/api/request/booking/edit/${order.id}`, {
    method: 'PUT',
    headers: { 'user-token': server.token, 'content-type': 'application/json' },
    body: '{"yourName":"\\ud800"}',
  })
  expect(response.status).toBe(400)
})

test('all field errors are sent at once', async () => {
  const order = await newOrder()
  const reply = await put(order.id, { yourName: '', email: 'x', shipmentVolume: -1 })
  expect(Object.keys(reply.body.data).sort()).toEqual(['email', 'shipmentVolume', 'yourName'])
})

test('a save ignores read-only and unknown fields', async () => {
  const order = await newOrder()
  const before = await get(order.id)
  const other = await createUser(server.db)
  const forged = {
    hashSum: 'HACK0000',
    customCode: '0000',
    created: 1,
    userId: other.id,
    username: 'x',
    lastEventName: 'x',
    lastEventId: 5,
    lastEventTime: null,
    id: 999,
    updatedAt: undefined,
    documentCount: 5,
    amazon: true,
    user: { email: 'x@y.zz' },
    cityName: 'Nowhere',
    nonsense: 1,
  }
  const reply = await put(order.id, { ...forged, yourName: 'New Name' })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toEqual({ ...before, yourName: 'New Name', updatedAt: reply.body.data.updatedAt })
})

test('fields that are not sent stay, empty ones are cleared', async () => {
  const order = await newOrder({ additionalInfo: 'Ring twice', merchantName: 'M' })
  const reply = await put(order.id, { additionalInfo: null })
  expect(reply.body.data).toMatchObject({ additionalInfo: '', merchantName: 'M' })
})

test('sending an order back unchanged changes nothing', async () => {
  const order = await newOrder({}, { amazon: true })
  const before = await get(order.id)
  const reply = await put(order.id, before)
  expect(reply.body.data).toEqual(before)
})

test('a conflict names who changed the order, not who set an event or saved without a change', async () => {
  const order = await newOrder()
  const { updatedAt } = await get(order.id)
  const others = await Promise.all(
    ['Eve Event', 'Nora Nothing'].map((username) => createUser(server.db, { username, role: ['ROLE_MANAGER'] })),
  )
  const [eve, nora] = await Promise.all(others.map(({ id }) => server.tokenFor(id)))
  const event = await createEvent(server.db)
  expect((await put(order.id, { yourName: 'Mine' })).status).toBe(200)
  const body = {
    bookingRequestId: order.id,
    eventId: event.id,
    date: '1767225600',
    comment: '',
    emailTemplateId: null,
    documents: [],
  }
  expect((await server.call('POST', 'request/event/data/add', { body, token: eve })).status).toBe(200)
  const nothing = await server.call('PUT', `request/booking/edit/${order.id}`, {
    body: { yourName: 'Mine' },
    token: nora,
  })
  expect(nothing.status).toBe(200)
  expect((await put(order.id, { updatedAt, phone: '1' })).body.message).toContain('changed by Mara Staff at')
})

test('an edit from a stale version is refused with who, when and the current record, and changes nothing', async () => {
  const order = await newOrder()
  const read = await get(order.id)
  const first = await put(order.id, { updatedAt: read.updatedAt, yourName: 'Mine' })
  const second = await put(order.id, { updatedAt: read.updatedAt, phone: '111' })
  expect(second.status).toBe(409)
  expect(second.body.message).toMatch(
    /^This record was changed by Mara Staff at [A-Z][a-z]{2} \d{1,2} \d{4} \d{1,2}:\d\d\.$/,
  )
  expect(second.body.data).toEqual(first.body.data)
  expect((await get(order.id)).yourName).toBe('Mine')
  expect((await put(order.id, { updatedAt: first.body.data.updatedAt, phone: '111' })).status).toBe(200)
  expect((await put(order.id, { phone: '222' })).status).toBe(200)
})

test('every change raises the version, however quickly changes follow each other', async () => {
  const order = await newOrder()
  const versions: string[] = []
  for (let n = 0; n < 5; n++) versions.push((await put(order.id, { yourName: `Name ${n}` })).body.data.updatedAt)
  expect(new Set(versions).size).toBe(5)
  expect(versions.toSorted()).toEqual(versions)
})

test('the value is required only with insurance or brokerage', async () => {
  const order = await newOrder()
  expect((await put(order.id, { cargoInsurance: true })).body.data).toEqual({ shipmentValue: EMPTY })
  expect((await put(order.id, { customBrokerage: true })).body.data).toEqual({ shipmentValue: EMPTY })
  expect((await put(order.id, { customBrokerage: true, shipmentValue: 8500 })).status).toBe(200)
  expect((await put(order.id, { shipmentValue: null })).body.data).toEqual({ shipmentValue: EMPTY })
})

test('Amazon ids are required for Amazon cartages only', async () => {
  const amazon = await newOrder({}, { amazon: true })
  expect((await put(amazon.id, { amazonRefId: '', shipmentId: '' })).body.data).toEqual({
    amazonRefId: EMPTY,
    shipmentId: EMPTY,
  })
  const plain = await newOrder({ amazonRefId: 'A1', shipmentId: 'B1' })
  expect((await put(plain.id, { amazonRefId: '', shipmentId: '' })).status).toBe(200)
  const { cartage } = await createLane(server.db, { amazon: true })
  expect((await put(plain.id, { shipmentDestination: cartage.id })).body.data).toEqual({
    amazonRefId: EMPTY,
    shipmentId: EMPTY,
  })
})

test('an order from a quote request can be completed although its Amazon ids are missing', async () => {
  const request = await newOrder({ amazonRefId: '', shipmentId: '' }, { amazon: true })
  expect((await put(request.id, { shipmentValue: 5000, cargoInsurance: true })).status).toBe(200)
  expect((await put(request.id, { cargoInsurance: true, shipmentValue: null })).body.data).toEqual({
    shipmentValue: EMPTY,
  })
  const { cartage } = await createLane(server.db, { amazon: true })
  const moved = await put(request.id, { shipmentDestination: cartage.id })
  expect(moved.body.data).toEqual({ amazonRefId: EMPTY, shipmentId: EMPTY })
})

test('a change of terms or mode that needs another kind of origin must include the origin', async () => {
  const order = await newOrder()
  const before = await get(order.id)
  for (const change of [{ shipmentTradeTerms: 3 }, { transportationMode: 1 }])
    expect((await put(order.id, change)).body.data).toEqual({ shipmentOriginPort: EMPTY })
  expect(await get(order.id)).toEqual(before)
  expect((await put(order.id, { shipmentTradeTerms: before.shipmentTradeTerms === 1 ? 2 : 1 })).status).toBe(200)
  const port = { code: 'CNNGB', name: 'Ningbo' }
  const { id } = await server.db.insertInto('ports').values(port).returning('id').executeTakeFirstOrThrow()
  const moved = await put(order.id, { transportationMode: 1, shipmentOriginPort: id })
  expect(moved.body.data).toMatchObject({ transportationMode: 1, shipmentOriginPort: id, cityName: 'Ningbo' })
})

test('origin and destination must exist and be visible, and their names are copied', async () => {
  const order = await newOrder()
  const lane = await createLane(server.db)
  const moved = await put(order.id, { shipmentOriginPort: lane.depot.id, shipmentDestination: lane.cartage.id })
  expect(moved.body.data).toMatchObject({ cityName: lane.depot.name, cartageName: lane.cartage.name })
  await server.db.updateTable('depots').set({ visibility: false }).where('id', '=', lane.depot.id).execute()
  expect((await put(order.id, { yourName: 'Still editable' })).status).toBe(200)
  const other = await newOrder()
  const refused = await put(other.id, { shipmentOriginPort: lane.depot.id, shipmentDestination: 999_999 })
  expect(Object.keys(refused.body.data).sort()).toEqual(['shipmentDestination', 'shipmentOriginPort'])
  await server.db.updateTable('depots').set({ name: 'Renamed' }).where('id', '=', lane.depot.id).execute()
  expect((await get(order.id)).cityName).toBe(lane.depot.name)
})

test('a quote request can be saved without price and shipper; once set, the price is required', async () => {
  const order = await newOrder({
    transportationMode: 1,
    shipmentTradeTerms: 0,
    estimatedTransportation: null,
    companyNameShipper: '',
    emailShipper: '',
  })
  expect((await put(order.id, { ...(await get(order.id)), status: 1 })).body.data.status).toBe(1)
  expect((await put(order.id, { estimatedTransportation: 1200 })).status).toBe(200)
  expect((await put(order.id, { estimatedTransportation: null })).body.data).toEqual({ estimatedTransportation: EMPTY })
})

test('notify=1 queues the Order changed mail with copies, notify=0 none', async () => {
  await server.db
    .insertInto('mailAddresses')
    .values([{ email: 'copy@example.test' }, { email: 'off@example.test', send: false }])
    .execute()
  const order = await newOrder()
  await put(order.id, { yourName: 'Quiet' }, '?notify=0')
  expect(await mailsOf(server.db, order.id)).toEqual([])
  await put(order.id, { yourName: 'Loud' }, '?notify=1')
  expect((await mailsOf(server.db, order.id)).map(({ address, kind, role }) => [kind, role, address])).toEqual([
    ['order-changed', 'to', 'anna@example.test'],
    ['order-changed', 'copy', 'copy@example.test'],
  ])
  expect((await put(order.id, {}, '?notify=2')).status).toBe(400)
})

test('an unknown or deleted order is 404, an invalid id 400', async () => {
  const order = await newOrder({ deletedAt: new Date() })
  for (const id of [order.id, 999_999, 2_147_483_647]) {
    expect((await server.call('GET', `request/booking/get/${id}`)).status).toBe(404)
    expect((await put(id, { yourName: 'x' })).status).toBe(404)
  }
  for (const id of ['1e3', '0x10', '-1', '2147483648', '9223372036854775808', '1%20or%201=1', '%00', '0']) {
    expect((await server.call('GET', `request/booking/get/${id}`)).status, id).toBe(400)
  }
})

test('a client reads only its own orders', async () => {
  const [mine, other] = [await createUser(server.db), await createUser(server.db)]
  const order = await createOrder(server.db, { userId: mine.id })
  const [token, foreign] = [await server.tokenFor(mine.id), await server.tokenFor(other.id)]
  expect((await server.call('GET', `request/booking/get/${order.id}`, { token })).status).toBe(200)
  expect((await server.call('GET', `request/booking/get/${order.id}`, { token: foreign })).status).toBe(403)
  expect((await server.call('GET', `request/booking/get/user/${mine.id}`, { token })).body.data).toHaveLength(1)
  expect((await server.call('GET', `request/booking/get/user/${mine.id}`, { token: foreign })).status).toBe(403)
  expect(
    (await server.call('PUT', `request/booking/edit/${order.id}`, { token, body: { yourName: 'x' } })).status,
  ).toBe(403)
})

test('an edit is in the audit trail with the changed fields before and after', async () => {
  const order = await newOrder()
  await put(order.id, { yourName: 'Audited' })
  const entry = await server.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('entity', '=', 'orders')
    .where('entityId', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    action: 'order.update',
    userId: server.staff.id,
    before: { yourName: 'Anna Client' },
    after: { yourName: 'Audited' },
  })
})
