import { beforeAll, expect, test } from 'vitest'
import { MISSING_SENTENCES, type Release } from '#contract/releases/releases.ts'
import { freeTimeRecords } from '#server/free-time/free-time.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer({ MAIL_HOLD_SECONDS: '60' })
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
})

const AT = '2026-11-20T09:30:00.000Z'
const path = (orderId: number) => `request/booking/${orderId}/release`
const read = async (orderId: number): Promise<Release> => (await server.call('GET', path(orderId))).body.data
const put = (orderId: number, body: object) => server.call('PUT', path(orderId), { body })
const complete = (orderId: number, body: object = {}) => server.call('POST', `${path(orderId)}/complete`, { body })
const ALL = { freightPaidAt: AT, originalBill: 'express', customsReleasedAt: AT, carrierReleasedAt: AT }

test('every order has a release, which waits for all four legs', async () => {
  const { id } = await records.addOrder()
  expect(await read(id)).toEqual({
    orderId: id,
    freightPaidAt: null,
    freightWaivedReason: '',
    originalBill: 'waiting',
    originalAt: null,
    customsReleasedAt: null,
    carrierReleasedAt: null,
    pickupNumber: '',
    appointmentAt: null,
    holdReason: '',
    deliveryOrderDocumentId: null,
    releasedAt: null,
    releasedBy: null,
    releasedReason: '',
    legs: { freight: false, bill: false, customs: false, carrier: false },
    missing: ['freight', 'bill', 'customs', 'carrier'],
    deliveryOrderOffered: false,
    updatedAt: null,
  })
  expect((await server.call('GET', path(999_999))).status).toBe(404)
  expect((await put(999_999, {})).status).toBe(404)
  expect((await complete(999_999)).status).toBe(404)
})

test('a change keeps what it does not name, and empties what it names empty', async () => {
  const { id } = await records.addOrder()
  await put(id, { pickupNumber: ' PU 12345 ', appointmentAt: '2026-11-20T01:30:00-08:00', freightPaidAt: AT })
  expect(await read(id)).toMatchObject({ pickupNumber: 'PU 12345', appointmentAt: AT, legs: { freight: true } })
  await put(id, { freightPaidAt: null, freightWaivedReason: 'A good client' })
  expect(await read(id)).toMatchObject({ pickupNumber: 'PU 12345', freightPaidAt: null, legs: { freight: true } })
  await put(id, { freightWaivedReason: null })
  expect(await read(id)).toMatchObject({ freightWaivedReason: '', legs: { freight: false } })
})

test.each([
  ['waiting', null, false],
  ['none', null, true],
  ['express', null, true],
  ['telex', AT, true],
  ['surrendered', AT, true],
])('an original bill that is %s, with its day %s: %s', async (originalBill, originalAt, bill) => {
  const { id } = await records.addOrder()
  expect((await put(id, { originalBill, originalAt })).body.data).toMatchObject({ originalBill, legs: { bill } })
})

test('a telex release and a surrendered bill need the day on which they came', async () => {
  const { id } = await records.addOrder()
  const refused = { status: 400, body: { data: { originalAt: 'Enter when it came' } } }
  for (const originalBill of ['telex', 'surrendered']) expect(await put(id, { originalBill })).toMatchObject(refused)
  await put(id, { originalBill: 'telex', originalAt: AT })
  expect(await put(id, { originalAt: null })).toMatchObject(refused)
  expect((await put(id, { originalBill: 'lost' })).body.data).toEqual({ originalBill: 'Choose one from the list' })
})

test.each([
  ['pickupNumber', '1'.repeat(30), '1'.repeat(31), 'Pick-up number must be no more than 30 characters'],
  ['holdReason', 'x'.repeat(255), 'x'.repeat(256), 'Reason must be no more than 255 characters'],
  ['freightWaivedReason', 'x'.repeat(255), 'x'.repeat(256), 'Reason must be no more than 255 characters'],
  ['appointmentAt', AT, 'Nov 20', 'Write a date with its time like 2026-12-01T09:05:00Z'],
  ['deliveryOrderDocumentId', null, 999_999, 'This is no document of this order'],
])('%s is refused one past its bound', async (field, taken, refused, message) => {
  const { id } = await records.addOrder()
  expect((await put(id, { [field]: taken })).status).toBe(200)
  expect(await put(id, { [field]: refused })).toMatchObject({ status: 400, body: { data: { [field]: message } } })
})

