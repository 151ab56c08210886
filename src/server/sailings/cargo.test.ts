import { beforeAll, describe, expect, test } from 'vitest'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { createConfirmation } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'
import { DISCHARGE_PORT, day, LOADING_PORT, sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
let sailing: Sailing
beforeAll(async () => {
  records = await sailingRecords(server)
  sailing = await records.addSailing()
})

const post = (what: string, body: object, { id } = sailing) => server.call('POST', `sailing/${id}/${what}`, { body })
const rows = async ({ id } = sailing) =>
  (await server.call('GET', `sailing/${id}/orders?per_page=1000`)).body.data.items
const row = async (orderId: number, of = sailing) =>
  (await rows(of)).find((each: { orderId: number }) => each.orderId === orderId)
const put = (id: number, body: object) => server.call('PUT', `sailing/${id}`, { body })
/** An order on the sailing. */
const aboard = async (rest: Parameters<typeof records.addOrder>[0] = {}, containerId?: number) => {
  const order = await records.addOrder(rest)
  await records.load(sailing.id, [order.id], containerId)
  return order
}
const failure = (reason: string) => ({ status: 409, body: { message: reason } })

describe('loading', () => {
  test('copies vessel, voyage, ports and dates into the booking confirmation, and into its trail', async () => {
    const order = await records.addOrder()
    const { body } = await records.load(sailing.id, [order.id])
    expect(body.data.items).toEqual([
      { orderId: order.id, trackingCode: order.trackingCode, state: 'done', reason: null },
    ])
    expect(body.data.sailing).toMatchObject({ orderCount: 1, usedCbm: 2.5, usedKg: 620 })
    expect(await records.confirmation(order.id)).toMatchObject({
      vesselId: records.vessel.id,
      vesselVoyage: sailing.voyage,
      portOfLoading: LOADING_PORT,
      portOfDischarge: DISCHARGE_PORT,
      cargoCutOffAt: sailing.cargoCutOffAt,
      documentationCutOffAt: sailing.documentationCutOffAt,
      estimatedTimeOfDepartureAt: sailing.etd,
      portEstimatedTimeOfArrivalAt: sailing.portEta,
      placeOfDelivery: '',
    })
    expect(await trailOf(server.db, 'confirmations', order.id)).toMatchObject([
      { action: 'confirmation.update', after: { vessel: { name: 'EVER GIVEN' }, vesselVoyage: sailing.voyage } },
    ])
    const { items } = (await server.call('GET', `admin/history/orders/${order.id}`)).body.data
    const load = items.find(({ action }: { action: string }) => action === 'order.load')
    expect(load.changes).toEqual([expect.objectContaining({ label: 'Sailing', before: '', after: sailing.reference })])
  })

  test('leaves what somebody chose, says so, and takes it over when asked', async () => {
    const order = await records.addOrder()
    await createConfirmation(server.db, { orderId: order.id, portOfDischarge: 'USLGB', vesselVoyage: sailing.voyage })
    await records.load(sailing.id, [order.id])
    expect((await records.confirmation(order.id))?.portOfDischarge).toBe('USLGB')
    const differs = [{ field: 'portOfDischarge', value: 'USLGB', sailing: DISCHARGE_PORT }]
    expect((await row(order.id)).differs).toEqual(differs)
    const detail = (await server.call('GET', `request/booking/get/${order.id}`)).body.data
    expect(detail.sailing).toMatchObject({
      id: sailing.id,
      reference: sailing.reference,
      vessel: 'EVER GIVEN',
      container: null,
      receivedAt: null,
      differs,
    })
    await post('take-over', { orderIds: [order.id], fields: ['portOfLoading'] })
    expect((await row(order.id)).differs).toEqual(differs)
    await post('take-over', { orderIds: [order.id] })
    expect((await row(order.id)).differs).toEqual([])
    expect((await records.confirmation(order.id))?.portOfDischarge).toBe(DISCHARGE_PORT)
  })

  test('is refused by the reference of another sailing, order by order', async () => {
    const [taken, free] = [await aboard(), await records.addOrder()]
    const other = await records.addSailing()
    const { body, status } = await records.load(other.id, [taken.id, free.id, 999_999])
    expect(status).toBe(200)
    expect(body.data.items.map(({ state, reason }: { state: string; reason: string }) => [state, reason])).toEqual([
      ['failed', `On ${sailing.reference} already. Roll it?`],
      ['done', null],
      ['failed', 'Order not found'],
    ])
    expect(await records.load(other.id, [taken.id])).toMatchObject(failure(`On ${sailing.reference} already. Roll it?`))
    expect((await records.load(other.id, [999_999])).status).toBe(404)
    const [cancelled, completed] = [
      await records.addOrder({ status: OrderStatus.CANCELLED }),
      await records.addOrder({ status: OrderStatus.COMPLETED }),
    ]
    expect(await records.load(other.id, [cancelled.id])).toMatchObject(failure('This order is cancelled'))
    expect(await records.load(other.id, [completed.id])).toMatchObject(failure('This order is completed'))
  })

  test('a container bears its payload to the kilogram, and may be filled beyond its volume with a warning', async () => {
    const filling = await records.addSailing()
    const box = await records.addContainer(filling.id, { maxKg: 1000, maxCbm: 4 })
    const [first, second] = [
      await records.addOrder({ shipmentWeight: 400.5, shipmentVolume: 4 }),
      await records.addOrder({ shipmentWeight: 599.5, shipmentVolume: 0.001 }),
    ]
    const heavy = await records.addOrder({ shipmentWeight: 0.001 })
    expect((await records.load(filling.id, [first.id], box.id)).body.data.warnings).toEqual([])
    const { body } = await records.load(filling.id, [second.id, heavy.id], box.id)
    const name = `Container ${box.id}`
    expect(body.data.items[1].reason).toBe(`${name} would have 1000.001 kg, above its payload of 1000 kg`)
    expect(body.data.warnings).toEqual([{ field: 'containers', message: `${name} has 4.001 of 4 CBM` }])
    expect((await server.call('GET', `container/${box.id}`)).body.data).toMatchObject({ usedKg: 1000, usedCbm: 4.001 })
    expect((await server.call('GET', `request/booking/get/${first.id}`)).body.data.sailing).toMatchObject({
      container: { id: box.id, maxCbm: 4, maxKg: 1000 },
      usedCbm: 4,
      usedKg: 400.5,
      loadedCbm: 4.001,
    })
    expect((await server.call('PUT', `container/${box.id}`, { body: { maxKg: 999 } })).body.data).toEqual({
      maxKg: 'Loaded with 1000 kg already',
    })
    const elsewhere = await records.addContainer((await records.addSailing()).id)
    expect((await records.load(sailing.id, [heavy.id], elsewhere.id)).body.data).toEqual({
      containerId: 'Choose one from the list',
    })
  })

  test('moves an order to another container, to none, or leaves it where it is', async () => {
    const [one, other] = [await records.addContainer(sailing.id), await records.addContainer(sailing.id)]
    const order = await aboard({}, one.id)
    const inside = async () => (await row(order.id)).container?.id ?? null
    await records.load(sailing.id, [order.id], other.id)
    expect(await inside()).toBe(other.id)
    await records.load(sailing.id, [order.id])
    expect(await inside()).toBe(other.id)
    await records.load(sailing.id, [order.id], null)
    expect(await inside()).toBeNull()
  })

  test('an FCL order takes no room and goes into no container of the sailing', async () => {
    const other = await records.addSailing()
    const box = await records.addContainer(other.id)
    const fcl = await records.addOrder({ transportationMode: TransportationMode.FCL, originDepotId: null })
    expect(await records.load(other.id, [fcl.id], box.id)).toMatchObject(
      failure('FCL orders have containers of their own'),
    )
    expect((await records.load(other.id, [fcl.id])).body.data.sailing).toMatchObject({ orderCount: 1, usedCbm: 0 })
  })

  test('takes 1 to 1000 orders', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => 500_000 + index)
    expect((await records.load(sailing.id, [])).body.data).toEqual({ orderIds: 'This field cannot be empty' })
    expect((await records.load(sailing.id, ids)).body.data).toEqual({ orderIds: 'No more than 1000' })
    expect((await records.load(sailing.id, ids.slice(1))).status).toBe(404)
  })
})

