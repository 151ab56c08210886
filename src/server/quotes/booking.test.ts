import { beforeAll, beforeEach, expect, test } from 'vitest'
import { booking, quoteRequest } from '#server/test/bookings.ts'
import { createConfirmation, createEvent, createLane, createUser } from '#server/test/records.ts'
import { startTestServer } from '#server/test/server.ts'
import { testServer } from '#server/test/test-server.ts'
import { BOOKING_LIMITS, REQUEST_LIMITS } from './booking-limits.fixture.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let amazon: Awaited<ReturnType<typeof createLane>>
let userId: number
let events: { id: number }[]

beforeAll(async () => {
  lane = await createLane(server.db)
  amazon = await createLane(server.db, { amazon: true })
  events = [
    await createEvent(server.db, 'Booking Received', 'We received your booking'),
    await createEvent(server.db, 'Booking Confirmed'),
  ]
})
beforeEach(async () => {
  userId = (await createUser(server.db, { username: 'Anna Client', companyName: 'Anna Trading' })).id
})

const bookingOf = (values: object = {}) => ({
  ...booking,
  userId,
  shipmentOriginPort: lane.depot.id,
  shipmentDestination: lane.cartage.id,
  ...values,
})
const book = (values: object = {}, headers = {}) =>
  server.call('POST', 'request/booking', { body: bookingOf(values), headers })
const quoteOf = (values: object = {}) => ({ ...quoteRequest, userId, ...values })
const request = (values: object = {}, headers = {}) =>
  server.call('POST', 'request/quote', { body: quoteOf(values), headers })
const ordersOf = async () => (await server.call('GET', `request/booking/get/user/${userId}`)).body.data.length

test('a booking becomes an order with its price, names, tracking code and first event', async () => {
  const reply = await book()
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    userId,
    username: 'Anna Client',
    phone: '16045550100',
    status: 0,
    transportationMode: 0,
    cityName: lane.depot.name,
    cartageName: lane.cartage.name,
    estimatedTransportation: 901.1,
    lastEventId: events[0]?.id,
    lastEventName: 'Booking Received',
    lastEventPublicStatus: 'We received your booking',
    price: {
      calculated: 901.1,
      booked: 901.1,
      manual: false,
      rates: { since: expect.any(String), set: null },
      by: 'Mara Staff',
    },
  })
  expect(reply.body.data.hashSum + reply.body.data.customCode).toMatch(/^[A-Z]{4}\d{8}$/)
  expect(reply.body.data.price.lines.map((line: { code: string }) => line.code)).toEqual([
    'origin',
    'ocean',
    'oncarriage',
    'insurance',
    'customs',
  ])
  expect(reply.body.data.price.inputs).toMatchObject({
    depotId: lane.depot.id,
    volume: 2,
    weight: 3400,
    insurance: 8500,
  })
  const history = (await server.call('GET', `request/event/data/${reply.body.data.id}`)).body.data
  expect(history).toMatchObject([
    { event: { name: 'Booking Received' }, user: { username: 'Mara Staff' }, mail: null, emailTemplate: null },
  ])
  const trail = await server.db
    .selectFrom('auditEntries')
    .select('action')
    .where('entity', '=', 'orders')
    .where('entityId', '=', reply.body.data.id)
    .execute()
  expect(trail).toEqual([{ action: 'order.create' }])
})

test('a price that differs from the calculated one is stored as a manual rate, with who entered it and when', async () => {
  const { price, estimatedTransportation } = (await book({ estimatedTransportation: 799.5 })).body.data
  expect(estimatedTransportation).toBe(799.5)
  expect(price).toMatchObject({ calculated: 901.1, booked: 799.5, manual: true, by: 'Mara Staff' })
})

test('a lane without a rate can be booked at a manual rate', async () => {
  const { price } = (
    await book({
      shipmentDestination: amazon.cartage.id,
      amazonRefId: 'A-1',
      shipmentId: 'B-1',
      estimatedTransportation: 500,
    })
  ).body.data
  expect(price).toMatchObject({ calculated: null, booked: 500, manual: true, rates: null, lines: [] })
})

