import { beforeAll, beforeEach, expect, test } from 'vitest'
import { NEEDS_DOCUMENT, NEEDS_REASON, NOT_OF_ORDER } from '#contract/papers/papers.ts'
import { booking } from '#server/test/bookings.ts'
import { sendDocument } from '#server/test/files.ts'
import { createEvent, createLane, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { papersOn } from './papers.fixture.ts'

const server = testServer()
let on: ReturnType<typeof papersOn>
beforeAll(async () => {
  on = papersOn(server)
})
beforeEach(() => on.forget())

const DAY = 86_400_000
const CUT_OFF = '2030-03-10T12:00:00.000Z'
const before = (at: string, days: number) => new Date(Date.parse(at) - days * DAY).toISOString()
const edit = (orderId: number, body: object) => on.call('PUT', `request/booking/edit/${orderId}`, body)

test('a booking gets the papers that apply to it, in their order', async () => {
  await on.requirement({ name: 'Second', position: 2 })
  await on.requirement({ name: 'First', position: 1, mode: 0, tradeTerms: [1, 2] })
  await on.requirement({ name: 'Of FCL', mode: 1 })
  await on.requirement({ name: 'Of pick-ups', tradeTerms: [3] })
  await on.requirement({ name: 'Of Amazon', amazon: true })
  await on.requirement({ name: 'Off', active: false })
  const { depot, cartage } = await createLane(server.db)
  const { id: userId } = await createUser(server.db)
  const lane = { userId, shipmentOriginPort: depot.id, shipmentDestination: cartage.id }
  const { body } = await on.call('POST', 'request/booking', { ...booking, ...lane })
  const { items, there, total } = await on.papers(body.data.id)
  expect(on.names(items)).toEqual(['First', 'Second'])
  expect({ there, total }).toEqual({ there: 0, total: 2 })
  expect(items[0]).toMatchObject({ state: 'open', dueAt: null, overdue: false, dueByHand: false, mandatory: true })
})

test('a paper is due so many days from its date, and moves with it until it is set by hand', async () => {
  await on.requirement({ offsetDays: -3 })
  await on.requirement({ basis: 'eta', offsetDays: 2 })
  await on.requirement({ basis: 'booking', offsetDays: 1 })
  const order = await on.newOrder()
  const dues = async () => (await on.papers(order.id)).items.map(({ dueAt }) => dueAt)
  const booked = before(order.createdAt, -1)
  expect(await dues()).toEqual([null, null, booked])
  await on.confirm(order.id, {
    documentationCutOffAt: CUT_OFF,
    portEstimatedTimeOfArrivalAt: '2030-04-01T00:00:00.000Z',
  })
  expect(await dues()).toEqual([before(CUT_OFF, 3), '2030-04-03T00:00:00.000Z', booked])
  const [first] = (await on.papers(order.id)).items
  const byHand = await on.change(order.id, first?.id ?? 0, { dueAt: '2030-03-01T09:00:00.000Z' })
  expect(byHand.body.data).toMatchObject({ dueAt: '2030-03-01T09:00:00.000Z', dueByHand: true })
  await on.confirm(order.id, { documentationCutOffAt: before(CUT_OFF, -5) })
  expect((await dues())[0]).toBe('2030-03-01T09:00:00.000Z')
  const followed = await on.change(order.id, first?.id ?? 0, { dueAt: null })
  expect(followed.body.data).toMatchObject({ dueAt: before(CUT_OFF, -2), dueByHand: false })
  await on.confirm(order.id, { documentationCutOffAt: null })
  expect((await dues())[0]).toBeNull()
})

test('other terms, mode, destination or brokerage bring papers and take away those that nobody has touched', async () => {
  await on.requirement({ name: 'Always' })
  await on.requirement({ name: 'Broker', brokerage: true, basis: 'booking' })
  await on.requirement({ name: 'No broker', brokerage: false })
  await on.requirement({ name: 'Labels', amazon: true })
  const order = await on.newOrder({ customBrokerage: false })
  const list = async () => (await on.papers(order.id)).items
  expect(on.names(await list())).toEqual(['Always', 'No broker'])
  expect((await edit(order.id, { customBrokerage: true, shipmentValue: 100 })).status).toBe(200)
  expect(on.names(await list())).toEqual(['Always', 'Broker'])
  expect((await list())[1]?.dueAt).toBe(order.createdAt)
  // A paper that somebody touched stays, and says that it is no longer asked for.
  const broker = (await list())[1]?.id ?? 0
  await on.change(order.id, broker, { dueAt: CUT_OFF })
  await edit(order.id, { customBrokerage: false })
  const after = await list()
  expect(after.map(({ name, noLongerAsked }) => [name, noLongerAsked])).toEqual([
    ['Always', false],
    ['Broker', true],
    ['No broker', false],
  ])
  expect(await on.papers(order.id)).toMatchObject({ there: 0, total: 2 })
  await edit(order.id, { customBrokerage: true })
  expect((await list()).map(({ noLongerAsked }) => noLongerAsked)).toEqual([false, false])
  const { cartage } = await createLane(server.db, { amazon: true })
  await edit(order.id, { shipmentDestination: cartage.id, amazonRefId: 'AMZ-1', shipmentId: 'FBA-1' })
  expect(on.names(await list())).toContain('Labels')
})

test('the mode and the trade terms decide too', async () => {
  await on.requirement({ name: 'LCL only', mode: 0 })
  await on.requirement({ name: 'FCL only', mode: 1 })
  await on.requirement({ name: 'Of other terms', tradeTerms: [2] })
  const order = await on.newOrder({ transportationMode: 0, shipmentTradeTerms: 1 })
  const list = async () => on.names((await on.papers(order.id)).items)
  expect(await list()).toEqual(['LCL only'])
  await server.db
    .updateTable('orders')
    .set({ transportationMode: 1, shipmentTradeTerms: 2, originDepotId: null })
    .where('id', '=', order.id)
    .execute()
  expect(await list()).toEqual(['FCL only', 'Of other terms'])
})

test('missing papers block no event: the screen asks, the call does not', async () => {
  await on.requirement({ name: 'Bill of lading' })
  const order = await on.newOrder()
  const event = await createEvent(server.db, 'Loaded', 'On board')
  await server.db.updateTable('events').set({ milestone: 'loaded' }).where('id', '=', event.id).execute()
  const body = {
    bookingRequestId: order.id,
    eventId: event.id,
    date: '1795165500',
    comment: '',
    emailTemplateId: null,
    documents: [],
  }
  expect((await on.call('POST', 'request/event/data/add', body)).status).toBe(200)
  expect(await on.papers(order.id)).toMatchObject({ there: 0, total: 1 })
})

test('papers are for staff: clients and strangers read and change none, and ask for none', async () => {
  await on.requirement()
  const order = await on.newOrder()
  const [paper] = (await on.papers(order.id)).items
  const token = await server.signIn()
  const path = `request/booking/${order.id}/requirements`
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['POST', path, { name: 'X', categoryId: 1 }],
    ['PUT', `${path}/${paper?.id}`, { state: 'open' }],
    ['POST', `${path}/ask`, { ids: [paper?.id] }],
    ['POST', `${path}/ask/preview`, { ids: [paper?.id] }],
    ['DELETE', `request/booking/${order.id}/upload-links/1`, undefined],
  ] as const) {
    expect((await server.call(method, at, { body, token })).status, `${method} ${at}`).toBe(403)
    expect((await server.call(method, at, { body, token: null })).status, `${method} ${at}`).toBe(401)
  }
})

