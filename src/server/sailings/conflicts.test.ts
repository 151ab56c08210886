import { beforeAll, expect, test } from 'vitest'
import { readMailedOrder } from '#server/orders/mails/order-facts.ts'
import { createConfirmation } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { day, sailingRecords } from './sailing-records.fixture.ts'

const server = testServer()
let records: Awaited<ReturnType<typeof sailingRecords>>
let aquila: number
beforeAll(async () => {
  records = await sailingRecords(server)
  const vessel = { imoNumber: '9806043', name: 'ONE AQUILA' }
  aquila = (await server.db.insertInto('vessels').values(vessel).returning('id').executeTakeFirstOrThrow()).id
})

const shown = (code: string) => code.replace(/(.{4})(.{4})/, '$1 - $2 - ')

/** An order whose client was told of ONE AQUILA 075N. */
async function toldOrder() {
  const order = await records.addOrder()
  const dates = { estimatedTimeOfDepartureAt: day(12) }
  await createConfirmation(server.db, { orderId: order.id, vesselId: aquila, vesselVoyage: '075N', ...dates })
  return order
}
const post = (sailingId: number, what: string, body: object) =>
  server.call('POST', `sailing/${sailingId}/${what}`, { body })
const detail = async (id: number) => (await server.call('GET', `request/booking/get/${id}`)).body.data

test('before an order is loaded, the picker and the candidates say which voyage its confirmation names', async () => {
  const sailing = await records.addSailing()
  const [told, other, plain] = [await toldOrder(), await toldOrder(), await records.addOrder()]
  const names = { confirmed: 'ONE AQUILA 075N', sailing: `EVER GIVEN ${sailing.voyage}` }
  const fitting = async (ids: number[]) =>
    (await server.call('GET', `sailing/fitting?orderIds=${ids}&per_page=200`)).body.data.items.find(
      ({ id }: { id: number }) => id === sailing.id,
    )
  expect((await fitting([told.id, other.id, plain.id])).conflicts).toEqual([
    { ...names, orderIds: [told.id, other.id] },
  ])
  const { conflicts, writes } = await fitting([told.id])
  expect(conflicts).toEqual([{ ...names, orderIds: [told.id] }])
  expect(writes).toContainEqual({ field: 'vessel', from: 'ONE AQUILA', to: 'EVER GIVEN' })
  expect(writes).toContainEqual({ field: 'estimatedTimeOfDepartureAt', from: day(12), to: sailing.etd })
  const { items } = (await server.call('GET', `sailing/candidates?sailingId=${sailing.id}&per_page=200`)).body.data
  const contradicts = (id: number) => items.find(({ orderId }: { orderId: number }) => orderId === id)?.contradicts
  expect([contradicts(told.id), contradicts(plain.id)]).toEqual([names, null])
})

test('a confirmation of another voyage is kept with a warning, or takes over the whole sailing when asked to', async () => {
  const sailing = await records.addSailing()
  const [kept, taken] = [await toldOrder(), await toldOrder()]
  const names = { confirmed: 'ONE AQUILA 075N', sailing: `EVER GIVEN ${sailing.voyage}` }
  const { warnings } = (await post(sailing.id, 'orders', { orderIds: [kept.id] })).body.data
  expect(warnings).toEqual([
    {
      field: 'vesselVoyage',
      orderId: kept.id,
      message: `The confirmation of ${shown(kept.trackingCode)} says ${names.confirmed}, this sailing is ${names.sailing}`,
    },
  ])
  const keptOrder = await detail(kept.id)
  expect(keptOrder.bookingConfirmation).toMatchObject({ vessel: { name: 'ONE AQUILA' }, vesselVoyage: '075N' })
  expect(keptOrder.sailing.contradicts).toEqual(names)
  const loaded = await post(sailing.id, 'orders', { orderIds: [taken.id], takeOver: true })
  expect(loaded.body.data.warnings).toEqual([])
  const takenOrder = await detail(taken.id)
  expect(takenOrder.sailing).toMatchObject({ contradicts: null, differs: [] })
  expect(takenOrder.bookingConfirmation).toMatchObject({
    vessel: { name: 'EVER GIVEN' },
    vesselVoyage: sailing.voyage,
    estimatedTimeOfDepartureAt: sailing.etd,
  })
})

