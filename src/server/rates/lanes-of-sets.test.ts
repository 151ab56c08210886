import { beforeEach, expect, test } from 'vitest'
import { sendFile } from '#server/test/files.ts'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()
let lane: { tier: number; dest: string }
let freightId: number

beforeEach(async () => {
  const { depot, cartage } = await createLane(server.db)
  lane = { tier: depot.tier, dest: cartage.dest }
  freightId = (
    await server.db.selectFrom('freight').select('id').where('tier', '=', depot.tier).executeTakeFirstOrThrow()
  ).id
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await server.call(method, path, { body })
  expect([reply.status, reply.body.data]).toEqual([200, expect.anything()])
  return reply.body.data
}
const ending = (end = true) => ({ entity: 'freight', recordId: freightId, end })
const beginning = (cbm: number) => ({ entity: 'freight', add: { ...lane, cbm, mt: 51 } })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function draft(changes: object[], values: object = {}): Promise<number> {
  const { id } = await call('POST', 'rate-set', { name: 'December', ...values })
  if (changes.length > 0) await call('PUT', `rate-set/${id}/changes`, { changes })
  return id
}
const ratesOfLane = () =>
  server.db.selectFrom('freight').select(['id', 'cbm', 'mt']).where('tier', '=', lane.tier).execute()
const diff = async (id: number) => (await call('GET', `rate-set/${id}/diff`)).items

test('an ended lane returns with the rate that it had at the end, not the one of when the set was written', async () => {
  const id = await draft([ending()])
  await call('PUT', `value/freight/${freightId}`, { cbm: 75 })
  await call('POST', `rate-set/${id}/apply`)
  expect(await ratesOfLane()).toEqual([])
  expect(await call('POST', `rate-set/${id}/undo`)).toMatchObject({ undone: 1, refused: [] })
  expect(await ratesOfLane()).toEqual([{ id: freightId, cbm: 75, mt: 68 }])
})

test('a lane that a set ended and began anew goes back as a whole', async () => {
  const id = await draft([ending(), beginning(50)])
  await call('POST', `rate-set/${id}/apply`)
  expect(await ratesOfLane()).toMatchObject([{ cbm: 50, mt: 51 }])
  expect(await call('POST', `rate-set/${id}/undo`)).toMatchObject({ undone: 2, refused: [] })
  expect(await ratesOfLane()).toEqual([{ id: freightId, cbm: 68, mt: 68 }])
})

test('acts on different sets at once wait for each other', async () => {
  const other = await draft([{ entity: 'freight', recordId: freightId, field: 'mt', new: 90 }])
  await call('POST', `rate-set/${other}/apply`)
  const one = await draft([{ entity: 'freight', recordId: freightId, field: 'cbm', new: 80 }])
  await Promise.all([call('POST', `rate-set/${one}/apply`), call('POST', `rate-set/${other}/undo`)])
  expect(await ratesOfLane()).toEqual([{ id: freightId, cbm: 80, mt: 68 }])
})

const sheet = (cbm: number, mt: number) => `Tier,Dest,CBM,MT\n${lane.tier},${lane.dest},${cbm},${mt}\n`
async function apply(id: number, file: string) {
  const { data } = (await sendFile(server, `rate-set/${id}/import/check`, file)).body
  const path = `rate-set/${id}/import/apply?plan=${data.plan}`
  expect((await sendFile(server, path, file)).body.code).toBe(200)
  return data
}

test('a sheet takes back the end of a lane that it names', async () => {
  const id = await draft([ending()])
  await apply(id, sheet(70, 68))
  expect(await diff(id)).toMatchObject([{ action: 'change', field: 'cbm', new: 70 }])
  const unchanged = await draft([ending()])
  await apply(unchanged, sheet(68, 68))
  expect(await diff(unchanged)).toEqual([])
})

test('a sheet may name a lane that an earlier set brings as that has it, and cannot change it', async () => {
  const ended = await draft([ending()])
  await call('POST', `rate-set/${ended}/apply`)
  const first = await draft([beginning(50)], { validFrom: inDays(5) })
  await call('POST', `rate-set/${first}/schedule`, {})
  const second = await draft([], { validFrom: inDays(10) })
  expect((await apply(second, sheet(50, 51))).counts).toMatchObject({ unchanged: 1, refused: 0 })
  const { data } = (await sendFile(server, `rate-set/${second}/import/check`, sheet(55, 51))).body
  expect(data.rows).toMatchObject([
    { state: 'refused', notes: ['Dest: This lane is new in an earlier rate set: change it there'] },
  ])
  await call('POST', `rate-set/${first}/cancel`)
})
