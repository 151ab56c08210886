import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createLane } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { differingRates, holesInHistory, overlapsInHistory } from './rates.fixture.ts'

const RUNS = process.env.LONG_TESTS === '1' ? 60 : 5
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_201))
/** Steps of a run, and prices after each: 500 prices in five runs. */
const STEPS = 20
const PRICES = 5

const server = testServer()
type Made = Awaited<ReturnType<typeof createLane>>
let lanes: Made[]
let constant: { id: number }

beforeAll(async () => {
  lanes = [await createLane(server.db), await createLane(server.db), await createLane(server.db, { amazon: true })]
  constant = await server.db.selectFrom('constants').select('id').orderBy('id').executeTakeFirstOrThrow()
})

const call = (method: string, path: string, body?: object) => server.call(method, path, { body })
const save = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body)
  expect([reply.status, reply.body.message, method, path]).toEqual([200, expect.anything(), method, path])
}
const laneOf = (n: number): Made => lanes[n % lanes.length] as Made // one of three
const freightOf = async (n: number): Promise<number | null> => {
  const { depot } = laneOf(n)
  return (
    (await server.db.selectFrom('freight').select('id').where('tier', '=', depot.tier).executeTakeFirst())?.id ?? null
  )
}
const rateOf = (n: number, figure: number) => ({
  tier: laneOf(n).depot.tier,
  dest: laneOf(n).cartage.dest,
  cbm: figure,
  mt: figure + 1,
})

const lane = fc.nat(2)
const figure = fc.integer({ min: 1, max: 400 })
const step = fc.record({
  kind: fc.constantFrom('freight', 'depot', 'constant', 'cartage', 'lane', 'set', 'set', 'ending set', 'undo'),
  lane,
  figure,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The sets that were applied and not undone, the newest last. */
const applied: number[] = []

async function applySet(changes: (object | null)[]): Promise<void> {
  const { body } = await call('POST', 'rate-set', { name: 'Random' })
  const { id } = body.data
  const sent = changes.filter((change) => change !== null)
  expect((await call('PUT', `rate-set/${id}/changes`, { changes: sent })).status).toBe(200)
  const { status } = await call('POST', `rate-set/${id}/apply`, {})
  expect(status).toBe(200)
  applied.push(id)
}

/** Does one random thing to the rates, by the calls that staff have. */
async function take({ kind, lane: n, figure: value }: Step): Promise<void> {
  const id = await freightOf(n)
  const { depot, cartage } = laneOf(n)
  const add = { entity: 'freight', add: rateOf(n, value) }
  const cell = (entity: string, recordId: number, field: string, to: number) => ({ entity, recordId, field, new: to })
  const depotFigure = cell('depot', depot.id, 'depotFixed', value)
  const rate = id === null ? add : cell('freight', id, 'mt', value)
  if (kind === 'freight' && id !== null) await save('PUT', `value/freight/${id}`, { cbm: value })
  if (kind === 'depot') await save('PUT', `value/depot/${depot.id}`, { depotVar: value, originIds: [1] })
  if (kind === 'constant') await save('PUT', `value/constant/${constant.id}`, { value: value / 100 })
  if (kind === 'cartage') await save('PUT', `value/cartage/${cartage.id}`, { status: value % 4 > 0 })
  if (kind === 'lane' && id === null) await save('POST', 'value/freight', rateOf(n, value))
  else if (kind === 'lane') await save('DELETE', `value/freight/${id}`)
  if (kind === 'set') await applySet([rate, depotFigure, cell('constant', constant.id, 'value', value / 100)])
  if (kind === 'ending set')
    await applySet([id === null ? null : { entity: 'freight', recordId: id, end: true }, value % 2 ? add : depotFigure])
  if (kind === 'undo' && applied.length > 0)
    expect((await call('POST', `rate-set/${applied.pop()}/undo`, {})).status).toBe(200)
}

interface Golden {
  asked: object
  at: string
  answer: unknown
}

const PATH = 'calculator/drop-off_by_supplier'
const withoutQuote = ({ rates, quoteId: _, ...data }: { rates?: object; quoteId?: number | null }) => ({
  ...data,
  ...(rates && { rates: { ...rates, on: '' } }),
})

/** A price of now, with its instant: later than every change before it, earlier than every one after. */
async function goldenQuote(n: number, volume: number): Promise<Golden> {
  const { depot, cartage } = laneOf(n)
  const asked = { depotId: depot.id, cartageId: cartage.id, weight: volume * 230, cbm: volume }
  const body = { ...asked, cargoInsurance: false, customsBrokerage: true, insurance: 1000 }
  const at = new Date().toISOString()
  const answer = await call('POST', PATH, body)
  await expect.poll(() => new Date().toISOString() > at, { interval: 1 }).toBe(true)
  return { asked: body, at, answer: { status: answer.status, data: withoutQuote(answer.body.data) } }
}

const prices = fc.array(fc.record({ lane, volume: fc.integer({ min: 1, max: 16 }) }), {
  minLength: PRICES,
  maxLength: PRICES,
})

test('whatever is saved, applied and undone, the history has no overlap and no hole, and every price can be told again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, prices), { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const golden: Golden[] = []
      for (const [each, quotes] of steps) {
        await take(each)
        for (const { lane: n, volume } of quotes) golden.push(await goldenQuote(n, volume))
      }
      expect(await overlapsInHistory(server.db)).toEqual([])
      expect(await holesInHistory(server.db)).toEqual([])
      expect(await differingRates(server.db)).toEqual([])
      for (const { asked, at, answer } of golden) {
        const then = await call('POST', `${PATH}?on=${at}`, asked)
        expect({ at, status: then.status, data: withoutQuote(then.body.data) }).toEqual({ at, ...(answer as object) })
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
}, 600_000)
