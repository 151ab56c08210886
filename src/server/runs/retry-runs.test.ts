import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunItem } from '#contract/runs/runs.ts'
import { AppError } from '#server/errors.ts'
import { startBulk } from './bulk.fixture.ts'
import type { RunKind } from './run-kind.ts'
import { ABOUT_ORDERS } from './run-needs.ts'
import { claimRun, workOn } from './work-run.ts'

const RUNS = process.env.LONG_TESTS === '1' ? 200 : 10
const SEED = Number(process.env.SEED ?? (process.env.LONG_TESTS === '1' ? Date.now() % 2 ** 31 : 20_261_126))
const STOPPED = 'Stopped before it was done'

const bulk = await startBulk()
afterAll(() => bulk.close())
const { server, createOrders, start, done, finished, itemsOf, departed } = bulk
const retry = (id: number) => server.call('POST', `runs/${id}/retry`)
const stop = (id: number) => server.call('POST', `runs/${id}/stop`)
const statesOf = (items: readonly RunItem[]) => items.map(({ state, reason }) => [state, reason])

/** A run whose orders all changed after they were seen. */
async function failedRun(count: number) {
  const orders = await createOrders(count)
  const seen = orders.map(({ id, updatedAt }) => ({ id, updatedAt }))
  for (const { id } of orders) await bulk.editOrder(id, { companyName: 'Other Lamps' })
  return done('event', departed(), { orders: seen })
}

test('rows that a stopped retry had not reached have failed again with the reason they had, and can be retried', async () => {
  const run = await failedRun(2)
  const before = statesOf(await itemsOf(run.id))
  expect(before[0]).toEqual(['failed', expect.stringMatching(/^changed by Mara Staff at /)])
  await bulk.pause()
  await retry(run.id)
  expect(statesOf(await itemsOf(run.id))).toEqual([
    ['waiting', null],
    ['waiting', null],
  ])
  await stop(run.id)
  await bulk.resume()
  expect(await finished(run.id)).toMatchObject({ state: 'stopped', done: 0, failed: 2, skipped: 0 })
  expect(statesOf(await itemsOf(run.id))).toEqual(before)
  const { body } = await server.call('GET', `runs/${run.id}/items?state=failed`)
  expect(body.data.totalCount).toBe(2)

  expect((await retry(run.id)).status).toBe(200)
  expect(await finished(run.id)).toMatchObject({ state: 'done', done: 2, failed: 0 })
  // A done row keeps no earlier reason: an undo would take it for one that stays.
  expect(statesOf(await itemsOf(run.id))).toEqual([
    ['done', null],
    ['done', null],
  ])
  expect((await bulk.undo(run.id)).body.data).toMatchObject({ state: 'undone', done: 0 })
})

test('rows that were never tried are skipped when the run is stopped; a later stop of a retry leaves them so', async () => {
  const orders = await createOrders(2)
  await bulk.pause()
  const { id } = (await start('event', departed(), { ids: orders.map((order) => order.id) })).body.data
  await sql`update run_items set state = 'failed', reason = 'No room' where run_id = ${id} and position = 1`.execute(
    server.db,
  )
  await sql`update runs set failed = 1 where id = ${id}`.execute(server.db)
  await stop(id)
  await bulk.resume()
  const left = [
    ['failed', 'No room'],
    ['skipped', STOPPED],
  ]
  expect(await finished(id)).toMatchObject({ state: 'stopped', failed: 1, skipped: 1 })
  expect(statesOf(await itemsOf(id))).toEqual(left)
  await bulk.pause()
  await retry(id)
  await stop(id)
  await bulk.resume()
  expect(await finished(id)).toMatchObject({ state: 'stopped', failed: 1, skipped: 1 })
  expect(statesOf(await itemsOf(id))).toEqual(left)
})