test('dates of a confirmation without a vessel and a voyage belong to no ship: the picker names them, and loading replaces them', async () => {
  const sailing = await records.addSailing()
  const order = await records.addOrder()
  const dates = { cargoCutOffAt: day(2), estimatedTimeOfDepartureAt: day(3), portEstimatedTimeOfArrivalAt: day(9) }
  await createConfirmation(server.db, { orderId: order.id, ...dates })
  const { items } = (await server.call('GET', `sailing/fitting?orderIds=${order.id}&per_page=200`)).body.data
  const row = items.find(({ id }: { id: number }) => id === sailing.id)
  expect(row.conflicts).toEqual([])
  expect(row.writes).toContainEqual({ field: 'estimatedTimeOfDepartureAt', from: day(3), to: sailing.etd })
  await post(sailing.id, 'orders', { orderIds: [order.id] })
  const { sailing: aboard, bookingConfirmation } = await detail(order.id)
  expect(aboard).toMatchObject({ differs: [], contradicts: null })
  expect(bookingConfirmation).toMatchObject({
    ...{ vessel: { name: 'EVER GIVEN' }, cargoCutOffAt: sailing.cargoCutOffAt },
    ...{ estimatedTimeOfDepartureAt: sailing.etd, portEstimatedTimeOfArrivalAt: sailing.portEta },
  })
})

test('rolling takes over in the same way, and a confirmation that follows is no contradiction', async () => {
  const [from, to] = [await records.addSailing(), await records.addSailing()]
  const [told, follows] = [await toldOrder(), await records.addOrder()]
  await post(from.id, 'orders', { orderIds: [told.id, follows.id] })
  const query = `orderIds=${told.id},${follows.id}&from=${from.id}&per_page=200`
  const { items } = (await server.call('GET', `sailing/fitting?${query}`)).body.data
  const row = items.find(({ id }: { id: number }) => id === to.id)
  expect(row.conflicts.map(({ orderIds }: { orderIds: number[] }) => orderIds)).toEqual([[told.id]])
  const reason = 'Missed the cut-off'
  const body = { orderIds: [told.id, follows.id], toSailingId: to.id, reason, takeOver: true }
  expect((await post(from.id, 'roll', body)).body.data.warnings).toEqual([])
  for (const { id } of [told, follows])
    expect((await detail(id)).sailing).toMatchObject({ id: to.id, contradicts: null, differs: [] })
})

test('orders of several sailings find one that none of them is on, each compared with the sailing it leaves', async () => {
  const [one, other, to] = [await records.addSailing(), await records.addSailing(), await records.addSailing()]
  const [first, second] = [await records.addOrder(), await records.addOrder()]
  await post(one.id, 'orders', { orderIds: [first.id] })
  await post(other.id, 'orders', { orderIds: [second.id] })
  const query = `orderIds=${first.id},${second.id}&per_page=200`
  expect((await server.call('GET', `sailing/fitting?${query}&from=${one.id}`)).status).toBe(400)
  const { items } = (await server.call('GET', `sailing/fitting?${query}&from=${one.id},${other.id}`)).body.data
  const ids = items.map(({ id }: { id: number }) => id)
  expect(ids).toContain(to.id)
  expect(ids).not.toContain(one.id)
  expect(ids).not.toContain(other.id)
  // Both confirmations follow their own sailing.
  expect(items.find(({ id }: { id: number }) => id === to.id).conflicts).toEqual([])
})

test('a mail tells of one voyage: the sailing is empty in it while the confirmation names another', async () => {
  const sailing = await records.addSailing()
  const order = await toldOrder()
  await post(sailing.id, 'orders', { orderIds: [order.id] })
  expect((await readMailedOrder(server.db, order.id)).sailing).toBeNull()
  await post(sailing.id, 'take-over', { orderIds: [order.id] })
  expect((await readMailedOrder(server.db, order.id)).sailing).toMatchObject({ vessel: 'EVER GIVEN' })
})