test('editing a requirement touches new orders only; applying it says first how many lack it', async () => {
  const { id, updatedAt } = await on.requirement({ name: 'Insurance certificate', offsetDays: -1 })
  const old = await on.newOrder()
  await on.call('PUT', `document-requirement/${id}`, {
    name: 'Certificate',
    offsetDays: -9,
    mandatory: false,
    updatedAt,
  })
  const [kept] = (await on.papers(old.id)).items
  expect(kept).toMatchObject({ name: 'Insurance certificate', offsetDays: -1, mandatory: true })
  const later = await on.requirement({ name: 'Inspection report', mode: 0 })
  expect((await on.papers(old.id)).total).toBe(1)
  // An unrelated change does not bring the paper back, either.
  await edit(old.id, { customBrokerage: true, shipmentValue: 100 })
  expect((await on.papers(old.id)).total).toBe(1)
  const cancelled = await on.newOrder({ status: 1 })
  const path = `document-requirement/${later.id}/apply`
  const { orders } = (await on.call('POST', path, {})).body.data
  expect(orders).toBeGreaterThan(0)
  expect((await on.papers(old.id)).total).toBe(1)
  expect((await on.call('POST', path, { preview: false })).body.data).toEqual({ orders, applied: orders })
  expect(on.names((await on.papers(old.id)).items)).toEqual(['Insurance certificate', 'Inspection report'])
  expect((await on.papers(cancelled.id)).total).toBe(0)
  expect((await on.call('POST', path, {})).body.data).toEqual({ orders: 0, applied: 0 })
  // A deleted requirement stays with the orders that have it.
  await on.call('DELETE', `document-requirement/${later.id}`)
  expect((await on.papers(old.id)).items[1]).toMatchObject({ name: 'Inspection report', requirementId: null })
})