test('a sailing closes once all cargo is received or rolled, and takes no more', async () => {
  const closing = await records.addSailing()
  const [one, two, cancelled] = [await records.addOrder(), await records.addOrder(), await records.addOrder()]
  await records.load(closing.id, [one.id, two.id, cancelled.id])
  await server.db.updateTable('orders').set({ status: OrderStatus.CANCELLED }).where('id', '=', cancelled.id).execute()
  const reply = await put(closing.id, { status: 'closed' })
  expect(reply.status).toBe(409)
  expect(reply.body.message).toMatch(/^2 orders are neither received nor rolled: TEST - \d{4} - \d{4}, TEST - /)
  expect(reply.body.data.orders.map(({ orderId }: { orderId: number }) => orderId)).toEqual([one.id, two.id])
  await post('received', { orderIds: [one.id] }, closing)
  await post('roll', { orderIds: [two.id], toSailingId: sailing.id, reason: 'Late' }, closing)
  expect((await put(closing.id, { status: 'closed' })).body.data).toMatchObject({ status: 'closed', orderCount: 1 })
  expect(await records.load(closing.id, [(await records.addOrder()).id])).toMatchObject(
    failure('This sailing is closed.'),
  )
})

test('cancelling unloads all orders, leaves their confirmations, and says why in a note on each and in its history', async () => {
  const going = await records.addSailing()
  const order = await records.addOrder()
  await records.load(going.id, [order.id])
  const before = await records.confirmation(order.id)
  expect((await put(going.id, { status: 'cancelled' })).body.data).toMatchObject({ status: 'cancelled', orderCount: 0 })
  expect(await records.confirmation(order.id)).toEqual(before)
  const { items } = (await server.call('GET', `admin/history/orders/${order.id}`)).body.data
  expect(items[0].action).toBe('order.unload')
  expect(items[0].changes).toEqual([
    expect.objectContaining({ label: 'Sailing', before: going.reference, after: '' }),
    expect.objectContaining({ label: 'Reason', after: `${going.reference} was cancelled` }),
  ])
  const notes = (await server.call('GET', `request/booking/${order.id}/notes`)).body.data.items
  expect(notes).toMatchObject([
    { body: `Sailing ${going.reference} was cancelled. This order was taken off it.`, author: { name: 'Mara Staff' } },
  ])
  expect((await records.load(going.id, [order.id])).body.message).toBe('This sailing is cancelled.')
})

