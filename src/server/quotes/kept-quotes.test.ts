import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { booking, quoteRequest } from '#server/test/bookings.ts'
import { createEvent, createLane, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let userId: number
let confirmed: { id: number }

beforeAll(async () => {
  lane = await createLane(server.db)
  await createEvent(server.db, 'Booking Received')
  confirmed = await createEvent(server.db, 'Booking Confirmed')
  await server.db.updateTable('events').set({ milestone: 'confirmed' }).where('id', '=', confirmed.id).execute()
})
beforeEach(async () => {
  await server.db.deleteFrom('quotes').execute()
  userId = (await createUser(server.db)).id
})

const quotes = () => server.db.selectFrom('quotes').selectAll().orderBy('id').execute()
/** Asks for a price as the calculator's form does; the shipment is that of `booking`. */
const ask = (values: object = {}, token?: string) =>
  server.call('POST', 'calculator/drop-off_by_supplier', {
    ...(token && { token }),
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
const book = (values: object = {}) =>
  server.call('POST', 'request/booking', {
    body: {
      ...booking,
      userId,
      shipmentOriginPort: lane.depot.id,
      shipmentDestination: lane.cartage.id,
      sendMail: false,
      ...values,
    },
  })

test('an instant quote is kept: what was asked, by whom, for which client, and the answer', async () => {
  const reply = await ask()
  expect(reply.body.data.amzlclCost).toBe(901.1)
  expect(await quotes()).toMatchObject([
    {
      kind: 'instant',
      times: 1,
      userId: server.staff.id,
      clientId: userId,
      origin: lane.depot.code,
      destination: lane.cartage.dest,
      inputs: { depotId: lane.depot.id, cartageId: lane.cartage.id, volume: 2, weight: 3400, insurance: 8500 },
      price: 901.1,
      answer: { lines: reply.body.data.lines },
      orderId: null,
      bookedAt: null,
    },
  ])
})

test('a quote without a rate is kept with the reason; a shipment that is refused is no quote', async () => {
  const other = await createLane(server.db)
  const refused = await ask({ cartageId: other.cartage.id })
  expect(refused.status).toBe(400)
  expect(await quotes()).toMatchObject([{ price: null, answer: { missing: refused.body.data.rate } }])
  await ask({ cbm: 16.001 })
  expect(await quotes()).toHaveLength(1)
})

test('asking again within the hour is the same quote with the newer answer; somebody else, or later, asks for another', async () => {
  await Promise.all([ask(), ask({ userId: undefined })])
  await ask()
  expect((await quotes()).reduce((sum, { times }) => sum + times, 0)).toBe(3)
  await server.db.deleteFrom('quotes').execute()
  await ask()
  await ask()
  expect(await quotes()).toMatchObject([{ times: 2 }])
  await ask({}, await server.signIn({ role: [Role.MANAGER] }))
  expect(await quotes()).toHaveLength(2)
  await server.db
    .updateTable('quotes')
    .set({ askedAt: new Date(Date.now() - 3_700_000) })
    .execute()
  await ask()
  expect(await quotes()).toHaveLength(3)
})

test('a booking is linked with the newest quote of its shipment, own before others’, once', async () => {
  await ask({}, await server.signIn({ role: [Role.MANAGER] }))
  await ask()
  await ask({}, await server.signIn({ role: [Role.MANAGER] }))
  await ask({ cbm: 2.001 })
  const order = (await book({ estimatedTransportation: 880 })).body.data
  const [others, own, , larger] = await quotes()
  expect(own).toMatchObject({ orderId: order.id, clientId: userId, bookedPrice: 880, price: 901.1 })
  expect(own?.bookedAt).toBeTruthy()
  expect([others?.orderId, larger?.orderId]).toEqual([null, null])
  await book()
  await book()
  await book()
  const linked = (await quotes()).filter(({ orderId }) => orderId !== null)
  expect(linked).toHaveLength(3)
  expect(new Set(linked.map(({ orderId }) => orderId)).size).toBe(3)
})

test('a quote for another client, or an old one, is not what was booked', async () => {
  await ask({ userId: (await createUser(server.db)).id })
  await book()
  expect(await quotes()).toMatchObject([{ orderId: null }])
  await server.db.deleteFrom('quotes').execute()
  await ask()
  await server.db
    .updateTable('quotes')
    .set({ askedAt: new Date(Date.now() - 61 * 86_400_000) })
    .execute()
  await book()
  expect(await quotes()).toMatchObject([{ orderId: null }])
})

test('terms that are priced alike are one quote, and a value that is not insured does not matter', async () => {
  await ask({ insurance: null, cargoInsurance: false, customsBrokerage: false })
  const order = (
    await book({ shipmentTradeTerms: 0, cargoInsurance: false, customBrokerage: false, shipmentValue: 77 })
  ).body.data
  expect(await quotes()).toMatchObject([{ orderId: order.id }])
})

test('a quote request is kept with its order, answered with its price and booked with the confirmation', async () => {
  const body = { ...quoteRequest, userId, destination: lane.cartage.id, volume: 33.5, weight: 18000 }
  const order = (await server.call('POST', 'request/quote', { body })).body.data
  const one = async () => (await quotes())[0]
  expect(await one()).toMatchObject({
    kind: 'request',
    userId: server.staff.id,
    clientId: userId,
    orderId: order.id,
    destination: lane.cartage.dest,
    inputs: { volume: 33.5, weight: 18000 },
    price: null,
    answeredAt: null,
    bookedAt: null,
  })
  const edit = (estimatedTransportation: number) =>
    server.call('PUT', `request/booking/edit/${order.id}?notify=0`, { body: { estimatedTransportation } })
  await edit(4200)
  const { answeredAt } = (await one()) ?? {}
  expect(answeredAt).toBeTruthy()
  expect(await one()).toMatchObject({ price: 4200, bookedAt: null })
  await edit(4100)
  expect(await one()).toMatchObject({ price: 4100, answeredAt })
  const date = String(Math.floor(Date.now() / 1000))
  const event = { bookingRequestId: order.id, eventId: confirmed.id, date, comment: '', documents: [] }
  expect((await server.call('POST', 'request/event/data/add', { body: event })).status).toBe(200)
  expect(await one()).toMatchObject({ price: 4100, bookedPrice: 4100 })
  const { bookedAt } = (await one()) ?? {}
  expect(bookedAt).toBeTruthy()
  await edit(3900)
  expect(await one()).toMatchObject({ price: 4100, bookedPrice: 4100, bookedAt })
})
