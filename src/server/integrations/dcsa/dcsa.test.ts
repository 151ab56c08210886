import { beforeAll, expect, test } from 'vitest'
import type { DcsaEvent } from '#contract/integrations/dcsa-events.ts'
import { MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { bearer, createKey, createOrder } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { faultsOf, faultsOfError } from '#tests/standards/dcsa/validator.ts'

const server = testServer()
let key: string
let code: string
let orderId: number
let sailing: { id: number; reference: string }
const NUMBER = 'CSQU3054383'

beforeAll(async () => {
  key = (await createKey(server.db, ['orders:read'])).key
  await server.db.updateTable('webhookHold').set({ seconds: 0 }).execute()
  const records = await sailingRecords(server)
  sailing = await records.addSailing()
  const container = await records.addContainer(sailing.id, { number: NUMBER })
  const order = await records.addOrder({ shipmentPurchase: 'PO "7" <b>' })
  orderId = order.id
  code = String(order.trackingCode)
  expect((await records.load(sailing.id, [order.id], container.id)).status).toBe(200)
  for (const milestone of MILESTONES) await enter(order.id, milestone)
  await enter((await records.addOrder()).id, 'booked')
})

/** An entry of the history with this milestone, on Mar 1 2027. */
async function enter(id: number, milestone: Milestone, values: object = {}) {
  const event = await server.db
    .insertInto('events')
    .values({ name: milestone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { orderId: id, eventId: event.id, eventName: milestone, milestone, date: '2027-03-01T00:00:00.000Z' }
  await server.db
    .insertInto('orderEvents')
    .values({ ...entry, ...values })
    .execute()
}

const get = (query = '', headers: Record<string, string> = {}) =>
  server.call('GET', `dcsa/v2/events${query}`, { token: null, headers: { ...bearer(key), ...headers } })

const codeOf = (event: DcsaEvent) => {
  if (event.eventType === 'SHIPMENT') return event.shipmentEventTypeCode
  return event.eventType === 'TRANSPORT' ? event.transportEventTypeCode : event.equipmentEventTypeCode
}
const told = (body: DcsaEvent[]) => body.map((event) => `${event.eventClassifierCode} ${codeOf(event)}`)

const PLANNED = ['EST DEPA', 'EST ARRI']
const REACHED = ['RECE', 'CONF', 'PICK', 'GTIN', 'STUF', 'LOAD', 'DEPA', 'ARRI', 'DISC', 'STRP', 'GTOT', 'DROP']

test('all milestones that have a code, and the dates of the sailing, by the published schema', async () => {
  const { status, body, headers } = await get(`?carrierBookingReference=${code}`)
  expect(status).toBe(200)
  expect(faultsOf(body)).toEqual([])
  expect(told(body)).toEqual([...PLANNED, ...REACHED.map((each) => `ACT ${each}`)])
  expect(headers.get('api-version')).toBe('2.2.0')
  expect(headers.get('link')).toBeNull()
  expect(body.at(-1)).toMatchObject({
    eventType: 'EQUIPMENT',
    equipmentReference: NUMBER,
    ISOEquipmentCode: '42G1',
    documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: code }],
    transportCall: { facilityTypeCode: 'CLOC', modeOfTransport: 'TRUCK' },
  })
  expect(body[0]).toMatchObject({
    eventDateTime: day(10),
    transportCall: {
      transportCallID: `${sailing.reference}:origin:POTE`,
      UNLocationCode: 'CNNGB',
      vessel: { vesselIMONumber: '9074729', vesselName: 'EVER GIVEN' },
    },
  })
})

test('the code in any form, the container, and kinds of events narrow the answer', async () => {
  const spaced = `${code.slice(0, 4)} - ${code.slice(4, 8)} - ${code.slice(8)}`.toLowerCase()
  expect((await get(`?carrierBookingReference=${encodeURIComponent(spaced)}`)).body).toHaveLength(14)
  expect((await get(`?equipmentReference=${NUMBER}`)).body).toHaveLength(14)
  expect((await get(`?equipmentReference=CSQU%203054383&eventType=EQUIPMENT`)).body).toHaveLength(8)
  expect(told((await get(`?carrierBookingReference=${code}&eventType=SHIPMENT,TRANSPORT`)).body)).toEqual([
    ...PLANNED,
    'ACT RECE',
    'ACT CONF',
    'ACT DEPA',
    'ACT ARRI',
  ])
  expect((await get()).body).toHaveLength(15)
  for (const query of [
    'carrierBookingReference=ZZZZ00000000',
    'equipmentReference=MSKU1',
    'carrierBookingReference=',
    'equipmentReference=',
  ])
    expect((await get(`?${query}`)).body, query).toEqual([])
})

test('pages follow one another by the Link header and give each event once', async () => {
  const found: DcsaEvent[] = []
  let query = '?limit=4'
  for (;;) {
    const { body, headers } = await get(query)
    found.push(...body)
    const next = /^<\/api\/dcsa\/v2\/events(\?[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    if (!next) break
    expect(body).toHaveLength(4)
    expect(headers.get('next-page')).toBe(`/api/dcsa/v2/events${next}`)
    expect(next).toContain(`cursor=${headers.get('next-page-cursor')}`)
    query = next
  }
  const all = (await get()).body
  expect(found).toEqual(all)
  expect(new Set(found.map(({ eventID }) => eventID)).size).toBe(15)
})

test('an FCL order has an event for each of its containers; without one the event names none', async () => {
  const { userId } = await server.db
    .selectFrom('orders')
    .select('userId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const order = await createOrder(server.db, { userId, transportationMode: 1 })
  await enter(order.id, 'loaded')
  const mine = () => get(`?carrierBookingReference=${order.trackingCode}`)
  expect((await mine()).body[0]).not.toHaveProperty('equipmentReference')
  for (const number of ['MSKU6011672', 'TGHU7599330'])
    await server.call('POST', 'container', { body: { orderId: order.id, sizeType: '22G1', number } })
  const { body } = await mine()
  expect(body.map((event: { equipmentReference: string }) => event.equipmentReference)).toEqual([
    'MSKU6011672',
    'TGHU7599330',
  ])
  expect((await get('?equipmentReference=TGHU7599330')).body).toEqual([body[1]])
  expect(faultsOf(body)).toEqual([])
  await server.db.updateTable('orders').set({ deletedAt: new Date() }).where('id', '=', order.id).execute()
  expect((await mine()).body).toEqual([])
})

test('an event is told once it can no longer be undone, and a withdrawn one not at all', async () => {
  const shipments = async () => (await get('?eventType=SHIPMENT')).body.length
  const before = await shipments()
  await enter(orderId, 'booked', { withdrawnAt: new Date(), withdrawnBy: server.staff.id, withdrawReason: 'Wrong' })
  expect(await shipments()).toBe(before)
  await enter(orderId, 'confirmed')
  expect(await shipments()).toBe(before + 1)
  await server.db.updateTable('webhookHold').set({ seconds: 60 }).execute()
  expect(await shipments()).toBe(0)
  await server.db.updateTable('webhookHold').set({ seconds: 0 }).execute()
})

test.each([
  'eventType=OPERATIONS',
  'eventType=SHIPMENT,,TRANSPORT',
  'eventType=',
  'limit=0',
  'limit=1001',
  'limit=1e2',
  'cursor=x',
  'cursor=',
  `cursor=${Buffer.from('1.3.1.1').toString('base64url')}`,
  'transportDocumentReference=A',
  `carrierBookingReference=${'A'.repeat(61)}`,
])('%s is 400 in the shape of the standard', async (query) => {
  const { status, body, headers } = await get(`?${query}`)
  expect([status, body.statusCode, body.statusCodeText]).toEqual([400, 400, 'Bad Request'])
  expect(faultsOfError(body)).toEqual([])
  expect(body.errors[0].reason).toContain(query.split('=', 1)[0])
  expect(headers.get('api-version')).toBe('2.2.0')
})

test('the version of the call is 2, if it is named', async () => {
  expect((await get('?limit=1', { 'api-version': '2' })).status).toBe(200)
  expect((await get('?limit=1000', { 'api-version': '3' })).status).toBe(400)
})

test('staff may read it too; nobody else, and no key without the scope', async () => {
  const call = (options: object) => server.call('GET', 'dcsa/v2/events', options)
  expect((await call({})).status).toBe(200)
  const expired = await createKey(server.db, ['orders:read'], { expiresAt: new Date(0) })
  const revoked = await createKey(server.db, ['orders:read'], { revokedAt: new Date() })
  const other = await createKey(server.db, ['clients:write'])
  for (const [options, expected] of [
    [{ token: null }, 401],
    [{ token: await server.signIn() }, 403],
    [{ token: null, headers: bearer(other.key) }, 403],
    [{ token: null, headers: bearer(expired.key) }, 401],
    [{ token: null, headers: bearer(revoked.key) }, 401],
  ] as const) {
    const { status, body } = await call(options)
    expect([status, faultsOfError(body)]).toEqual([expected, []])
  }
})
