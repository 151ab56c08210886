import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoDatabase, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { createPool } from '#server/db/client.ts'
import { rebuildDays, rollUp } from '#server/reports/keep-days.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { plainFigures } from './plain-figures.fixture.ts'

let demo: DemoDatabase
let server: TestServer
let pool: pg.Pool

beforeAll(async () => {
  demo = await createDemoDatabase()
  pool = createPool(demo.url, 2, { patient: true })
  server = await startTestServer({}, demo.url)
}, 120_000)
afterAll(async () => {
  await server.close()
  await pool.end()
  await demo.drop()
})

const PERIODS = [
  { from: '2025-11-22', to: '2026-11-21' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-11-03', to: '2026-11-09' },
]
const one = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0]
const uncounted = async () =>
  Number(
    (
      await one(`select count(*)::int as n from generate_series('2025-11-01'::date, current_date - 1, '1 day') day
    where not exists (select from report_days k where k.day = day::date) or exists (select from report_changes c where c.day = day::date)`)
    ).n,
  )

/** Every report of each period says what counting in plain SQL says. */
async function expectPlainFigures(): Promise<void> {
  for (const period of PERIODS) {
    const plain = await plainFigures(pool, period)
    for (const [name, figures] of Object.entries(plain)) {
      const { status, body } = await server.call('GET', `report/${name}?${new URLSearchParams(period)}`)
      expect(status).toBe(200)
      for (const [part, rows] of Object.entries(figures))
        expect(body.data[part], `${name}, ${part}, ${period.from}`).toEqual(rows)
    }
  }
}

describe('figures are those of plain SQL', () => {
  test('counted now, before any day was kept', async () => {
    await expectPlainFigures()
  }, 60_000)

  test('kept for past days, and kept twice', async () => {
    expect(await rollUp(server.db)).toBeGreaterThan(360)
    expect(await uncounted()).toBe(0)
    await expectPlainFigures()
    expect(await rollUp(server.db)).toBe(0)
    await expectPlainFigures()
  }, 60_000)

  test('of days that changed since, at once, and after they were counted again', async () => {
    const changes = [
      'update orders set status = 1 where id in (select id from orders where status <> 1 order by id desc limit 3)',
      'update orders set shipment_volume = shipment_volume + 1, estimated_transportation = 77 where id = 1500',
      "update orders set deleted_at = now() where id in (select order_id from order_events where milestone = 'delivered' order by id limit 2)",
      "update order_events set date = date - interval '3 days' where id in (select id from order_events where milestone = 'departed' order by id desc limit 2)",
      "update order_events set withdrawn_at = now(), withdrawn_by = 1, withdraw_reason = 'x' where id in (select id from order_events where milestone = 'arrived' order by id desc limit 2)",
      "delete from order_events where id = (select max(id) from order_events where milestone = 'discharged' and not exists (select from orders where last_event_entry_id = order_events.id))",
      "update sailings set port_ata = port_ata + interval '2 days' where id = (select max(id) from sailings where port_ata < now() - interval '9 days')",
      'delete from loadings where order_id = (select min(order_id) from loadings join sailings on sailings.id = sailing_id where port_ata is not null)',
      'update quotes set booked_at = now(), booked_price = 100 where id = (select min(id) from quotes where booked_at is null)',
      "insert into quotes (kind, asked_at, origin, destination, inputs, price) values ('instant', '2026-11-05T12:00:00Z', 'CNSHA', 'US-CHI', '{}', 12.5)",
      "update attention set waived_at = '2026-10-05T00:00:00Z', waived_by = 1, waived_reason = 'x' where id in (select id from attention where since < '2026-10-01' and resolved_at is null order by id limit 1)",
      'update attention set waived_at = null, waived_by = null, waived_reason = null where waived_at is not null',
    ]
    for (const sql of changes) expect((await pool.query(sql)).rowCount, sql).toBeGreaterThan(0)
    expect(await uncounted()).toBeGreaterThan(5)
    await expectPlainFigures()
    await rollUp(server.db)
    expect(await uncounted()).toBe(0)
    await expectPlainFigures()
  }, 60_000)

  test('of other lanes once a code of a place changes', async () => {
    await pool.query("update cartages set dest = 'ELSEWHERE' where dest = 'US-CHI'")
    await expectPlainFigures()
    await rollUp(server.db)
    await expectPlainFigures()
  }, 60_000)

  test('by the clock of another time zone, once there is one', async () => {
    await pool.query(`insert into settings (key, value) values ('timeZone', '"Asia/Shanghai"')
      on conflict (key) do update set value = excluded.value`)
    await expectPlainFigures()
    await rollUp(server.db)
    await expectPlainFigures()
  }, 60_000)

  test('after everything was counted again, whatever was kept', async () => {
    await pool.query('update report_volume set orders = orders + 1')
    await pool.query('delete from report_steps')
    expect(await rebuildDays(server.db)).toBeGreaterThan(360)
    await expectPlainFigures()
  }, 60_000)
})

test('one instance counts at a time; the other leaves it to the first', async () => {
  await pool.query("insert into report_changes values ('2026-11-05')")
  const both = await Promise.all([rollUp(server.db), rollUp(server.db)])
  expect(both.toSorted()).toEqual([0, 1])
})

test('a comparison is with the same days of the months before, or with as many days', async () => {
  const year = (await server.call('GET', 'report/volume?from=2026-10-01&to=2026-10-31&compare=previous')).body.data
  expect(year).toMatchObject({ period: PERIODS[1], before: { from: '2026-09-01', to: '2026-09-30' }, step: 'day' })
  expect(year.series).toHaveLength(31)
  expect(year.series[29]).toMatchObject({ at: '2026-10-30', beforeAt: '2026-09-30' })
  expect(year.series[30]).toMatchObject({ at: '2026-10-31', beforeAt: null, before: null })
  const september = (await server.call('GET', 'report/volume?from=2026-09-01&to=2026-09-30')).body.data
  expect(year.totals.before).toEqual({ ...september.totals, before: undefined })
  const week = (await server.call('GET', 'report/quotes?from=2026-11-03&to=2026-11-09&compare=previous')).body.data
  expect(week.before).toEqual({ from: '2026-10-27', to: '2026-11-02' })
  const lane = year.lanes[0]
  const before = september.lanes.find(
    (each: { origin: string; destination: string }) =>
      each.origin === lane.origin && each.destination === lane.destination,
  )
  expect(lane.before.orders).toBe(before?.orders ?? 0)
})