test('received and accepted need a document, rejected and waived a reason', async () => {
  await on.requirement()
  const order = await on.newOrder()
  const [paper] = (await on.papers(order.id)).items
  const put = (body: object) => on.change(order.id, paper?.id ?? 0, body)
  for (const state of ['received', 'accepted'])
    expect(await put({ state })).toMatchObject({ status: 400, body: { data: { documentId: NEEDS_DOCUMENT } } })
  for (const state of ['rejected', 'waived'])
    expect(await put({ state })).toMatchObject({ status: 400, body: { data: { reason: NEEDS_REASON } } })
  const documentId = await sendDocument(server)
  expect((await put({ documentId })).body.data).toMatchObject({ state: 'received', document: { name: 'invoice.pdf' } })
  expect((await put({ state: 'accepted' })).body.data).toMatchObject({ state: 'accepted', documentId })
  expect(await on.papers(order.id)).toMatchObject({ there: 1, total: 1 })
  const rejected = await put({ state: 'rejected', reason: 'Page 2 is missing' })
  expect(rejected.body.data).toMatchObject({ state: 'rejected', reason: 'Page 2 is missing', documentId })
  expect(await on.papers(order.id)).toMatchObject({ there: 0, total: 1 })
  expect((await put({ state: 'waived', reason: 'Not needed' })).body.data).toMatchObject({ state: 'waived' })
  expect(await on.papers(order.id)).toMatchObject({ there: 1, total: 1 })
  expect((await put({ state: 'open' })).body.data).toMatchObject({ state: 'open', documentId: null, reason: '' })
  // The file belongs to the order by now.
  const exchange = (await on.call('GET', `request/booking/${order.id}/document_exchange`)).body.data
  expect(exchange.admin.map(({ id }: { id: number }) => id)).toEqual([documentId])
})

test('one file may serve two papers; one of another order or another person is refused', async () => {
  await on.requirement()
  await on.requirement()
  const order = await on.newOrder()
  const [one, two] = (await on.papers(order.id)).items
  const documentId = await sendDocument(server)
  await on.change(order.id, one?.id ?? 0, { documentId, state: 'accepted' })
  expect((await on.change(order.id, two?.id ?? 0, { documentId, state: 'accepted' })).status).toBe(200)
  expect(await on.papers(order.id)).toMatchObject({ there: 2, total: 2 })
  const other = await on.newOrder()
  const [foreign] = (await on.papers(other.id)).items
  const refused = await on.change(other.id, foreign?.id ?? 0, { documentId })
  expect(refused).toMatchObject({ status: 400, body: { data: { documentId: NOT_OF_ORDER } } })
  const byOther = await server.db
    .updateTable('documents')
    .set({ uploadedBy: (await createUser(server.db)).id, orderId: null })
    .where('id', '=', await sendDocument(server))
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await on.change(order.id, one?.id ?? 0, { documentId: byOther.id })).status).toBe(400)
  expect((await on.change(other.id, one?.id ?? 0, { state: 'open' })).status).toBe(404)
})

