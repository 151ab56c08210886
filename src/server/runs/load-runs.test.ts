import { afterAll, expect, test } from 'vitest'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { createSailing } from '#server/sailings/date-change/date-change.fixture.ts'
import { createConfirmation } from '#server/test/records.ts'
import { trailOf } from '#server/test/trail.ts'
import { startBulk } from './bulk.fixture.ts'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, createOrders, start, preview, done, finished, itemsOf, orderOf } = bulk
const { db, call } = server
const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const statesOf = async (id: number) => (await itemsOf(id)).map(({ state, reason }) => [state, reason])

/** A container of a sailing that carries this many kg. */
const createContainer = (sailingId: number, maxKg: number) =>
  db
    .insertInto('containers')
    .values({ sailingId, sizeType: '45G1', number: 'MSCU6639870', maxCbm: 70, maxKg })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

const loadingsOf = async (sailingId: number) =>
  db
    .selectFrom('loadings')
    .select(['orderId', 'containerId'])
    .where('sailingId', '=', sailingId)
    .orderBy('position')
    .execute()

test('orders are loaded as on the screen of the sailing; those aboard and cancelled ones are left out, others fail by name', async () => {
  const sailing = await createSailing(db)
  const elsewhere = await createSailing(db)
  const orders = await createOrders(6)
  const [free, aboard, cancelled, over, away, deleted] = orders
  await call('POST', `sailing/${sailing.id}/orders`, { body: { orderIds: [aboard?.id] } })
  await call('POST', `sailing/${elsewhere.id}/orders`, { body: { orderIds: [away?.id] } })
  await bulk.editOrder(cancelled?.id ?? 0, bulk.cancelled)
  await bulk.editOrder(over?.id ?? 0, { status: 2 })
  await bulk.deleteClient(deleted?.clientId ?? 0)
  const skips = [
    { reason: `On ${sailing.reference} already`, count: 1, ids: [aboard?.id] },
    { reason: 'The order is cancelled', count: 1, ids: [cancelled?.id] },
    { reason: 'The client was deleted', count: 1, ids: [deleted?.id] },
  ]
  const ids = idsOf(orders)
  expect((await preview('load', { sailingId: sailing.id }, { ids })).body.data).toMatchObject({
    total: 6,
    applies: 1,
    skips,
  })
  const run = await done('load', { sailingId: sailing.id }, { ids })
  expect(run).toMatchObject({ kind: 'load', title: sailing.reference, total: 3, done: 1, failed: 2, skipped: 3 })
  expect(await statesOf(run.id)).toEqual([
    ['done', null],
    ['skipped', skips[0]?.reason],
    ['skipped', skips[1]?.reason],
    ['failed', 'This order is completed'],
    ['failed', expect.stringContaining(elsewhere.reference)],
    ['skipped', skips[2]?.reason],
  ])
  expect((await loadingsOf(sailing.id)).map(({ orderId }) => orderId)).toEqual([aboard?.id, free?.id])
  expect((await trailOf(db, 'orders', free?.id ?? 0)).map(({ action }) => action)).toEqual(['order.load'])
})

test('a container takes orders up to its payload; the others fail, and find room after a retry', async () => {
  const sailing = await createSailing(db)
  const { id: containerId, number } = await createContainer(sailing.id, 1300)
  const orders = await createOrders(3, { shipmentWeight: 600 })
  const run = await done('load', { sailingId: sailing.id, containerId }, { ids: idsOf(orders) })
  expect(run.title).toBe(`${sailing.reference}, ${number}`)
  expect(await statesOf(run.id)).toEqual([
    ['done', null],
    ['done', null],
    ['failed', `${number} would have 1800 kg, above its payload of 1300 kg`],
  ])
  await call('DELETE', `sailing/${sailing.id}/orders/${orders[0]?.id}`)
  await call('POST', `runs/${run.id}/retry`)
  expect(await finished(run.id)).toMatchObject({ done: 3, failed: 0 })
  expect(await loadingsOf(sailing.id)).toEqual(orders.slice(1).map(({ id }) => ({ orderId: id, containerId })))
})

test('FCL orders do not go into a container', async () => {
  const sailing = await createSailing(db)
  const { id: containerId } = await createContainer(sailing.id, 1300)
  const orders = await createOrders(1, { transportationMode: TransportationMode.FCL })
  const run = await done('load', { sailingId: sailing.id, containerId }, { ids: idsOf(orders) })
  expect(await statesOf(run.id)).toEqual([['failed', 'FCL orders have containers of their own']])
})

test('a sailing that cannot take cargo is refused at once, one that is cancelled in between fails every row', async () => {
  const gone = await createSailing(db, { status: 'cancelled' })
  const [order] = await createOrders(1)
  const selection = { ids: [order?.id] }
  const refused = await start('load', { sailingId: gone.id }, selection)
  expect(refused).toMatchObject({
    status: 400,
    body: { data: { 'input.sailingId': expect.stringContaining('cancelled') } },
  })
  const sailing = await createSailing(db)
  const other = await createContainer(gone.id, 100)
  expect((await start('load', { sailingId: sailing.id, containerId: other.id }, selection)).body.data).toEqual({
    'input.containerId': 'Choose one from the list',
  })
  await bulk.pause()
  const { body } = await start('load', { sailingId: sailing.id }, selection)
  await db.updateTable('sailings').set({ status: 'cancelled' }).where('id', '=', sailing.id).execute()
  await bulk.resume()
  await finished(body.data.id)
  expect(await statesOf(body.data.id)).toEqual([['failed', expect.stringContaining('cancelled')]])
})

