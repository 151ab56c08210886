import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGES } from '#contract/reports/reports.ts'
import { createDemoDatabase, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let demo: DemoDatabase
let server: TestServer
beforeAll(async () => {
  demo = await createDemoDatabase()
  server = await startTestServer({}, demo.url)
  // Some of what is open was waived, so that it counts as come up but not as open.
  await server.db
    .updateTable('attention')
    .set({ waivedAt: new Date(), waivedBy: server.staff.id, waivedReason: 'Rolled' })
    .where('resolvedAt', 'is', null)
    .where('rule', '=', 'quiet')
    .execute()
}, 120_000)
afterAll(async () => {
  await server.close()
  await demo.drop()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const YEAR = { from: daysAgo(365), to: daysAgo(0) }
const PAST = { from: daysAgo(75), to: daysAgo(20) }

type Row = Record<string, number> & Record<string, string | null>
interface Asked {
  from: string
  to: string
}
const get = async (path: string) => {
  const { status, body } = await server.call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body.data
}
const report = (name: string, period: Asked) => get(`report/${name}?${new URLSearchParams({ ...period })}`)
/** How many rows the list has. */
const listed = async (name: string, period: Asked, filters: Record<string, unknown> = {}): Promise<number> => {
  // As the links of the page write it.
  const given = Object.entries(filters).map(([key, value]) => [
    key,
    value === null || value === '' ? 'none' : `${value}`,
  ])
  return (await get(`report/${name}/list?${new URLSearchParams({ ...period, ...Object.fromEntries(given) })}`))
    .totalCount
}
/** Every row's figure is the length of its list. */
async function expectListed(
  name: string,
  period: Asked,
  rows: readonly Row[],
  of: (row: Row) => { n: unknown; filters: Record<string, unknown> },
): Promise<void> {
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows.slice(0, 12)) {
    const { n, filters } = of(row)
    expect([filters, await listed(name, period, filters)]).toEqual([filters, n])
  }
}
const lane = ({ origin, destination }: Row) => ({ origin, destination })

describe.each([
  ['a year', YEAR],
  ['weeks that are over', PAST],
])('figures of %s have lists of that length', (_, period) => {
  test('orders', async () => {
    const { totals, lanes } = await report('volume', period)
    expect(totals.cancelled).toBeGreaterThan(0)
    expect(await listed('volume', period)).toBe(totals.orders + totals.cancelled)
    expect(await listed('volume', period, { state: 'not-cancelled' })).toBe(totals.orders)
    expect(await listed('volume', period, { state: 'cancelled' })).toBe(totals.cancelled)
    await expectListed('volume', period, lanes, (row) => ({
      n: Number(row.orders) + Number(row.cancelled),
      filters: lane(row),
    }))
  })

  test('quotes', async () => {
    const { totals, lanes, kinds, people } = await report('quotes', period)
    expect(await listed('quotes', period)).toBe(totals.asked)
    expect(await listed('quotes', period, { state: 'priced' })).toBe(totals.priced)
    expect(await listed('quotes', period, { state: 'booked' })).toBe(totals.booked)
    await expectListed('quotes', period, lanes, (row) => ({ n: row.asked, filters: lane(row) }))
    await expectListed('quotes', period, kinds, ({ asked, kind }) => ({ n: asked, filters: { kind } }))
    await expectListed('quotes', period, people, ({ asked, id }) => ({ n: asked, filters: { userId: id } }))
  })

  test('arrivals', async () => {
    const { totals, lanes, carriers } = await report('on-time', period)
    expect(await listed('on-time', period)).toBe(totals.sailings)
    expect(await listed('on-time', period, { state: 'promised' })).toBe(totals.promised)
    expect(await listed('on-time', period, { state: 'on-time' })).toBe(totals.onTime)
    await expectListed('on-time', period, lanes, (row) => ({ n: row.sailings, filters: lane(row) }))
    await expectListed('on-time', period, carriers, ({ sailings, id }) => ({ n: sailings, filters: { carrierId: id } }))
  })

  test('steps', async () => {
    const { steps, whole } = await report('milestones', period)
    await expectListed('milestones', period, [...steps, { ...whole, came: 'booked', reached: 'delivered' }], (row) => ({
      n: row.orders,
      filters: { came: row.came, reached: row.reached },
    }))
  })

  test('the queue', async () => {
    const { totals, rules, ages } = await report('workload', period)
    expect(totals.open).toBeGreaterThan(0)
    for (const state of ['opened', 'closed', 'open']) {
      expect([state, await listed('workload', period, { state })]).toEqual([state, totals[state]])
      await expectListed('workload', period, rules, (row) => ({ n: row[state], filters: { state, rule: row.rule } }))
    }
    expect(await listed('workload', period)).toBe(totals.opened)
    const now = ages.map(({ open }: Row) => open)
    expect(now).toHaveLength(AGES.length)
    for (const [age, n] of now.entries())
      expect([age, await listed('workload', period, { state: 'now', age })]).toEqual([age, n])
  })
})

test('volume, weight and price are the sums of their list, over all its pages', async () => {
  const { totals } = await report('volume', PAST)
  const query = new URLSearchParams({ ...PAST, state: 'not-cancelled', per_page: '100' })
  const sums = { cbm: 0, usd: 0 }
  const seen = new Set<number>()
  for (let page = 1; (page - 1) * 100 < totals.orders; page++)
    for (const { orderId, cbm, usd } of (await get(`report/volume/list?${query}&page=${page}`)).items) {
      seen.add(orderId)
      sums.cbm += cbm
      sums.usd += usd ?? 0
    }
  expect(seen.size).toBe(totals.orders)
  expect(sums.cbm).toBeCloseTo(totals.cbm, 3)
  expect(sums.usd).toBeCloseTo(totals.usd, 2)
})

test('a thing in the queue says its reason, since when and for how long, and leads to its order', async () => {
  const { items } = await get(`report/workload/list?${new URLSearchParams({ ...YEAR, state: 'now', age: '3' })}`)
  for (const { orderId, reference, at, days, state } of items) {
    expect([orderId, reference]).toEqual([expect.any(Number), expect.stringMatching(/^[A-Z]{4}\d{8}$/)])
    expect(days).toBe(Math.floor((Date.now() - Date.parse(at)) / 86_400_000))
    expect(days).toBeGreaterThanOrEqual(7)
    expect(state).toMatch(/^[A-Z][a-z -]+, open$/i)
  }
  const done = await get(`report/workload/list?${new URLSearchParams({ ...PAST, state: 'closed' })}`)
  expect(done.items[0].state).toMatch(/, done$/)
  expect(done.items[0].at.slice(0, 10) <= PAST.to).toBe(true)
  const opened = await get(`report/workload/list?${new URLSearchParams({ ...YEAR, rule: 'quiet' })}`)
  expect(new Set(opened.items.map(({ state }: Row) => state))).toContain('Quiet, waived')
})

test.each([
  ['volume', 'state=booked', 'state is one of not-cancelled, cancelled'],
  ['workload', 'state=late', 'state is one of opened, closed, open, now'],
  ['workload', 'age=5', 'age is one of 0, 1, 2, 3, 4'],
  ['milestones', 'state=open', expect.any(String)],
])('%s refuses %s at its name', async (name, query, message) => {
  const { status, body } = await server.call('GET', `report/${name}/list?${new URLSearchParams(PAST)}&${query}`)
  expect([status, body.data]).toEqual([400, { [query.split('=')[0] ?? '']: message }])
})
