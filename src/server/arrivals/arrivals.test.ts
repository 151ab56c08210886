import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Arrival } from '#contract/arrivals/arrivals.ts'
import { freeTimeRecords, inDays, noon } from '#server/free-time/free-time.fixture.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof freeTimeRecords>>
beforeAll(async () => {
  records = await freeTimeRecords(server)
})
beforeEach(async () => {
  for (const table of ['free_times', 'free_time_rules', 'releases', 'loadings', 'containers'])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
  await server.db.updateTable('orders').set({ status: 1 }).execute()
})

const page = async (query = '') => (await server.call('GET', `arrivals?${query}`)).body.data
const list = async (query = ''): Promise<Arrival[]> => (await page(query)).items
const keys = async (query = '') => (await list(query)).map(({ key }) => key)
const box = (body: object) => records.data('POST', 'container', { sizeType: '42G1', ...body })
const put = (path: string, body: object) => records.data('PUT', path, body)
const setStatus = (id: number, status: 'arrived' | 'departed') =>
  server.db.updateTable('sailings').set({ status }).where('id', '=', id).execute()

/** An arrived sailing with a container, and an LCL order in it. */
async function arrivedSailing() {
  const cfs = await records.addPlace('cfs')
  const terminal = await records.addPlace('terminal')
  const sailing = await records.addSailing({ destinationPlaceId: cfs.id })
  const container = await box({ sailingId: sailing.id, number: 'MSCU1234566', terminalPlaceId: terminal.id })
  const order = await records.addOrder()
  await records.load(sailing.id, [order.id], container.id)
  await setStatus(sailing.id, 'arrived')
  return { sailing, container, order, cfs, terminal }
}

test('a container of an arrived sailing is listed until it is back, its LCL orders until they are delivered', async () => {
  const { sailing, container, order, cfs, terminal } = await arrivedSailing()
  const [first, second] = await list()
  expect(first).toEqual({
    key: `c${container.id}`,
    container: { id: container.id, number: 'MSCU1234566' },
    order: null,
    sailing: { id: sailing.id, reference: sailing.reference },
    clock: null,
    lastFreeDay: null,
    daysLeft: null,
    accrued: null,
    release: null,
    appointmentAt: null,
    inCharge: null,
    place: { id: terminal.id, name: terminal.name },
  })
  expect(second).toMatchObject({
    key: `o${order.id}`,
    container: null,
    order: { id: order.id },
    release: { freight: false, bill: false, customs: false, carrier: false },
    place: { id: cfs.id, name: cfs.name },
  })
  await put(`container/${container.id}`, { returnedAt: noon(inDays(0)) })
  expect(await keys()).toEqual([`o${order.id}`])
  await records.reach(order.id, 'delivered')
  expect(await keys()).toEqual([])
})

test('nothing of a sailing at sea is listed, but an LCL order that has arrived by its milestone is', async () => {
  const { sailing, order } = await arrivedSailing()
  await setStatus(sailing.id, 'departed')
  expect(await keys()).toEqual([])
  await records.reach(order.id, 'arrived')
  expect(await keys()).toEqual([`o${order.id}`])
})

test('a container of an FCL order is listed once the order has arrived or it was discharged; one that is cancelled is not', async () => {
  const { order, box: container } = await records.addFcl()
  const other = await records.addFcl()
  expect(await keys()).toEqual([])
  await records.reach(order.id, 'arrived')
  await put(`container/${other.box.id}`, { dischargedAt: noon(inDays(-1)) })
  expect(await keys()).toEqual([`c${container.id}`, `c${other.box.id}`])
  expect((await list())[0]).toMatchObject({ order: { id: order.id }, release: { freight: false } })
  await server.db.updateTable('orders').set({ status: 1 }).where('id', '=', order.id).execute()
  expect(await keys()).toEqual([`c${other.box.id}`])
})

/** An FCL container whose demurrage ends after so many days. */
async function boxUntil(days: number | null, rest: object = {}) {
  const { order, box: container } = await records.addFcl({ dischargedAt: noon(inDays(-10)), ...rest })
  const freeTimes = [{ clock: 'demurrage', lastFreeDay: days === null ? null : inDays(days) }]
  if (days !== null) await put(`container/${container.id}/free-times`, { freeTimes })
  return { order, key: `c${container.id}`, id: container.id }
}

