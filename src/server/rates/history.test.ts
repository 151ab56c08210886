import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findLane } from '#server/pricing/find-lane.ts'
import { laneReader, readBook } from '#server/pricing/rate-book.ts'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { differingRates } from './rates.fixture.ts'

const server = testServer()
let lane: Awaited<ReturnType<typeof createLane>>

beforeAll(async () => {
  lane = await createLane(server.db)
})

const freightOf = async () =>
  server.db.selectFrom('freight').selectAll().where('tier', '=', lane.depot.tier).executeTakeFirstOrThrow()

test('what the calculator reads of a record is kept with its time and its author, one range after the other', async () => {
  const { id } = await freightOf()
  await server.call('PUT', `value/freight/${id}`, { body: { cbm: 70 } })
  await server.call('PUT', `value/freight/${id}`, { body: { mt: 71.5 } })
  const { rows } = await sql<{ values: object; since: string; until: string | null; userId: number | null }>`
    select values, lower(valid) as since, upper(valid) as until, user_id from rate_history
    where entity = 'freight' and record_id = ${id} order by valid`.execute(server.db)
  expect(rows.map(({ values }) => values)).toEqual([
    { tier: lane.depot.tier, dest: lane.cartage.dest, cbm: 68, mt: 68 },
    { tier: lane.depot.tier, dest: lane.cartage.dest, cbm: 70, mt: 68 },
    { tier: lane.depot.tier, dest: lane.cartage.dest, cbm: 70, mt: 71.5 },
  ])
  expect(rows.map(({ until }) => until)).toEqual([rows[1]?.since, rows[2]?.since, null])
  expect(rows.map(({ userId }) => userId)).toEqual([null, server.staff.id, server.staff.id])
})

test('a save that changes nothing the calculator reads begins no range', async () => {
  const before = await countOf('depot', lane.depot.id)
  const reply = await server.call('PUT', `value/depot/${lane.depot.id}`, { body: { code: 'XYZ', originIds: [1] } })
  expect(reply.body.data.code).toBe('XYZ')
  expect(await countOf('depot', lane.depot.id)).toBe(before)
})

const countOf = async (entity: 'depot' | 'freight', id: number) =>
  (
    await server.db
      .selectFrom('rateHistory')
      .select('id')
      .where('entity', '=', entity)
      .where('recordId', '=', id)
      .execute()
  ).length

test('the rates of now in the history are those of the tables, record by record', async () => {
  expect(await differingRates(server.db)).toEqual([])
})

test('a renamed city begins a range of its pick-up locations, which bear its name', async () => {
  const city = await server.call('POST', 'city', { body: { code: 'CNDGG', name: 'Dongguan' } })
  const values = { cityId: city.body.data.id, depotId: lane.depot.id, precarFixed: 40, precarVar: 14, precarVarMin: 55 }
  const { id } = await server.db.insertInto('locations').values(values).returning('id').executeTakeFirstOrThrow()
  await server.db.updateTable('cities').set({ name: 'Dongguan South' }).where('id', '=', values.cityId).execute()
  const { body } = await server.call('GET', `rate-history?entity=location&recordId=${id}`)
  expect(body.data.items.map((row: { values: { name: string } }) => row.values.name)).toEqual([
    'Dongguan South',
    'Dongguan',
  ])
  expect(await differingRates(server.db)).toEqual([])
})

test('a lane out of the history is the lane that the calculator reads today', async () => {
  const keys = { shipmentTradeTerms: 0, originId: lane.depot.id, cartageId: lane.cartage.id } as const
  expect(laneReader(await readBook(server.db, null))(keys)).toEqual(await findLane(server.db, keys))
})
