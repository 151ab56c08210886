import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvent, createOrder, createUser } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let server: TestServer
let clientId: number
let departed: { id: number }
let arrived: { id: number }
let priya: string

beforeAll(async () => {
  // The time zone is far from UTC, so that a time in the wrong zone shows; undo stays possible throughout.
  server = await startTestServer({ TIME_ZONE: 'Asia/Kathmandu', MAIL_HOLD_SECONDS: '120' })
  clientId = (await createUser(server.db)).id
  departed = await createEvent(server.db, 'Departed')
  arrived = await createEvent(server.db, 'Arrived')
  priya = await server.signIn({ username: 'Priya Nair', role: ['ROLE_MANAGER'] })
})
afterAll(() => server.close())

const newOrder = () => createOrder(server.db, { userId: clientId })
const set = (orderId: number, more: object = {}, token = server.token) =>
  server.call('POST', 'request/event/data/add', {
    body: { bookingRequestId: orderId, eventId: departed.id, date: '1767225600', ...more },
    token,
  })
const history = async (orderId: number) => (await server.call('GET', `request/event/data/${orderId}`)).body.data
const lastEntry = async (orderId: number) =>
  (await server.call('GET', `request/booking/get/${orderId}`)).body.data.lastEventEntryId
/** 'at 10:02' as a clock in Kathmandu (UTC+5:45) shows it. */
function clockOf(iso: string): string {
  const local = new Date(Date.parse(iso) + 345 * 60_000)
  return `at ${local.getUTCHours()}:${String(local.getUTCMinutes()).padStart(2, '0')}`
}

test('an event set after the one the caller saw is stored; the order and its row name the entry', async () => {
  const order = await newOrder()
  expect(await lastEntry(order.id)).toBeNull()
  const first = await set(order.id, { lastEventEntryId: null })
  expect(first.status).toBe(200)
  expect(await lastEntry(order.id)).toBe(first.body.data.id)
  const second = await set(order.id, { lastEventEntryId: first.body.data.id })
  expect(second.status).toBe(200)
  const list = await server.call('GET', 'request/booking/get_all')
  expect(list.body.data.items[0].lastEventEntryId).toBe(second.body.data.id)
})

test.each([
  ['none', () => null],
  ['an older one', (first: number) => first],
])(
  'the caller saw %s, Priya Nair set another: 409 names her, the event and the time, with the entry',
  async (_, seenOf) => {
    const order = await newOrder()
    const first = await set(order.id)
    const { body } = await set(order.id, {}, priya)
    const stale = await set(order.id, { eventId: arrived.id, lastEventEntryId: seenOf(first.body.data.id) })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toBe(`Priya Nair set Departed ${clockOf(body.data.createdAt)}.`)
    expect(stale.body.data.current).toEqual((await history(order.id))[0])
    expect(await history(order.id)).toHaveLength(2)
  },
)

test('without the field there is no check', async () => {
  const order = await newOrder()
  await set(order.id)
  expect((await set(order.id)).status).toBe(200)
})

test('an event set on another day is named with its day', async () => {
  const order = await newOrder()
  const { body } = await set(order.id, {}, priya)
  await server.db
    .updateTable('orderEvents')
    .set({ createdAt: '2025-12-31T20:20:00.000Z' })
    .where('id', '=', body.data.id)
    .execute()
  const stale = await set(order.id, { lastEventEntryId: null })
  expect(stale.body.message).toBe('Priya Nair set Departed on Jan 1 2026 at 2:05.')
})

test('an entry that was undone meanwhile is a 409 that says by whom', async () => {
  const order = await newOrder()
  const older = await set(order.id)
  const seen = (await set(order.id, { eventId: arrived.id }, priya)).body.data.id
  await server.call('POST', `request/event/entry/${seen}/undo`, { token: priya })
  const stale = await set(order.id, { lastEventEntryId: seen })
  expect(stale.body.message).toMatch(/^Priya Nair undid Arrived at \d{1,2}:\d\d\.$/)
  expect(stale.body.data.current.id).toBe(older.body.data.id)
})

test('an entry that was withdrawn meanwhile is a 409 that says by whom; without another there is no current one', async () => {
  const order = await newOrder()
  const seen = (await set(order.id)).body.data.id
  await server.call('POST', `request/event/entry/${seen}/withdraw`, { body: { reason: 'Wrong' }, token: priya })
  const stale = await set(order.id, { lastEventEntryId: seen })
  expect(stale.status).toBe(409)
  expect(stale.body.message).toMatch(/^Priya Nair withdrew Departed at \d{1,2}:\d\d\.$/)
  expect(stale.body.data).toEqual({ current: null })
  expect((await set(order.id, { lastEventEntryId: null })).status).toBe(200)
})

test('an entry that never belonged to the order is a 409', async () => {
  const order = await newOrder()
  const elsewhere = (await set((await newOrder()).id)).body.data.id
  expect((await set(order.id, { lastEventEntryId: elsewhere })).body).toMatchObject({
    code: 409,
    message: 'This order no longer has an event.',
    data: { current: null },
  })
  expect((await set(order.id, { lastEventEntryId: 'x' })).body).toMatchObject({ code: 400 })
})

test('of two people who set the next event at the same time, exactly one wins', async () => {
  for (let round = 0; round < 10; round++) {
    const order = await newOrder()
    const { id } = (await set(order.id)).body.data
    const replies = await Promise.all(
      [server.token, priya, server.token, priya].map((token) => set(order.id, { lastEventEntryId: id }, token)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = replies.find(({ status }) => status === 200)
    for (const { status, body } of replies) if (status === 409) expect(body.data.current.id).toBe(winner?.body.data.id)
    expect(await history(order.id)).toHaveLength(2)
  }
})