test('undo unloads, puts back into the container before, and empties what the confirmation took over', async () => {
  const sailing = await createSailing(db)
  const { id: containerId } = await createContainer(sailing.id, 10_000)
  const orders = await createOrders(5)
  const [plain, partly, moved, received, saved] = orders
  await createConfirmation(db, { orderId: partly?.id ?? 0, vesselVoyage: '7E' })
  await call('POST', `sailing/${sailing.id}/orders`, { body: { orderIds: [moved?.id] } })
  const before = await orderOf(partly?.id ?? 0)
  const movedBefore = await orderOf(moved?.id ?? 0)
  const run = await done('load', { sailingId: sailing.id, containerId }, { ids: idsOf(orders) })
  expect(run).toMatchObject({ done: 5, failed: 0 })
  expect((await orderOf(plain?.id ?? 0)).bookingConfirmation.portEstimatedTimeOfArrivalAt).toBe(sailing.portEta)
  await call('POST', `sailing/${sailing.id}/received`, { body: { orderIds: [received?.id] } })
  await call('PUT', `request/booking/${saved?.id}/confirmation/edit`, { body: { vesselVoyage: '9W' } })
  const undone = await bulk.undo(run.id)
  expect(undone.status).toBe(200)
  expect(await statesOf(run.id)).toEqual([
    ['undone', null],
    ['undone', null],
    ['undone', null],
    ['done', 'The cargo was received or measured since'],
    ['done', expect.stringMatching(/^changed by Mara Staff at /)],
  ])
  expect(await loadingsOf(sailing.id)).toEqual([
    { orderId: moved?.id, containerId: null },
    { orderId: received?.id, containerId },
    { orderId: saved?.id, containerId },
  ])
  expect(await orderOf(plain?.id ?? 0)).toMatchObject({ bookingConfirmation: null, sailing: null })
  const { updatedAt: _, ...after } = (await orderOf(partly?.id ?? 0)).bookingConfirmation
  expect(before.bookingConfirmation).toMatchObject(after)
  expect((await orderOf(moved?.id ?? 0)).bookingConfirmation).toEqual(movedBefore.bookingConfirmation)
  expect((await trailOf(db, 'orders', plain?.id ?? 0)).map(({ action }) => action)).toEqual([
    'order.load',
    'order.unload',
  ])
})

test('an order that was rolled to another sailing since stays there', async () => {
  const [sailing, next] = [await createSailing(db), await createSailing(db)]
  const [order] = await createOrders(1)
  const run = await done('load', { sailingId: sailing.id }, { ids: [order?.id] })
  const body = { orderIds: [order?.id], toSailingId: next.id, reason: 'Full' }
  expect((await call('POST', `sailing/${sailing.id}/roll`, { body })).status).toBe(200)
  await bulk.undo(run.id)
  expect(await statesOf(run.id)).toEqual([['done', `No longer on ${sailing.reference}`]])
  expect(await loadingsOf(next.id)).toHaveLength(1)
})

test('orders for another country are left out, as the preview says, unless the person wants them', async () => {
  const sailing = await createSailing(db, { portOfDischarge: 'USLAX' })
  await db
    .insertInto('ports')
    .values([
      { code: 'USLAX', name: 'Los Angeles' },
      { code: 'CAVAN', name: 'Vancouver' },
    ])
    .execute()
  const { id: shipmentDestination } = await db
    .insertInto('cartages')
    .values({ name: 'CFS Delta', categoryId: 5, dest: 'CA-YVR' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [far] = await createOrders(1, { shipmentDestination })
  const [near] = await createOrders(1)
  const selection = { ids: [far?.id, near?.id] }
  const asked = await bulk.preview('load', { sailingId: sailing.id }, selection)
  expect(asked.body.data).toMatchObject({
    applies: 1,
    skips: [{ reason: 'Goes to Canada', count: 1, ids: [far?.id] }],
  })
  const run = await done('load', { sailingId: sailing.id }, selection)
  expect(await statesOf(run.id)).toEqual([
    ['skipped', 'Goes to Canada'],
    ['done', null],
  ])
  const all = await done('load', { sailingId: sailing.id, otherDestinations: true }, { ids: [far?.id] })
  expect(await statesOf(all.id)).toEqual([['done', null]])
})

test('the preview names confirmations of another voyage; with takeOver they are overwritten, and undo restores them', async () => {
  const sailing = await createSailing(db)
  const orders = await createOrders(3)
  const [one, other, plain] = idsOf(orders)
  for (const orderId of [one, other]) await createConfirmation(db, { orderId: orderId ?? 0, vesselVoyage: '7E' })
  const input = { sailingId: sailing.id, takeOver: true }
  const { conflicts } = (await preview('load', input, { ids: idsOf(orders) })).body.data
  expect(conflicts).toEqual([
    { confirmed: '7E', sailing: expect.stringContaining(sailing.voyage), orderIds: [one, other] },
  ])
  const run = await done('load', input, { ids: idsOf(orders) })
  for (const id of [one, other, plain])
    expect((await orderOf(id ?? 0)).bookingConfirmation.vesselVoyage).toBe(sailing.voyage)
  await bulk.undo(run.id)
  expect((await orderOf(one ?? 0)).bookingConfirmation.vesselVoyage).toBe('7E')
})
