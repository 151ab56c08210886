import { beforeAll, expect, test } from 'vitest'
import { createLane, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let amazon: Awaited<ReturnType<typeof createLane>>
let locationId: number

beforeAll(async () => {
  lane = await createLane(server.db)
  amazon = await createLane(server.db, { amazon: true })
  await server.db
    .updateTable('depots')
    .set({ depotFixed: 48, depotVar: 13, depotVarMin: 28 })
    .where('id', '=', amazon.depot.id)
    .execute()
  const city = await server.db
    .insertInto('cities')
    .values({ code: 'CNDGG', name: 'Dongguan' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const location = await server.db
    .insertInto('locations')
    .values({ cityId: city.id, depotId: amazon.depot.id, precarFixed: 40, precarVar: 14, precarVarMin: 55 })
    .returning('id')
    .executeTakeFirstOrThrow()
  locationId = location.id
  await server.db
    .insertInto('deliveryTimes')
    .values({ depotId: amazon.depot.id, cartageId: amazon.cartage.id, days: 31 })
    .execute()
})

const PICK_UP = 'calculator/pick-up_from_supplier'
const DROP_OFF = 'calculator/drop-off_by_supplier'
const FOB = 'calculator/supplier_is_responsible_for_all_origin_fees'
const YEAR_MS = 31_536_000_000

/** A calculation, today and at other times: while no rate changes, the same counts for the instant before and in a year. */
async function calculate(path: string, body: object) {
  const before = new Date().toISOString()
  const reply = await server.call('POST', path, { body })
  for (const on of [before, new Date(Date.now() + YEAR_MS).toISOString()]) {
    const then = await server.call('POST', `${path}?on=${on}`, { body })
    const { data } = reply.body
    const same = reply.status === 200 ? { ...data, quoteId: null, rates: { ...data.rates, on } } : data
    expect([then.status, then.body.data]).toEqual([reply.status, same])
  }
  return reply
}
const dropOff = (values: object = {}) =>
  calculate(DROP_OFF, {
    depotId: lane.depot.id,
    cartageId: lane.cartage.id,
    weight: 3400,
    cbm: 2,
    insurance: 8500,
    cargoInsurance: true,
    customsBrokerage: true,
    ...values,
  })
const amounts = (body: { data: { lines: { code: string; amount: number }[] } }) =>
  Object.fromEntries(body.data.lines.map((line) => [line.code, line.amount]))

test('a pick-up to Amazon costs what the worked example says, to the cent', async () => {
  const reply = await calculate(PICK_UP, {
    pickUpLocationId: locationId,
    cartageId: amazon.cartage.id,
    weight: 620,
    cbm: 3.5,
    insurance: 8500,
    cargoInsurance: true,
    customsBrokerage: true,
  })
  expect(reply.body.data).toMatchObject({
    amzlclCost: 855.96,
    freight: 426.5,
    oncarriage: 249,
    insurance: 35.46,
    delivery: 31,
  })
  expect(amounts(reply.body)).toEqual({
    precarriage: 95,
    origin: 93.5,
    ocean: 238,
    oncarriage: 204,
    fba: 45,
    insurance: 35.46,
    customs: 145,
  })
  expect(reply.body.data.lines[0].formula).toBe('40 + max(55, 14 × 3.5) = 95.00')
})

test('a drop-off costs what the worked example says; without an entry in the grid, delivery is 0', async () => {
  const reply = await dropOff()
  expect(reply.body.data).toMatchObject({ amzlclCost: 901.1, delivery: 0 })
  expect(amounts(reply.body)).toEqual({
    origin: 85.8,
    ocean: 231.2,
    oncarriage: 403.46,
    insurance: 35.64,
    customs: 145,
  })
})

test('under FOB the depot costs nothing', async () => {
  const reply = await calculate(FOB, {
    depotId: lane.depot.id,
    cartageId: lane.cartage.id,
    weight: 90,
    cbm: 0.4,
    cargoInsurance: false,
    customsBrokerage: false,
  })
  expect(amounts(reply.body)).toEqual({ ocean: 68, oncarriage: 195 })
  expect(reply.body.data.amzlclCost).toBe(263)
})

test.each([
  ['cbm', '', 'Please enter a value'],
  ['cbm', 0, 'Please enter a value'],
  ['cbm', null, 'Please enter a value'],
  ['cbm', 'two', 'Please enter a number'],
  ['cbm', -1, 'Please enter a number'],
  ['cbm', 0.0004, 'CBM cannot be zero'],
  ['cbm', 16.001, 'For shipments over 16 cubic meters we recommend requesting a FCL quote'],
  ['cbm', 16.0005, 'For shipments over 16 cubic meters we recommend requesting a FCL quote'],
  ['cbm', 17, 'For shipments over 16 cubic meters we recommend requesting a FCL quote'],
  ['weight', 0, 'Please enter a value'],
  ['weight', 'heavy', 'Please enter a number'],
  ['weight', '1,500', 'Please write 1500 or 1.5'],
  ['insurance', '12,000', 'Please write 12000 or 12'],
  ['insurance', 'much', 'Please enter a number'],
  ['insurance', 0, 'Please enter a value'],
  ['insurance', null, 'Please enter a value'],
  ['cargoInsurance', 'false', 'This field must be true or false'],
  ['cartageId', 1.5, 'This field must be the id of a record, a whole number'],
  ['cartageId', 2147483648, 'This field cannot be empty'],
])('%s of %s is refused', async (field, value, message) => {
  const reply = await dropOff({ [field]: value })
  expect(reply.status).toBe(400)
  expect(reply.body.data).toEqual({ [field]: message })
})

test.each([
  ['cbm', 16],
  ['cbm', 16.0004],
  ['cbm', 0.001],
  ['cbm', 0.0005],
  ['cbm', '2,5'],
  ['weight', 0.001],
  ['weight', 12.3456],
])('%s of %s is calculated', async (field, value) => {
  expect((await dropOff({ [field]: value })).status).toBe(200)
})

test('weight and volume count to 3 decimals, rounded half up; the value to 2', async () => {
  const [typed, rounded] = await Promise.all([
    dropOff({ cbm: 7.0005, weight: 1.0005, insurance: 90000.005 }),
    dropOff({ cbm: 7.001, weight: 1.001, insurance: 90000.01 }),
  ])
  // Two quotes, asked one after the other.
  const own = { quoteId: expect.any(Number), rates: expect.any(Object) }
  expect(typed.body.data).toEqual({ ...rounded.body.data, ...own })
})

test('without insurance and brokerage no value is needed', async () => {
  expect((await dropOff({ insurance: null, cargoInsurance: false, customsBrokerage: false })).status).toBe(200)
  expect((await dropOff({ insurance: 0, cargoInsurance: false, customsBrokerage: true })).status).toBe(400)
})

test('a lane without a rate gets a message with the missing rate and the alternatives, never a price of zero', async () => {
  const reply = await dropOff({ cartageId: amazon.cartage.id })
  expect(reply.status).toBe(400)
  const sentence = `No freight rate for tier ${lane.depot.tier} and destination ${amazon.cartage.dest}. Use a quote request or a manual rate instead.`
  expect(reply.body).toMatchObject({ message: sentence, data: { rate: sentence } })
})

test('the message for a hidden or out-of-service depot or cartage names it', async () => {
  const hidden = await createLane(server.db)
  const body = { depotId: hidden.depot.id, cartageId: hidden.cartage.id }
  await server.db.updateTable('depots').set({ status: false }).where('id', '=', hidden.depot.id).execute()
  expect((await dropOff(body)).body.message).toContain(`Depot ${hidden.depot.name} is not in service.`)
  await server.db
    .updateTable('depots')
    .set({ status: true, visibility: false })
    .where('id', '=', hidden.depot.id)
    .execute()
  expect((await dropOff(body)).body.message).toContain(`Depot ${hidden.depot.name} is hidden.`)
  await server.db.updateTable('depots').set({ visibility: true }).where('id', '=', hidden.depot.id).execute()
  await server.db.updateTable('cartages').set({ status: false }).where('id', '=', hidden.cartage.id).execute()
  expect((await dropOff(body)).body.message).toContain(`Cartage ${hidden.cartage.name} is hidden.`)
})

test('a depot, location or cartage that does not exist is 400', async () => {
  expect((await dropOff({ depotId: 999999 })).status).toBe(400)
  expect((await dropOff({ cartageId: 999999 })).status).toBe(400)
  expect(
    (await calculate(PICK_UP, { pickUpLocationId: 999999, cartageId: amazon.cartage.id, weight: 1, cbm: 1 })).status,
  ).toBe(400)
})

test('without a token the calculator is 401', async () => {
  const client = await createUser(server.db)
  expect((await server.call('POST', DROP_OFF, { token: null, body: {} })).status).toBe(401)
  expect((await server.call('POST', DROP_OFF, { token: await server.tokenFor(client.id), body: {} })).status).toBe(403)
})
