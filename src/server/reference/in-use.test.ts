import { beforeAll, expect, test } from 'vitest'
import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { createConfirmation, createEvent, createLane, createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let userId: number

beforeAll(async () => {
  userId = (await createUser(server.db)).id
})

const add = async (path: string, body: object): Promise<number> =>
  (await server.call('POST', path, { body })).body.data.id
const remove = (path: string, id: number) => server.call('DELETE', `${path}/${id}`)
const DEPOT_FEES = { depotFixed: 1, depotVar: 1, depotVarMin: 1 }
const LOCATION_FEES = { precarFixed: 1, precarVar: 1, precarVarMin: 1 }
const uses = async (path: string, id: number) => (await server.call('GET', `${path}/uses/${id}`)).body.data
const refused = (message: string) => ({ status: 409, body: { code: 409, message, data: null } })

test('a port cannot be deleted while confirmations, depots or quote requests use it', async () => {
  const id = await add('port', { code: 'CNYTN', name: 'Yantian' })
  await add('value/depot', {
    code: 'CNYTN',
    name: 'Yantian CFS',
    originIds: [2],
    tier: 1,
    ...DEPOT_FEES,
  })
  const first = await createOrder(server.db, { userId, transportationMode: TransportationMode.FCL, originPortId: id })
  const second = await createOrder(server.db, { userId })
  await createConfirmation(server.db, { orderId: first.id, portOfLoading: 'CNYTN' })
  await createConfirmation(server.db, { orderId: second.id, placeOfReceipt: 'CNYTN' })
  expect(await uses('port', id)).toEqual({ usedBy: '1 order, 2 booking confirmations and 1 depot' })
  expect(await remove('port', id)).toMatchObject(
    refused('This port is in use by 1 order, 2 booking confirmations and 1 depot.'),
  )
})

test('a corrected code is corrected in confirmations and depots too', async () => {
  const id = await add('city', { code: 'CNSUZ', name: 'Suzhou' })
  const order = await createOrder(server.db, { userId })
  await createConfirmation(server.db, { orderId: order.id, placeOfDelivery: 'CNSUZ' })
  await server.call('PUT', `city/${id}`, { body: { code: 'CNSZH' } })
  const { placeOfDelivery } = await server.db
    .selectFrom('confirmations')
    .select('placeOfDelivery')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(placeOfDelivery).toBe('CNSZH')
  expect((await remove('city', id)).body.message).toBe('This city is in use by 1 booking confirmation.')
})

test('of a port and a city with the same code, one can be deleted', async () => {
  const port = await add('port', { code: 'HKHKG', name: 'Hong Kong' })
  const city = await add('city', { code: 'HKHKG', name: 'Hong Kong' })
  const order = await createOrder(server.db, { userId })
  await createConfirmation(server.db, { orderId: order.id, portOfDischarge: 'HKHKG' })
  expect((await remove('city', city)).status).toBe(200)
  expect((await remove('port', port)).body.message).toBe('This port is in use by 1 booking confirmation.')
})

test('a vessel cannot be deleted while confirmations use it', async () => {
  const vesselId = await add('vessel', { imoNumber: '9785744', name: 'COSCO SHIPPING PEONY' })
  const order = await createOrder(server.db, { userId })
  await createConfirmation(server.db, { orderId: order.id, vesselId })
  expect(await uses('vessel', vesselId)).toEqual({ usedBy: '1 booking confirmation' })
  expect(await remove('vessel', vesselId)).toMatchObject(refused('This vessel is in use by 1 booking confirmation.'))
})

test('an event cannot be deleted while orders have it in their history; each order counts once', async () => {
  const event = await createEvent(server.db, 'Departed')
  const order = await createOrder(server.db, { userId })
  for (let n = 0; n < 2; n++) {
    await server.db
      .insertInto('orderEvents')
      .values({ orderId: order.id, eventId: event.id, eventName: event.name, date: new Date() })
      .execute()
  }
  expect(await uses('request/event', event.id)).toEqual({ usedBy: '1 order' })
  expect(await remove('request/event', event.id)).toMatchObject(refused('This event is in use by 1 order.'))
})

test('depots, locations and cartages cannot be deleted while orders use them, depots and cities while locations do', async () => {
  const order = await createOrder(server.db, { userId })
  const depotId = order.originDepotId ?? 0
  const cityId = await add('city', { code: 'CNFOS', name: 'Foshan' })
  const locationId = await add('admin/pick-up-location', { cityId, depotId, ...LOCATION_FEES })
  expect(await uses('value/depot', depotId)).toEqual({ usedBy: '1 order and 1 pick-up location' })
  expect(await uses('city', cityId)).toEqual({ usedBy: '1 pick-up location' })
  expect(await uses('value/cartage', order.shipmentDestination ?? 0)).toEqual({ usedBy: '1 order' })
  expect(await uses('admin/pick-up-location', locationId)).toEqual({ usedBy: null })
  expect(await remove('value/depot', depotId)).toMatchObject(
    refused('This depot is in use by 1 order and 1 pick-up location.'),
  )
  expect(await remove('city', cityId)).toMatchObject(refused('This city is in use by 1 pick-up location.'))
  expect(await remove('value/cartage', order.shipmentDestination ?? 0)).toMatchObject(
    refused('This cartage is in use by 1 order.'),
  )
  await createOrder(server.db, { userId, shipmentTradeTerms: TradeTerms.PICK_UP, originLocationId: locationId })
  expect(await remove('admin/pick-up-location', locationId)).toMatchObject(
    refused('This location is in use by 1 order.'),
  )
})

test('an order from a depot does not count for the pick-up location with the same id', async () => {
  const cityId = await add('city', { code: 'CNZSN', name: 'Zhongshan' })
  const { depot } = await createLane(server.db)
  const locationId = await add('admin/pick-up-location', { cityId, depotId: depot.id, ...LOCATION_FEES })
  await createOrder(server.db, { userId, shipmentTradeTerms: TradeTerms.FOB, originDepotId: locationId })
  expect((await remove('value/depot', locationId)).status).toBe(409)
  expect((await remove('admin/pick-up-location', locationId)).status).toBe(200)
})

test('what prevents a deletion can be looked up first, which changes nothing; a use that appears meanwhile is still refused', async () => {
  const vesselId = await add('vessel', { imoNumber: '9785756', name: 'COSCO SHIPPING VIRGO' })
  expect(await uses('vessel', vesselId)).toEqual({ usedBy: null })
  const order = await createOrder(server.db, { userId })
  await createConfirmation(server.db, { orderId: order.id, vesselId })
  expect(await remove('vessel', vesselId)).toMatchObject(refused('This vessel is in use by 1 booking confirmation.'))
  expect(await uses('vessel', vesselId)).toEqual({ usedBy: '1 booking confirmation' })
  expect((await server.call('GET', 'vessel/uses/999999')).status).toBe(404)
  expect((await server.call('GET', 'vessel/uses/x')).status).toBe(400)
  // Constants are never deleted: there is nothing to look up.
  expect((await server.call('GET', 'value/constant/uses/1')).status).toBe(404)
})

test('the database itself refuses an origin of the wrong kind, and to delete one in use', async () => {
  const order = await createOrder(server.db, { userId })
  const orders = server.db.updateTable('orders').where('id', '=', order.id)
  await expect(orders.set({ transportationMode: TransportationMode.FCL }).execute()).rejects.toThrow(
    'orders_origin_kind',
  )
  await expect(orders.set({ shipmentTradeTerms: TradeTerms.PICK_UP }).execute()).rejects.toThrow('orders_origin_kind')
  const depot = server.db.deleteFrom('depots').where('id', '=', order.originDepotId)
  await expect(depot.execute()).rejects.toThrow('orders_origin_depot_id_fkey')
})

test('freight rates, mail addresses and hints can always be deleted', async () => {
  for (const [path, body] of [
    ['value/freight', { tier: 1, dest: 'US-CHI', cbm: 1, mt: 1 }],
    ['admin/email', { email: 'copy@example.test' }],
    ['hint', { title: 'Hint', content: '' }],
  ] as const) {
    const id = await add(path, body)
    expect(await uses(path, id), path).toEqual({ usedBy: null })
    expect((await remove(path, id)).status, path).toBe(200)
  }
})