test('rolling needs a reason and a planned sailing; confirmations follow where they said what the first one does', async () => {
  const [from, to] = [await records.addSailing(), await records.addSailing({ etd: day(17), portEta: day(37) })]
  const box = await records.addContainer(from.id)
  const [order, stranger] = [await records.addOrder(), await records.addOrder()]
  await records.load(from.id, [order.id], box.id)
  // An arrival that staff know better than the sailing.
  const arrival = { portEstimatedTimeOfArrivalAt: day(33) }
  await server.db.updateTable('confirmations').set(arrival).where('orderId', '=', order.id).execute()
  await post('received', { orderIds: [order.id], measured: [{ orderId: order.id, pieces: 12 }] }, from)
  const roll = (body: object) =>
    post('roll', { orderIds: [order.id], toSailingId: to.id, reason: 'Cut-off missed', ...body }, from)
  expect((await roll({ reason: ' ' })).body.data).toEqual({ reason: 'This field cannot be empty' })
  expect((await roll({ reason: 'r'.repeat(256) })).body.data).toEqual({
    reason: 'Reason must be no more than 255 characters',
  })
  expect((await roll({ toSailingId: from.id })).body.data).toEqual({ toSailingId: 'Choose another sailing' })
  expect((await roll({ toSailingId: 999_999 })).body.data).toEqual({ toSailingId: 'Choose one from the list' })
  const { body } = await roll({ orderIds: [stranger.id, order.id], reason: 'r'.repeat(255) })
  expect(body.data.items[0]).toMatchObject({ state: 'failed', reason: `Not on ${from.reference}` })
  expect(await row(order.id, to)).toMatchObject({
    container: null,
    pieces: 12,
    receivedAt: expect.any(String),
    differs: [{ field: 'portEstimatedTimeOfArrivalAt', value: day(33), sailing: day(37) }],
  })
  expect(await records.confirmation(order.id)).toMatchObject({
    vesselVoyage: to.voyage,
    estimatedTimeOfDepartureAt: day(17),
    portEstimatedTimeOfArrivalAt: day(33),
  })
  await put(to.id, { status: 'closed' })
  await records.load(from.id, [stranger.id])
  expect((await roll({ orderIds: [stranger.id] })).body.data).toEqual({ toSailingId: 'This sailing is closed.' })
})

