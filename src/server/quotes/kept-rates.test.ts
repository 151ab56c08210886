import { beforeEach, expect, test } from 'vitest'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>
let freightId: number

beforeEach(async () => {
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
const price = (cbm = 2) =>
  call('POST', 'calculator/drop-off_by_supplier', {
    depotId: lane.depot.id,
    cartageId: lane.cartage.id,
    weight: 300,
    cbm,
    cargoInsurance: false,
    customsBrokerage: false,
  })
const kept = async (id: number) =>
  (await server.db.selectFrom('quotes').select('answer').where('id', '=', id).executeTakeFirstOrThrow()).answer
/** Applies a set that changes the lane. */
async function apply(name: string, cbm: number): Promise<{ id: number; appliedAt: string }> {
  const { id } = await call('POST', 'rate-set', { name })
  await call('PUT', `rate-set/${id}/changes`, {
    changes: [{ entity: 'freight', recordId: freightId, field: 'cbm', new: cbm }],
  })
  return call('POST', `rate-set/${id}/apply`)
}

test('a quote keeps since when its newest rate was true and the set that brought it, whatever is renamed or applied later', async () => {
  const set = await apply('December', 80)
  const { quoteId, lines } = await price()
  const answer = { lines, rates: { since: set.appliedAt, set: { id: set.id, name: 'December' } } }
  expect(await kept(quoteId)).toEqual(answer)
  await apply('January', 90)
  await server.db.updateTable('rateSets').set({ name: 'Renamed' }).where('id', '=', set.id).execute()
  await price(3)
  expect(await kept(quoteId)).toEqual(answer)
})

test('a quote without a price says why, and keeps no rates', async () => {
  await call('DELETE', `value/freight/${freightId}`)
  const body = { depotId: lane.depot.id, cartageId: lane.cartage.id, weight: 300, cbm: 2 }
  await server.call('POST', 'calculator/drop-off_by_supplier', {
    body: { ...body, cargoInsurance: false, customsBrokerage: false },
  })
  const { answer } = await server.db
    .selectFrom('quotes')
    .select('answer')
    .where('destination', '=', lane.cartage.dest)
    .executeTakeFirstOrThrow()
  expect(answer).toEqual({ missing: expect.any(String) })
})