test.each(BOOKING_LIMITS)(
  'a booking accepts %s up to its limit and refuses it beyond',
  async (field, good, bad, message) => {
    expect((await book({ [field]: good })).status).toBe(200)
    const refused = await book({ [field]: bad })
    expect(refused.status).toBe(400)
    expect(refused.body.data).toEqual({ [field]: message })
  },
)

test('of a booking without anything, each required field says that it is empty', async () => {
  const { status, body } = await server.call('POST', 'request/booking', { body: {} })
  const { shipmentVolume, shipmentWeight, estimatedTransportation, ...others } = body.data
  expect([status, new Set(Object.values(others))]).toEqual([400, new Set(['This field cannot be empty'])])
  expect(Object.keys(others)).toEqual(
    expect.arrayContaining(['userId', 'transportationMode', 'shipmentTradeTerms', 'shipmentOriginPort', 'yourName']),
  )
  for (const quantity of [shipmentVolume, shipmentWeight, estimatedTransportation])
    expect(quantity).toBe('Please enter a value')
})

test('Amazon ids are required for Amazon cartages only', async () => {
  const missing = await book({ shipmentOriginPort: amazon.depot.id, shipmentDestination: amazon.cartage.id })
  expect(missing.body.data).toEqual({
    amazonRefId: 'This field cannot be empty',
    shipmentId: 'This field cannot be empty',
  })
  expect(
    (
      await book({
        shipmentOriginPort: amazon.depot.id,
        shipmentDestination: amazon.cartage.id,
        amazonRefId: 'A',
        shipmentId: 'B',
      })
    ).status,
  ).toBe(200)
})

test('a hidden origin or destination is refused at its field', async () => {
  const hidden = await createLane(server.db)
  await server.db.updateTable('depots').set({ visibility: false }).where('id', '=', hidden.depot.id).execute()
  await server.db.updateTable('cartages').set({ status: false }).where('id', '=', hidden.cartage.id).execute()
  const reply = await book({ shipmentOriginPort: hidden.depot.id, shipmentDestination: hidden.cartage.id })
  expect(Object.keys(reply.body.data).sort()).toEqual(['shipmentDestination', 'shipmentOriginPort'])
})

test('bookings for unknown or deleted clients and for staff are refused', async () => {
  const gone = await createUser(server.db, { deletedAt: new Date() })
  for (const id of [999999, gone.id, server.staff.id]) {
    expect((await book({ userId: id })).body.data).toEqual({ userId: 'This client does not exist' })
    expect((await request({ userId: id })).body.data).toEqual({ userId: 'This client does not exist' })
  }
})

test('a booking sent twice with one Idempotency-Key makes one order; with another body it is 409', async () => {
  const headers = { 'idempotency-key': `book-${userId}` }
  const replies = await Promise.all([book({}, headers), book({}, headers), book({}, headers)])
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  expect(await ordersOf()).toBe(1)
  expect((await book({ yourName: 'Other' }, headers)).status).toBe(409)
  expect((await book({ orderRequest: 'a field that no booking has' }, headers)).status).toBe(409)
})

test('a booking that races with the deletion of its client is either hidden with the client or refused', async () => {
  const [booked, deleted] = await Promise.all([book(), server.call('DELETE', `admin/user/${userId}`)])
  expect(deleted.status).toBe(200)
  expect([200, 400]).toContain(booked.status)
  expect(deleted.body.data.orders).toBe(booked.status === 200 ? 1 : 0)
  const live = await server.db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .execute()
  expect(live).toEqual([])
})