describe('however a run is stopped, retried and its worker lost', () => {
  beforeAll(() => bulk.pause())
  afterAll(() => bulk.resume())
  const COUNT = 4

  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const), rows: fc.nat(3), fails: fc.boolean() }) },
    fc.record({ kind: fc.constant('lost' as const), rows: fc.nat(2), fails: fc.boolean() }),
    fc.constant({ kind: 'stop' as const }),
    fc.constant({ kind: 'retry' as const }),
  )
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

  /** The expected rows of a run by the rules: `reason` is that of the last failure. */
  class Model {
    rows = Array.from({ length: COUNT }, () => ({ state: 'waiting', reason: null as string | null }))
    stopping = false
    tries = 0
    isOver = false

    /** Gives the next row this outcome. */
    try(fails: boolean): string | null {
      const row = this.rows.find(({ state }) => state === 'waiting')
      this.tries++
      if (row)
        Object.assign(row, fails ? { state: 'failed', reason: `Try ${this.tries}` } : { state: 'done', reason: null })
      return row?.reason ?? null
    }

    /** Lets the worker go on until there is nothing to do. */
    end(): void {
      for (const row of this.rows)
        if (row.state === 'waiting')
          Object.assign(row, row.reason ? { state: 'failed' } : { state: 'skipped', reason: STOPPED })
      this.isOver = true
    }

    retry(): boolean {
      const failed = this.rows.filter(({ state }) => state === 'failed')
      if (!this.isOver || failed.length === 0) return false
      for (const row of failed) row.state = 'waiting'
      Object.assign(this, { isOver: false, stopping: false })
      return true
    }
  }

  /** Works on at most this many rows; if `lost`, the database is away in the middle of one. */
  async function work(id: number, model: Model, { kind, rows, fails }: Extract<Step, { rows: number }>): Promise<void> {
    const gone = new AbortController()
    let left = rows
    const apply: RunKind['apply'] = async () => {
      if (left === 0) throw Object.assign(new Error('away'), { code: '57P01' })
      if (--left === 0 && kind === 'work') gone.abort()
      const reason = model.try(fails)
      if (reason) throw new AppError(409, reason)
      return { state: 'done', result: {} }
    }
    await sql`update runs set heartbeat_at = null where id = ${id}`.execute(server.db)
    expect(await claimRun(server.db)).toBe(model.isOver ? null : id)
    if (model.isOver || (rows === 0 && kind === 'work')) return
    const kinds = { event: { needs: ABOUT_ORDERS, apply, undo: async () => null } }
    await workOn(server.services, kinds, id, gone.signal).catch(() => {})
    const waits = model.rows.some(({ state }) => state === 'waiting')
    if (model.stopping || !(waits || gone.signal.aborted)) model.end()
  }

  async function check(id: number, model: Model): Promise<void> {
    const expected = model.rows.map(({ state, reason }) => [state, state === 'waiting' ? null : reason])
    expect(statesOf(await itemsOf(id))).toEqual(expected)
    const count = (state: string) => model.rows.filter((row) => row.state === state).length
    const counts = { done: count('done'), failed: count('failed'), skipped: count('skipped') }
    expect((await server.call('GET', `runs/${id}`)).body.data).toMatchObject({ total: COUNT, ...counts })
  }

  test('each row is done, skipped untried, or failed with its last reason and can be retried', {
    timeout: 60_000,
  }, async () => {
    const ids = (await createOrders(COUNT)).map(({ id }) => id)
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id } = (await start('event', departed(), { ids })).body.data
      const model = new Model()
      for (const next of steps) {
        if (next.kind === 'stop') {
          expect((await stop(id)).status).toBe(model.isOver ? 409 : 200)
          model.stopping = true
        } else if (next.kind === 'retry') expect((await retry(id)).status).toBe(model.retry() ? 200 : 409)
        else await work(id, model, next)
        await check(id, model)
      }
      await stop(id)
      if (!model.isOver)
        await work(id, Object.assign(model, { stopping: true }), { kind: 'work', rows: 1, fails: false })
      await check(id, model)
    })
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
  })
})