test('a paper whose document is deleted, or taken off the order, is missing again', async () => {
  await on.requirement()
  await on.requirement()
  const order = await on.newOrder()
  const [one, two] = (await on.papers(order.id)).items
  const ids = [await sendDocument(server), await sendDocument(server)]
  await on.change(order.id, one?.id ?? 0, { documentId: ids[0], state: 'accepted' })
  await on.change(order.id, two?.id ?? 0, { documentId: ids[1], state: 'received' })
  await server.db
    .deleteFrom('documents')
    .where('id', '=', ids[0] ?? 0)
    .execute()
  await server.db
    .updateTable('documents')
    .set({ orderId: null })
    .where('id', '=', ids[1] ?? 0)
    .execute()
  const { items } = await on.papers(order.id)
  expect(items.map(({ state, documentId }) => [state, documentId])).toEqual([
    ['open', null],
    ['open', null],
  ])
})

test('an order that is restored with its client has its papers as they were', async () => {
  await on.requirement()
  const order = await on.newOrder()
  const [paper] = (await on.papers(order.id)).items
  await on.change(order.id, paper?.id ?? 0, { state: 'waived', reason: 'On file' })
  await on.call('DELETE', `admin/user/${order.userId}`)
  expect((await on.call('GET', `request/booking/${order.id}/requirements`)).status).toBe(404)
  expect((await on.change(order.id, paper?.id ?? 0, { state: 'open' })).status).toBe(404)
  const restored = await on.call('POST', `admin/user/${order.userId}/restore`)
  expect(restored.status).toBe(200)
  expect((await on.papers(order.id)).items).toMatchObject([{ state: 'waived', reason: 'On file' }])
})

test('an order can have papers of its own; a change of an outdated version is 409 with the paper as it is', async () => {
  const order = await on.newOrder()
  const added = await on.add(order.id, { name: 'Photo of the marks', categoryId: 6, dueAt: CUT_OFF })
  expect(added.body.data).toMatchObject({
    requirementId: null,
    basis: null,
    dueAt: CUT_OFF,
    dueByHand: true,
    state: 'open',
  })
  expect((await on.add(order.id, { name: '', categoryId: 99 })).status).toBe(400)
  expect((await on.add(order.id, { name: 'X', categoryId: 99 })).body.data).toHaveProperty('categoryId')
  const { id, updatedAt } = added.body.data
  await on.change(order.id, id, { mandatory: false })
  const stale = await on.change(order.id, id, { state: 'open', updatedAt })
  expect(stale).toMatchObject({ status: 409, body: { data: { mandatory: false } } })
  expect(stale.body.message).toMatch(/^This record was changed by Mara Staff at /)
})

test('every change is in the trail of the order', async () => {
  await on.requirement({ name: 'Manifest' })
  const order = await on.newOrder()
  const [paper] = (await on.papers(order.id)).items
  await on.change(order.id, paper?.id ?? 0, { state: 'waived', reason: 'On file' })
  const rows = await server.db
    .selectFrom('auditEntries')
    .select(['action', 'after', 'userId'])
    .where('entity', '=', 'orders')
    .where('entityId', '=', order.id)
    .execute()
  expect(rows).toEqual([
    {
      action: 'order.paper',
      after: { paper: 'Manifest', paperState: 'waived', reason: 'On file' },
      userId: server.staff.id,
    },
  ])
})