test('the first last free day comes first and unknown ones last, in either direction', async () => {
  const [late, unknown, soon] = [await boxUntil(5), await boxUntil(null), await boxUntil(-2)]
  const inOrder = [soon.key, late.key, unknown.key]
  expect(await keys()).toEqual(inOrder)
  expect(await keys('order[lastFreeDay]=asc')).toEqual(inOrder)
  expect(await keys('order[lastFreeDay]=desc')).toEqual([late.key, soon.key, unknown.key])
  expect((await list())[0]).toMatchObject({ clock: 'demurrage', lastFreeDay: inDays(-2), daysLeft: -2 })
})

test('of several clocks the one that ends first is shown; one that has ended is not', async () => {
  const { id } = await boxUntil(3)
  await put(`container/${id}/free-times`, { freeTimes: [{ clock: 'detention', lastFreeDay: inDays(1) }] })
  expect(await list()).toMatchObject([{ clock: 'detention', daysLeft: 1 }])
  await put(`container/${id}/free-times`, { freeTimes: [{ clock: 'detention', endedOn: inDays(0) }] })
  expect(await list()).toMatchObject([{ clock: 'demurrage', daysLeft: 3 }])
})

test('what has accrued is shown and sorted by', async () => {
  const tiers = [{ fromDay: 1, toDay: null, amount: 85, per: 'container-day', minimum: null }]
  await records.addRule({ days: 4, tiers })
  const { box: more } = await records.addFcl({ dischargedAt: noon(inDays(-10)) })
  const { box: less } = await records.addFcl({ dischargedAt: noon(inDays(-6)) })
  const { box: none } = await records.addFcl({ dischargedAt: noon(inDays(-1)) })
  const sorted = await list('order[accrued]=desc')
  expect(sorted.map(({ key }) => key)).toEqual([`c${more.id}`, `c${less.id}`, `c${none.id}`])
  expect(sorted.map(({ accrued }) => accrued)).toEqual([
    { amount: 510, currency: 'USD', perDay: 85 },
    { amount: 170, currency: 'USD', perDay: 85 },
    { amount: 0, currency: 'USD', perDay: 85 },
  ])
})

test('legs of the release and the appointment are shown; the list is sorted by the appointment', async () => {
  const [one, other] = [await boxUntil(1), await boxUntil(2)]
  const appointmentAt = '2026-12-01T17:00:00.000Z'
  await put(`request/booking/${other.order.id}/release`, { appointmentAt, originalBill: 'express' })
  expect(await list('order[appointmentAt]=asc')).toMatchObject([
    { key: other.key, appointmentAt, release: { freight: false, bill: true, customs: false, carrier: false } },
    { key: one.key, appointmentAt: null },
  ])
})

test('the list is narrowed by sailing, place, person in charge and a search', async () => {
  const { sailing, container, order, cfs } = await arrivedSailing()
  const { order: other, key } = await boxUntil(1, { number: 'TCLU7654321' })
  await put(`request/booking/${other.id}/in-charge`, { userId: server.staff.id })
  expect(await keys(`f.sailing=is:${sailing.id}`)).toEqual([`c${container.id}`, `o${order.id}`])
  expect(await keys(`f.place=is:${cfs.id}`)).toEqual([`o${order.id}`])
  expect(await keys('f.inCharge=is:me')).toEqual([key])
  expect(await keys('search=tclu 765')).toEqual([key])
  expect(await keys(`search=${sailing.reference}`)).toEqual([`c${container.id}`, `o${order.id}`])
  expect(await keys('search=nothing')).toEqual([])
  expect((await server.call('GET', 'arrivals?f.other=is:1')).status).toBe(400)
  expect((await server.call('GET', 'arrivals?order[place]=asc')).status).toBe(400)
})

test('pages have exact totals; one past the end is the last', async () => {
  const boxes = [await boxUntil(1), await boxUntil(2), await boxUntil(3)]
  expect(await page('page=9&per_page=2')).toMatchObject({
    totalCount: 3,
    currentPageNumber: 2,
    items: [{ key: boxes[2]?.key }],
  })
})

test('the list is exported with its order and filters', async () => {
  await boxUntil(2, { number: 'TCLU7654321' })
  const { status, body } = await server.call('GET', 'arrivals/export?format=csv&search=tclu')
  expect(status).toBe(200)
  const text = String(body)
  expect(text.split('\r\n')[0]).toContain(
    '"Container","Order","Company","Sailing","Place","Clock","Last free day","Days left","Accrued"',
  )
  expect(text).toContain('TCLU7654321')
})

test('a view of arrivals is saved and counted', async () => {
  await boxUntil(2)
  const body = { list: 'arrivals', name: 'Mine', definition: { filters: { inCharge: 'is:me' } } }
  const { id } = await records.data('POST', 'views', body)
  expect((await server.call('GET', `views/counts?ids=${id}`)).body.data[id]).toEqual({ count: 0, capped: false })
})