test('a quote request becomes an order without a price, with the client and its company', async () => {
  const port = await server.db
    .insertInto('ports')
    .values({ code: `CN${userId}`, name: 'Ningbo' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reply = await request({
    origin: port.id,
    destination: lane.cartage.id,
    volume: 33.5,
    weight: 18000,
    destinationGoods: 'Lamps',
    transportationMode: 1,
  })
  expect(reply.body.data).toMatchObject({
    userId,
    transportationMode: 1,
    status: 0,
    shipmentTradeTerms: 0,
    yourName: 'Anna',
    phone: '1604',
    companyName: 'Anna Trading',
    additionalInformation: 'Two containers',
    shipmentOriginPort: port.id,
    cityName: 'Ningbo',
    shipmentDestination: lane.cartage.id,
    shipmentDescription: 'Lamps',
    shipmentVolume: 33.5,
    shipmentWeight: 18000,
    estimatedTransportation: null,
    companyNameShipper: '',
    amazonRefId: '',
    price: null,
    lastEventName: 'Booking Received',
  })
})

test('a quote request needs only name, email, phone and message', async () => {
  expect((await request()).status).toBe(200)
  const empty = await server.call('POST', 'request/quote', { body: { userId } })
  expect(Object.keys(empty.body.data).sort()).toEqual(['email', 'message', 'name', 'phoneNumber'])
})

test.each(REQUEST_LIMITS)(
  'a quote request accepts %s up to its limit and refuses it beyond',
  async (field, good, bad, message) => {
    expect((await request({ [field]: good })).status).toBe(200)
    const refused = await request({ [field]: bad })
    expect(refused.status).toBe(400)
    expect(refused.body.data).toEqual({ [field]: message })
  },
)

test('a quote request sent twice with one Idempotency-Key makes one order', async () => {
  const headers = { 'idempotency-key': `quote-${userId}` }
  await Promise.all([request({}, headers), request({}, headers)])
  expect(await ordersOf()).toBe(1)
})

test('without events an order has no last event', async () => {
  const bare = await startTestServer()
  try {
    const { depot, cartage } = await createLane(bare.db)
    const client = await createUser(bare.db)
    const body = bookingOf({
      userId: client.id,
      shipmentOriginPort: depot.id,
      shipmentDestination: cartage.id,
      sendMail: false,
    })
    const reply = await bare.call('POST', 'request/booking', { body })
    expect(reply.body.data).toMatchObject({ lastEventId: null, lastEventName: null, lastEventTime: null })
  } finally {
    await bare.close()
  }
})

const mailsOf = (orderId: number) =>
  server.db.selectFrom('mails').select('kind').where('orderId', '=', orderId).execute()

test('a booking mails the client only if asked to, a quote request always', async () => {
  const headers = { 'idempotency-key': `mail-${userId}` }
  const [booked] = await Promise.all([book({}, headers), book({}, headers)])
  expect(await mailsOf(booked.body.data.id)).toEqual([{ kind: 'booking-request' }])
  expect(await mailsOf((await book({ sendMail: false })).body.data.id)).toEqual([])
  expect(await mailsOf((await request()).body.data.id)).toEqual([{ kind: 'quote-request' }])
})

test('a new order may start with the confirmed places and clauses of an earlier one, not with its dates or vessel', async () => {
  const earlier = (await book()).body.data.id
  const kept = {
    placeOfReceipt: 'CNDGG',
    portOfLoading: 'CNYTN',
    placeOfDelivery: 'USLAX',
    bookingClauses: '<p>Dry</p>',
  }
  const vessel = await server.db
    .insertInto('vessels')
    .values({ name: 'EVER ACE', imoNumber: '9893890' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createConfirmation(server.db, {
    ...kept,
    orderId: earlier,
    vesselId: vessel.id,
    vesselVoyage: '045E',
    cargoCutOffAt: '2026-02-01T10:00:00Z',
    estimatedTimeOfDepartureAt: '2026-02-03T00:00:00Z',
  })
  for (const reply of [await book({ confirmationOf: earlier }), await request({ confirmationOf: earlier })])
    expect(reply.body.data.bookingConfirmation).toMatchObject({
      ...kept,
      portOfDischarge: '',
      vessel: null,
      vesselVoyage: '',
      cargoCutOffAt: null,
      estimatedTimeOfDepartureAt: null,
    })
  expect((await book()).body.data.bookingConfirmation).toBeNull()
})

test('a confirmation that does not exist cannot be copied; no order is made', async () => {
  const unconfirmed = (await book()).body.data.id
  const orders = async () => Number((await server.pool.query('select count(*) as n from orders')).rows[0].n)
  const before = await orders()
  for (const confirmationOf of [unconfirmed, 999_999])
    for (const reply of [await book({ confirmationOf }), await request({ confirmationOf })])
      expect(reply.body).toMatchObject({
        code: 400,
        data: { confirmationOf: 'This order has no booking confirmation' },
      })
  expect(await orders()).toBe(before)
})
