import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DcsaEvent } from '#contract/integrations/dcsa-events.ts'
import { MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import { day, sailingRecords } from '#server/sailings/sailing-records.fixture.ts'
import { bearer, createKey, createOrder } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { faultsOf, faultsOfError, published } from '#tests/standards/dcsa/validator.ts'
import { querystring } from './query.ts'

const CASE: { queries: string[] } = JSON.parse(readFileSync('tests/cases/texts/dcsa-queries.json', 'utf8'))

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
  const wide = encodeURIComponent('ＣＳＱＵ\u200b305438-3')
  expect((await get(`?equipmentReference=${wide}&eventType=EQUIPMENT`)).body).toHaveLength(8)
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

describe('the parameters of the standard', () => {
  const nothing = ['transportDocumentID=2a1f0d3b-82be-46a1-aba8-509b7e3bd7a1', 'scheduleID=x', 'carrierServiceCode=FE1']
  const count = async (query: string) => {
    const { status, body } = await get(`?limit=1000&carrierBookingReference=${code}&${query}`)
    expect([query, status, faultsOf(body)]).toEqual([query, 200, []])
    return told(body)
  }
  const AFLOAT = [...PLANNED, 'ACT LOAD', 'ACT DEPA', 'ACT ARRI', 'ACT DISC']

  test('those that the published document of 2.2 lists are taken, and no other', () => {
    const names = published('/v2/events')
    expect(names.length).toBeGreaterThan(15)
    const taken = Object.keys(querystring.shape).filter((name) => !name.includes(':'))
    expect(taken.toSorted()).toEqual(names.toSorted())
  })

  test.each<[string, string[]]>([
    ['shipmentEventTypeCode=CONF', ['ACT CONF']],
    ['shipmentEventTypeCode=CONF,RECE,HOLD', ['ACT RECE', 'ACT CONF']],
    ['shipmentEventTypeCode=DRFT', []],
    ['transportEventTypeCode=ARRI,DEPA', [...PLANNED, 'ACT DEPA', 'ACT ARRI']],
    ['transportEventTypeCode=ARRI&eventType=EQUIPMENT', []],
    ['equipmentEventTypeCode=LOAD', ['ACT LOAD']],
    ['equipmentEventTypeCode=LOAD&shipmentEventTypeCode=CONF', []],
    ['documentTypeCode=BKG', ['ACT RECE', 'ACT CONF']],
    ['documentTypeCode=TRD', []],
    ['vesselIMONumber=9074729', AFLOAT],
    ['vesselIMONumber=IMO%209074729', AFLOAT],
    ['vesselIMONumber=IMO%20907%204729', AFLOAT],
    ['vesselIMONumber=907-4729%E2%80%8B', AFLOAT],
    ['vesselIMONumber=9806079', []],
    ['vesselIMONumber=x', []],
    ['exportVoyageNumber=V1', []],
    ['UNLocationCode=CNNGB', ['EST DEPA', 'ACT LOAD', 'ACT DEPA']],
    ['UNLocationCode=cn%20ngb', ['EST DEPA', 'ACT LOAD', 'ACT DEPA']],
    ['UNLocationCode=CN-N%C2%ADGB', ['EST DEPA', 'ACT LOAD', 'ACT DEPA']],
    ['UNLocationCode=CNSHA', []],
    ['transportDocumentReference=HBL-1', []],
    ['transportCallID=none', []],
    ...nothing.map((query): [string, string[]] => [query, []]),
  ])('%s', async (query, expected) => {
    expect(await count(query)).toEqual(expected)
  })

  test.each(CASE.queries)('%s narrows the answer', async (query) => {
    const { status, body } = await get(`?${query}`)
    expect([status, faultsOf(body)]).toEqual([200, []])
  })

  test('each event is found by what it shows', async () => {
    const { body } = await get(`?carrierBookingReference=${code}`)
    const shown = (event: DcsaEvent): Record<string, string | undefined> => {
      const { eventCreatedDateTime } = event
      if (event.eventType === 'SHIPMENT') return { eventCreatedDateTime, documentTypeCode: event.documentTypeCode }
      const { transportCallID, exportVoyageNumber, UNLocationCode, vessel } = event.transportCall
      return {
        eventCreatedDateTime,
        transportCallID,
        exportVoyageNumber,
        UNLocationCode,
        vesselIMONumber: vessel?.vesselIMONumber,
      }
    }
    for (const event of body as DcsaEvent[])
      for (const [name, value] of Object.entries(shown(event))) {
        if (value === undefined) continue
        const found = (await get(`?${new URLSearchParams({ [name]: value })}`)).body as DcsaEvent[]
        expect(found, `${name}=${value}`).toContainEqual(event)
        expect(new Set(found.map((each) => shown(each)[name]))).toEqual(new Set([value]))
      }
  })

  test('the master bill of the sailing is the transport document', async () => {
    await server.db.updateTable('sailings').set({ masterBill: 'MBL-77' }).where('id', '=', sailing.id).execute()
    expect(await count('transportDocumentReference=mbl-77')).toHaveLength(14)
    expect((await get('?transportDocumentReference=MBL-77')).body).toHaveLength(14)
    expect((await get('?transportDocumentReference=')).body).toEqual([])
  })

  test('deprecated names stand for their successors; two that differ match nothing', async () => {
    expect((await get(`?bookingReference=${code}`)).body).toHaveLength(14)
    expect((await get(`?bookingReference=${code}&carrierBookingReference=ZZZZ00000000`)).body).toEqual([])
    expect(await count('carrierVoyageNumber=V1')).toEqual([])
  })

  test('times of entry are bounded to the millisecond, with any offset and an unescaped plus', async () => {
    const { body } = await get(`?carrierBookingReference=${code}`)
    const [first, last] = [body[0].eventCreatedDateTime, body.at(-1).eventCreatedDateTime]
    const shifted = new Date(Date.parse(first) + 3_600_000).toISOString().replace('Z', '+01:00')
    expect(await count(`eventCreatedDateTime:gte=${first}&eventCreatedDateTime:lte=${last}`)).toHaveLength(14)
    expect(await count(`eventCreatedDateTime:gte=${shifted}`)).toHaveLength(14)
    expect(await count(`eventCreatedDateTime:lt=${encodeURIComponent(shifted)}`)).toEqual([])
    expect(await count(`eventCreatedDateTime:gt=${last}`)).toEqual([])
    for (const each of ['eventCreatedDateTime', 'eventCreatedDateTime:eq'])
      expect(await count(`${each}=${first}`)).not.toEqual([])
    expect(await count('eventCreatedDateTime=2026-01-23T12:34:56Z')).toEqual([])
  })

  test('sorted the other way, pages give the same events from the last to the first', async () => {
    const found: DcsaEvent[] = []
    let query = `?sort=eventCreatedDateTime:DESC&limit=4`
    for (;;) {
      const { body, headers } = await get(query)
      found.push(...body)
      const next = /^<\/api\/dcsa\/v2\/events(\?[^>]*)>/.exec(headers.get('link') ?? '')?.[1]
      if (!next) break
      query = next
    }
    expect(found.toReversed()).toEqual((await get('?sort=eventCreatedDateTime')).body)
  })
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
  'shipmentEventTypeCode=ARRI',
  'transportEventTypeCode=',
  'equipmentEventTypeCode=LOAD,,DISC',
  'documentTypeCode=HBL',
  'eventCreatedDateTime=2026-01-23',
  'eventCreatedDateTime:gte=yesterday',
  'sort=eventDateTime:DESC',
  'sort=eventCreatedDateTime:UP',
  'sort=',
  'carrierServiceCode=FE1234',
  `transportCallID=${'A'.repeat(101)}`,
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
    const { status, body, headers } = await call(options)
    expect([status, faultsOfError(body)]).toEqual([expected, []])
    if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})