test('a release names what is missing, until all of it is there', async () => {
  const { id } = await records.addOrder()
  const { freight, bill, customs, carrier, hold } = MISSING_SENTENCES
  expect(await complete(id)).toMatchObject({
    status: 409,
    body: { message: 'Not released yet', data: { freight, bill, customs, carrier } },
  })
  await put(id, { ...ALL, carrierReleasedAt: null, holdReason: 'An unpaid invoice' })
  expect((await complete(id)).body.data).toEqual({ carrier, hold })
  expect(await read(id)).toMatchObject({ missing: ['carrier', 'hold'], deliveryOrderOffered: false })
  await put(id, { carrierReleasedAt: AT })
  // The four ticks are there: the delivery order can be made. What holds the cargo is another matter.
  expect(await read(id)).toMatchObject({ missing: ['hold'], deliveryOrderOffered: true })
  await put(id, { holdReason: '' })
  const { body } = await complete(id)
  expect(body.data).toMatchObject({
    missing: [],
    releasedAt: expect.any(String),
    releasedBy: { id: server.staff.id },
    releasedReason: '',
  })
  expect(await complete(id)).toMatchObject({ status: 409, body: { message: 'This order was released already' } })
})

test('a reason releases what is not complete, and is kept', async () => {
  const { id } = await records.addOrder()
  expect((await complete(id, { reason: ' ' })).status).toBe(400)
  expect((await complete(id, { reason: 'x'.repeat(256) })).status).toBe(400)
  expect((await complete(id, { reason: 'x'.repeat(255) })).body.data).toMatchObject({
    releasedReason: 'x'.repeat(255),
    missing: ['freight', 'bill', 'customs', 'carrier'],
  })
})

test('of two releases at once one is done, and a stale change is refused', async () => {
  const { id } = await records.addOrder()
  await put(id, ALL)
  const both = await Promise.all([complete(id), complete(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { updatedAt } = await read(id)
  const changes = await Promise.all(['A', 'B'].map((pickupNumber) => put(id, { pickupNumber, updatedAt })))
  expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an event never waits for a release', async () => {
  const { id } = await records.addOrder()
  await put(id, { holdReason: 'An unpaid invoice' })
  await records.reach(id, 'delivered')
  expect(await read(id)).toMatchObject({ releasedAt: null, missing: ['freight', 'bill', 'customs', 'carrier', 'hold'] })
})

test('the release by customs is one fact with its event: filled where empty, corrected and undone with it', async () => {
  const { id } = await records.addOrder()
  const entry = await records.reach(id, 'customs-released', { date: AT })
  expect(entry.carried).toEqual([{ what: 'customsReleasedAt', from: null, to: AT }])
  expect(await read(id)).toMatchObject({ customsReleasedAt: AT, legs: { customs: true } })
  const LATER = '2026-11-20T10:30:00.000Z'
  await server.call('PUT', `request/event/entry/${entry.id}`, { body: { date: LATER } })
  expect(await read(id)).toMatchObject({ customsReleasedAt: LATER })
  expect((await records.reach(id, 'customs-released')).carried).toEqual([])
  await server.call('POST', `request/event/entry/${entry.id}/withdraw`, { body: { reason: 'Another order' } })
  expect(await read(id)).toMatchObject({ customsReleasedAt: null })
  const last = await records.reach(id, 'customs-released', { date: AT })
  await put(id, { customsReleasedAt: LATER })
  expect((await server.call('POST', `request/event/entry/${last.id}/undo`)).status).toBe(200)
  // Somebody has changed it since: what they wrote stays.
  expect(await read(id)).toMatchObject({ customsReleasedAt: LATER })
  const plain = await records.addOrder()
  expect((await records.reach(plain.id, 'customs-released', { carry: false })).carried).toEqual([])
  expect(await read(plain.id)).toMatchObject({ customsReleasedAt: null, updatedAt: null })
})

test('the form of the event says beforehand that it fills the release', async () => {
  const { id } = await records.addOrder()
  const event = await server.db
    .selectFrom('events')
    .select('id')
    .where('milestone', '=', 'customs-released')
    .executeTakeFirstOrThrow()
  expect((await server.call('GET', `request/booking/${id}/carries?eventId=${event.id}&date=${AT}`)).body.data).toEqual([
    { what: 'customsReleasedAt', from: null, to: AT },
  ])
})

test('the trail tells what was released, and why', async () => {
  const { id } = await records.addOrder()
  await put(id, { originalBill: 'telex', originalAt: AT })
  await complete(id, { reason: 'Paid on arrival' })
  const entries = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'after'])
    .where('entity', '=', 'orders')
    .where('entityId', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.slice(-2)).toMatchObject([
    { action: 'order.release-change', after: { originalBill: 'telex', originalAt: AT } },
    { action: 'order.release', after: { releasedReason: 'Paid on arrival' } },
  ])
})
