import { afterAll, describe, expect, test } from 'vitest'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { changesOf, createVessel, daysFromNow, hoursFromNow, startQueue } from '#server/attention/attention.fixture.ts'

const { server, queue, calm } = await startQueue()
const { confirm, change, reach, board } = changesOf(server)
afterAll(() => server.close())

describe('cargo-cut-off', () => {
  test('opens within 48 hours of the cut-off, follows its date, and stays when it has passed', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(49) })
    expect(await queue.open(order.id)).toEqual([])
    await confirm(order.id, { cargoCutOffAt: hoursFromNow(47) })
    const first = await queue.item(order.id, 'cargo-cut-off')
    const passed = hoursFromNow(-30)
    await confirm(order.id, { cargoCutOffAt: passed })
    expect(await queue.item(order.id, 'cargo-cut-off')).toMatchObject({ id: first?.id, dueAt: passed })
    await confirm(order.id, { cargoCutOffAt: hoursFromNow(240) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('closes with the milestone received, and opens again when that is withdrawn', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await reach(order.id, 'picked-up')
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    const entry = await reach(order.id, 'received')
    expect(await queue.open(order.id)).toEqual([])
    await server.call('POST', `request/event/entry/${entry}/withdraw`, { body: { reason: 'Wrong order' } })
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })

  test('closes when the CFS has received the cargo', async () => {
    const order = await calm({}, { cargoCutOffAt: hoursFromNow(5) })
    await board(order.id)
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
    await server.db
      .updateTable('loadings')
      .set({ receivedAt: hoursFromNow(0) })
      .where('orderId', '=', order.id)
      .execute()
    expect(await queue.open(order.id)).toEqual([])
    await server.db.deleteFrom('loadings').where('orderId', '=', order.id).execute()
    expect(await queue.open(order.id)).toEqual(['cargo-cut-off'])
  })
})

describe('not-departed and not-arrived', () => {
  test('a departure has passed when its day is over; the actual one closes it', async () => {
    const order = await calm({}, { estimatedTimeOfDepartureAt: hoursFromNow(-23) })
    expect(await queue.open(order.id)).toEqual([])
    const etd = hoursFromNow(-25)
    await confirm(order.id, { estimatedTimeOfDepartureAt: etd })
    expect(await queue.item(order.id, 'not-departed')).toMatchObject({ dueAt: etd, severity: 2 })
    await confirm(order.id, { actualTimeOfDepartureAt: hoursFromNow(-20) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the same with the arrival at the port', async () => {
    const order = await calm({}, { portEstimatedTimeOfArrivalAt: hoursFromNow(-23) })
    expect(await queue.open(order.id)).toEqual([])
    const eta = hoursFromNow(-25)
    await confirm(order.id, { portEstimatedTimeOfArrivalAt: eta })
    expect(await queue.item(order.id, 'not-arrived')).toMatchObject({ dueAt: eta })
    await confirm(order.id, { portActualTimeOfArrivalAt: hoursFromNow(-1) })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the milestone says it too', async () => {
    const dates = { estimatedTimeOfDepartureAt: daysFromNow(-20), portEstimatedTimeOfArrivalAt: daysFromNow(-3) }
    const order = await calm({}, dates)
    expect(await queue.open(order.id)).toEqual(['not-arrived', 'not-departed'])
    await reach(order.id, 'departed')
    expect(await queue.open(order.id)).toEqual(['not-arrived'])
    await reach(order.id, 'arrived')
    expect(await queue.open(order.id)).toEqual([])
  })
})

describe('unconfirmed', () => {
  test('is open from three days before the cargo is ready, until a vessel is named', async () => {
    const order = await calm({}, { vesselId: null, cargoReadyAt: daysFromNow(3.1) })
    expect(await queue.open(order.id)).toEqual([])
    const ready = daysFromNow(2.9)
    await confirm(order.id, { cargoReadyAt: ready })
    expect(await queue.item(order.id, 'unconfirmed')).toMatchObject({
      dueAt: new Date(Date.parse(ready) - 3 * 86_400_000).toISOString(),
      detail: { readyAt: ready },
    })
    const vesselId = await createVessel(server.db, 'EVER NAMED')
    await confirm(order.id, { vesselId })
    expect(await queue.open(order.id)).toEqual([])
  })

  test('without a date it opens two working days after booking', async () => {
    const late = await calm({ createdAt: daysFromNow(-6), lastEventTime: hoursFromNow(0) }, { vesselId: null })
    expect(await queue.open(late.id)).toEqual(['unconfirmed'])
    expect(await queue.open((await calm({}, { vesselId: null })).id)).toEqual([])
  })

  test('a request without a price is no booking yet', async () => {
    const request = { estimatedTransportation: null, createdAt: daysFromNow(-6), lastEventTime: hoursFromNow(0) }
    const order = await calm({ ...request, transportationMode: TransportationMode.FCL }, { vesselId: null })
    expect(await queue.open(order.id)).toEqual(['quote-waiting'])
    await change(order.id, { estimatedTransportation: 900 })
    expect(await queue.open(order.id)).toEqual(['unconfirmed'])
  })
})

describe('late-delivery', () => {
  const days = (order: { originDepotId: number | null; shipmentDestination: number | null }, n: number) =>
    server.db
      .insertInto('deliveryTimes')
      .values({ depotId: order.originDepotId ?? 0, cartageId: order.shipmentDestination ?? 0, days: n })
      .execute()

  test('opens when the days of the delivery grid have passed since the departure', async () => {
    const order = await calm()
    await days(order, 20)
    await confirm(order.id, { actualTimeOfDepartureAt: daysFromNow(-20.5), portActualTimeOfArrivalAt: daysFromNow(-2) })
    expect(await queue.open(order.id)).toEqual([])
    const left = daysFromNow(-21.5)
    await confirm(order.id, { actualTimeOfDepartureAt: left })
    expect(await queue.item(order.id, 'late-delivery')).toMatchObject({
      dueAt: new Date(Date.parse(left) + 20 * 86_400_000).toISOString(),
      detail: { days: 20 },
    })
    await reach(order.id, 'delivered')
    expect(await queue.open(order.id)).toEqual([])
  })

  test('the event counts where no actual departure is known, and the actual arrival closes it', async () => {
    const order = await calm()
    await days(order, 5)
    await reach(order.id, 'departed', daysFromNow(-7))
    expect(await queue.open(order.id)).toContain('late-delivery')
    await confirm(order.id, { placeActualTimeOfArrivalAt: daysFromNow(-1) })
    expect(await queue.open(order.id)).not.toContain('late-delivery')
  })
})