test('measured figures count from then on; more than 10 % or 0.5 CBM differs, exactly as much does not', async () => {
  const receiving = await records.addSailing()
  const measure = async (booked: { cbm: number; kg: number }, measured: object) => {
    const order = await records.addOrder({ shipmentVolume: booked.cbm, shipmentWeight: booked.kg })
    await records.load(receiving.id, [order.id])
    await post('received', { orderIds: [order.id], measured: [{ orderId: order.id, ...measured }] }, receiving)
    return row(order.id, receiving)
  }
  const two = { cbm: 2, kg: 500 }
  expect(await measure(two, { volumeCbm: 2.2, weightKg: 550 })).toMatchObject({ measuredDiffers: false, usedCbm: 2.2 })
  expect(await measure(two, { volumeCbm: 2.201 })).toMatchObject({ measuredDiffers: true, usedKg: 500 })
  expect(await measure(two, { weightKg: 550.001 })).toMatchObject({ measuredDiffers: true, usedCbm: 2 })
  expect(await measure({ cbm: 10, kg: 500 }, { volumeCbm: 10.5 })).toMatchObject({ measuredDiffers: false })
  expect(await measure({ cbm: 10, kg: 500 }, { volumeCbm: 9.499 })).toMatchObject({ measuredDiffers: true })
})

test('a receipt keeps its time and figures until others come, and can be taken back', async () => {
  const order = await aboard()
  const receive = (body: object) => post('received', { orderIds: [order.id], ...body })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await receive({ at, measured: [{ orderId: order.id, pieces: 3, weightKg: 1, volumeCbm: 0.001 }] })
  await receive({})
  expect(await row(order.id)).toMatchObject({ receivedAt: at, pieces: 3, measuredKg: 1, measuredCbm: 0.001 })
  await receive({ at: null })
  expect(await row(order.id)).toMatchObject({ receivedAt: null, pieces: null, usedCbm: 2.5 })
  const later = new Date(Date.now() + 120_000).toISOString()
  expect((await receive({ at: later })).body.data).toEqual({ at: 'This time is still to come' })
  const stray = await receive({ measured: [{ orderId: order.id + 1, pieces: 1 }] })
  expect(stray.body.data).toEqual({ 'measured.0.orderId': 'This order is not among those received' })
  const twice = await receive({ measured: [1, 2].map((pieces) => ({ orderId: order.id, pieces })) })
  expect(twice.body.data).toEqual({ 'measured.1.orderId': 'This order was measured twice' })
  expect((await receive({ measured: [{ orderId: order.id, pieces: 0 }] })).status).toBe(400)
})

test('nothing happens to cargo that has arrived, and an order leaves only the sailing that it is on', async () => {
  const gone = await records.addSailing()
  const order = await records.addOrder()
  await records.load(gone.id, [order.id])
  const unload = (of: Sailing) => server.call('DELETE', `sailing/${of.id}/orders/${order.id}`)
  expect((await unload(sailing)).status).toBe(404)
  await put(gone.id, { atd: day(-2), portAta: day(-1) })
  expect(await unload(gone)).toMatchObject(failure('This sailing has arrived.'))
  for (const what of ['roll', 'received'])
    expect((await post(what, { orderIds: [order.id], toSailingId: sailing.id, reason: 'x' }, gone)).status).toBe(409)
  await put(gone.id, { portAta: null })
  expect((await unload(gone)).body.data.sailing.orderCount).toBe(0)
})

test('actual dates fill confirmations that have none; a new voyage is followed, but not by orders that have ended', async () => {
  const { id } = await records.addSailing()
  const [plain, chosen, ended] = [await records.addOrder(), await records.addOrder(), await records.addOrder()]
  await createConfirmation(server.db, { orderId: chosen.id, actualTimeOfDepartureAt: day(-3) })
  await records.load(id, [plain.id, chosen.id, ended.id])
  await server.db.updateTable('orders').set({ status: OrderStatus.COMPLETED }).where('id', '=', ended.id).execute()
  await put(id, { atd: day(-2), voyage: 'NEW1' })
  expect(await records.confirmation(plain.id)).toMatchObject({ actualTimeOfDepartureAt: day(-2), vesselVoyage: 'NEW1' })
  expect(await records.confirmation(chosen.id)).toMatchObject({
    actualTimeOfDepartureAt: day(-3),
    vesselVoyage: 'NEW1',
  })
  expect(await records.confirmation(ended.id)).toMatchObject({ actualTimeOfDepartureAt: null })
  await put(id, { atd: day(-1) })
  expect(await records.confirmation(plain.id)).toMatchObject({ actualTimeOfDepartureAt: day(-2) })
})

test('a client sees nothing of the sailing of its order', async () => {
  const order = await aboard()
  const token = await server.tokenFor(records.userId)
  const { data } = (await server.call('GET', `request/booking/get/${order.id}`, { token })).body
  expect(data).toMatchObject({ id: order.id, sailing: null })
  expect((await server.call('GET', `sailing/${sailing.id}`, { token })).status).toBe(403)
})
