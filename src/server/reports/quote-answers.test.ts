import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { booking, quoteRequest } from '#server/test/bookings.ts'
import { bearer, createEvent, createKey, createLane, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let userId: number
beforeAll(async () => {
  lane = await createLane(server.db)
  await createEvent(server.db, 'Booking Received')
})
beforeEach(async () => {
  await server.db.deleteFrom('quotes').execute()
  userId = (await createUser(server.db)).id
})

const today = new Date().toISOString().slice(0, 10)
const listed = async () => (await server.call('GET', `report/quotes/list?from=${today}&to=${today}`)).body.data.items
const ask = (values: object = {}, more: object = {}) =>
  server.call('POST', 'calculator/drop-off_by_supplier', {
    ...more,
    body: {
      userId,
      depotId: lane.depot.id,
      cartageId: lane.cartage.id,
      weight: 3400,
      cbm: 2,
      insurance: 8500,
      cargoInsurance: true,
      customsBrokerage: true,
      ...values,
    },
  })

test('a quote that was not booked says who asked, and its price with all lines', async () => {
  const { lines, amzlclCost } = (await ask()).body.data
  expect(lines.length).toBeGreaterThan(1)
  const [quote, ...others] = await listed()
  expect(others).toEqual([])
  const { username } = await server.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', server.staff.id)
    .executeTakeFirstOrThrow()
  expect(quote).toMatchObject({
    kind: 'instant',
    state: 'Not booked',
    usd: amzlclCost,
    cbm: 2,
    orderId: null,
    quote: {
      askedBy: username,
      apiKey: null,
      times: 1,
      weight: 3400,
      lines,
      missing: null,
      bookedUsd: null,
      answeredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  })
})

test('one that an API key asked for names the key, apart from what its owner asked for', async () => {
  const owner = await createUser(server.db, { role: [Role.ADMIN] })
  const key = await createKey(server.db, ['orders:read'], { createdBy: owner.id, name: 'Shop' })
  await ask({}, { token: await server.tokenFor(owner.id) })
  const asked = await ask({}, { token: null, headers: bearer(key.key) })
  expect(asked.status).toBe(200)
  expect((await listed()).map(({ quote }: { quote: { apiKey: string | null } }) => quote.apiKey)).toEqual([
    'Shop',
    null,
  ])
})

test('one without a price says why', async () => {
  const other = await createLane(server.db)
  const { rate } = (await ask({ cartageId: other.cartage.id })).body.data
  expect(await listed()).toMatchObject([{ state: rate, usd: null, quote: { missing: rate, lines: [] } }])
})

test('one that was booked says at what price, and a request that it awaits one', async () => {
  await ask()
  await server.call('POST', 'request/booking', {
    body: {
      ...booking,
      userId,
      shipmentOriginPort: lane.depot.id,
      shipmentDestination: lane.cartage.id,
      sendMail: false,
      estimatedTransportation: 880,
    },
  })
  const body = { ...quoteRequest, userId, destination: lane.cartage.id, volume: 33.5, weight: 18000 }
  await server.call('POST', 'request/quote', { body })
  expect(await listed()).toMatchObject([
    {
      kind: 'request',
      state: 'Awaiting a price',
      quote: { answeredAt: null, lines: [], missing: null, weight: 18000 },
    },
    { kind: 'instant', state: 'Booked', usd: 901.1, quote: { bookedUsd: 880 } },
  ])
})

test('rows of other reports have no quote', async () => {
  const { items } = (await server.call('GET', `report/volume/list?from=${today}&to=${today}`)).body.data
  expect(items.length).toBeGreaterThan(0)
  for (const { quote } of items) expect(quote).toBeNull()
})
