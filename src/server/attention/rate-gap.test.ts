import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AttentionItem } from '#contract/attention/attention.ts'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { keepItems } from './keep-items.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let freightId: number

beforeEach(async () => {
  await sql`delete from rate_sets`.execute(server.db)
  await sql`delete from attention`.execute(server.db)
  lane = await createLane(server.db)
  freightId = (
    await server.db.selectFrom('freight').select('id').where('tier', '=', lane.depot.tier).executeTakeFirstOrThrow()
  ).id
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, { body })
  expect(reply.status).toBe(200)
  return reply.body.data
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const quote = (volume = 2) =>
  call('POST', 'calculator/drop-off_by_supplier', {
    depotId: lane.depot.id,
    cartageId: lane.cartage.id,
    weight: 300,
    cbm: volume,
    cargoInsurance: false,
    customsBrokerage: false,
  })
const ending = () => ({ entity: 'freight', recordId: freightId, end: true })
const beginning = () => ({
  entity: 'freight',
  add: { tier: lane.depot.tier, dest: lane.cartage.dest.toLowerCase(), cbm: 70, mt: 70 },
})

async function scheduled(changes: object[], validFrom: string): Promise<number> {
  const { id } = await call('POST', 'rate-set', { name: 'December', validFrom })
  await call('PUT', `rate-set/${id}/changes`, { changes })
  await call('POST', `rate-set/${id}/schedule`, {})
  return id
}
const items = async (): Promise<AttentionItem[]> => (await call('GET', 'attention?rule=rate-gap')).items

test('a quoted lane that a scheduled set ends waits in the queue, due when it has no rate', async () => {
  await quote()
  await quote(3)
  const at = inDays(5)
  const setId = await scheduled([ending()], at)
  expect(await items()).toMatchObject([
    {
      orderId: null,
      dueAt: at,
      severity: 2,
      detail: { tier: lane.depot.tier, dest: lane.cartage.dest, setId, quotes: 2 },
    },
  ])
})

test('a lane that nobody asked for in the last 30 days does not; a later quote is seen by the job', async () => {
  await quote()
  await sql`update quotes set asked_at = now() - interval '30 days 1 minute'`.execute(server.db)
  await scheduled([ending()], inDays(5))
  expect(await items()).toEqual([])
  await quote()
  await keepItems(server.db)
  expect(await items()).toHaveLength(1)
})

test('a set that ends a lane and begins it again leaves no gap, nor does another one from the same instant', async () => {
  await quote()
  const at = inDays(5)
  await scheduled([ending(), beginning()], at)
  expect(await items()).toEqual([])
  await sql`delete from rate_sets`.execute(server.db)
  await scheduled([ending()], at)
  expect(await items()).toHaveLength(1)
  const next = await scheduled([beginning()], at)
  expect(await items()).toEqual([])
  await call('PUT', `rate-set/${next}`, { validFrom: inDays(6) })
  expect(await items()).toHaveLength(1)
})

test.each<[string, (setId: number) => Promise<unknown>]>([
  ['its set is cancelled', (id) => call('POST', `rate-set/${id}/cancel`)],
  ['its set is applied', (id) => call('POST', `rate-set/${id}/apply`)],
  ['its set keeps the lane', (id) => call('PUT', `rate-set/${id}/changes`, { changes: [{ ...ending(), end: false }] })],
  ['its set begins the lane, too', (id) => call('PUT', `rate-set/${id}/changes`, { changes: [beginning()] })],
  [
    'the lane is moved away, so that the set no longer fits',
    () => call('PUT', `value/freight/${freightId}`, { dest: 'OTHER' }),
  ],
])('is closed when %s', async (_, act) => {
  await quote()
  const id = await scheduled([ending()], inDays(5))
  expect(await items()).toHaveLength(1)
  await act(id)
  expect(await items()).toEqual([])
  expect(await keepItems(server.db)).toBe(0)
  expect(await items()).toEqual([])
})

test('of two sets that end a lane the first counts; the item follows the set to another time', async () => {
  await quote()
  const first = await scheduled([ending()], inDays(5))
  const { id } = (await items())[0] ?? {}
  const at = inDays(8)
  await call('PUT', `rate-set/${first}`, { validFrom: at })
  expect(await items()).toMatchObject([{ id, dueAt: at }])
})

test('a lane that somebody deletes and another adds again is not left without a rate by the set', async () => {
  await quote()
  await scheduled([ending()], inDays(5))
  await call('DELETE', `value/freight/${freightId}`)
  expect(await items()).toEqual([])
  await call('POST', 'value/freight', { tier: lane.depot.tier, dest: lane.cartage.dest, cbm: 60, mt: 60 })
  expect(await items()).toEqual([])
})
