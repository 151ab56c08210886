import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { LoadedOrder } from '#contract/sailings/loadings.ts'
import { testServer } from '#server/test/test-server.ts'
import { sailingRecords } from './sailing-records.fixture.ts'

const RUNS = process.env.LONG_TESTS === '1' ? 300 : 12
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_123))
const PAYLOAD = 2000
const ORDERS = [
  { shipmentVolume: 1.25, shipmentWeight: 300 },
  { shipmentVolume: 3.333, shipmentWeight: 900.5 },
  { shipmentVolume: 0.4, shipmentWeight: 1100 },
  { shipmentVolume: 16, shipmentWeight: 700.125 },
  { shipmentVolume: 2.5, shipmentWeight: 2000 },
]

const server = testServer()
let sailingIds: number[]
/** Two containers of each sailing. */
let boxes: number[][]
let orderIds: number[]
beforeAll(async () => {
  const records = await sailingRecords(server)
  sailingIds = [(await records.addSailing()).id, (await records.addSailing()).id]
  boxes = []
  for (const id of sailingIds) {
    const made = [
      await records.addContainer(id, { maxKg: PAYLOAD }),
      await records.addContainer(id, { maxKg: PAYLOAD }),
    ]
    boxes.push(made.map((box) => box.id))
  }
  orderIds = []
  for (const figures of ORDERS) orderIds.push((await records.addOrder(figures)).id)
})

/** The expected place of an order, and its share in the totals. */
interface Place {
  sailing: number
  box: number | null
  cbm: number
  kg: number
}

const order = fc.nat(ORDERS.length - 1)
const which = fc.nat(1)
const step = fc.oneof(
  fc.record({ kind: fc.constant('load' as const), order, sailing: which, box: fc.option(which) }),
  fc.record({ kind: fc.constant('roll' as const), order, sailing: which }),
  fc.record({ kind: fc.constant('unload' as const), order, sailing: which }),
  fc.record({ kind: fc.constant('receive' as const), order, sailing: which, cbm: fc.integer({ min: 1, max: 9000 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Applies a step to the places by the rules, and returns the call that should do the same. */
function take(step: Step, places: Map<number, Place>): { method: string; path: string; body?: object } {
  const id = orderIds[step.order] ?? 0
  const { shipmentVolume: cbm = 0, shipmentWeight: kg = 0 } = ORDERS[step.order] ?? {}
  const place = places.get(id)
  const isHere = place?.sailing === step.sailing
  const path = `sailing/${sailingIds[step.sailing]}`
  if (step.kind === 'load') {
    const weight = place?.kg ?? kg
    const others = [...places].filter(([at, one]) => at !== id && one.sailing === step.sailing && one.box === step.box)
    const isFull = others.reduce((sum, [, one]) => sum + one.kg, weight) > PAYLOAD
    const fits = step.box === null || (isHere && place.box === step.box) || !isFull
    if (fits && (!place || isHere)) places.set(id, { cbm, kg, ...place, sailing: step.sailing, box: step.box })
    const containerId = step.box === null ? null : boxes[step.sailing]?.[step.box]
    return { method: 'POST', path: `${path}/orders`, body: { orderIds: [id], containerId } }
  }
  if (step.kind === 'unload') {
    if (isHere) places.delete(id)
    return { method: 'DELETE', path: `${path}/orders/${id}` }
  }
  if (step.kind === 'roll') {
    const to = 1 - step.sailing
    if (isHere) places.set(id, { ...place, sailing: to, box: null })
    return { method: 'POST', path: `${path}/roll`, body: { orderIds: [id], toSailingId: sailingIds[to], reason: 'x' } }
  }
  const volumeCbm = step.cbm / 1000
  if (isHere) places.set(id, { ...place, cbm: volumeCbm, kg })
  return { method: 'POST', path: `${path}/received`, body: { orderIds: [id], measured: [{ orderId: id, volumeCbm }] } }
}

const rounded = (value: number) => Number(value.toFixed(3))
const total = (places: Iterable<Place>, key: 'cbm' | 'kg') => {
  let sum = 0
  for (const place of places) sum += place[key]
  return rounded(sum)
}

async function expectPlaces(places: Map<number, Place>): Promise<void> {
  for (const [at, id] of sailingIds.entries()) {
    const [rows, sailing] = await Promise.all([
      server.call('GET', `sailing/${id}/orders?per_page=100`),
      server.call('GET', `sailing/${id}`),
    ])
    const here = [...places].filter(([, place]) => place.sailing === at)
    const items: LoadedOrder[] = rows.body.data.items
    expect(items.map(({ orderId }) => orderId).sort()).toEqual(here.map(([orderId]) => orderId).sort())
    const placesHere = here.map(([, place]) => place)
    expect(sailing.body.data.orderCount).toBe(here.length)
    expect(rounded(sailing.body.data.usedCbm)).toBe(total(placesHere, 'cbm'))
    expect(rounded(sailing.body.data.usedKg)).toBe(total(placesHere, 'kg'))
    for (const [index, boxId] of (boxes[at] ?? []).entries()) {
      const box = sailing.body.data.containers.find((each: { id: number }) => each.id === boxId)
      const inside = placesHere.filter((place) => place.box === index)
      expect([rounded(box.usedCbm), rounded(box.usedKg)]).toEqual([total(inside, 'cbm'), total(inside, 'kg')])
      expect(box.usedKg).toBeLessThanOrEqual(PAYLOAD)
    }
  }
}

test('loading, rolling, unloading and receiving in any order: no order on two sailings, no sum that is not that of its orders', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await sql`delete from loadings`.execute(server.db)
      const places = new Map<number, Place>()
      for (const each of steps) {
        const { method, path, body } = take(each, places)
        expect([200, 404, 409]).toContain((await server.call(method, path, { body })).status)
      }
      await expectPlaces(places)
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('of ten calls at once that load one order on two sailings, one sailing has it', async () => {
  await sql`delete from loadings`.execute(server.db)
  const [first = 0] = orderIds
  const load = (at: number) =>
    server.call('POST', `sailing/${sailingIds[at % 2]}/orders`, { body: { orderIds: [first] } })
  const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => load(at)))
  const winner = replies.findIndex(({ status }) => status === 200) % 2
  expect(replies.map(({ status }) => status)).toEqual(replies.map((_, at) => (at % 2 === winner ? 200 : 409)))
})
