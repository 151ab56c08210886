import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Period, periodBefore, type Step } from '#contract/reports/period.ts'
import { PREPARING } from '#contract/reports/reports.ts'
import { createRecentDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { createPool } from '#server/db/client.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { zoneOf } from '#server/zones/iana.ts'
import { keepClock } from '#server/zones/keep-clock.ts'
import { answerReport } from './answer-report.ts'
import { rebuildDays, rollUp } from './keep-days.ts'
import { beside, type PlainFigures, plainFigures } from './plain-figures.fixture.ts'
import { questionOf } from './read-days.ts'

let demo: DemoDatabase
let server: TestServer
let pool: pg.Pool

beforeAll(async () => {
  demo = await createRecentDemo()
  pool = createPool(demo.url, 2, { patient: true })
  server = await startTestServer({}, demo.url)
})
afterAll(async () => {
  await server.close()
  await pool.end()
  await demo.drop()
})

/** Dates of the demo data lie around today. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** The first, second … Sunday of a month (1 to 12). */
function sundayOf(year: number, month: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return new Date(Date.UTC(year, month - 1, 1 + ((7 - first) % 7) + 7 * (nth - 1))).toISOString().slice(0, 10)
}
const PERIODS = [
  { from: daysAgo(366), to: daysAgo(2) },
  { from: daysAgo(53), to: daysAgo(23) },
  { from: daysAgo(20), to: daysAgo(14) },
  { from: daysAgo(100), to: daysAgo(0) },
]
const one = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows[0]
const uncounted = async () =>
  Number(
    (
      await one(`select count(*)::int as n from generate_series(current_date - 387, current_date - 1, '1 day') day
    where not exists (select from report_days k where k.day = day::date) or exists (select from report_changes c where c.day = day::date)`)
    ).n,
  )

/** Figures counted in plain SQL, for each of the periods. */
const countPlain = async () => {
  const figures: PlainFigures[] = []
  for (const period of PERIODS) figures.push(await plainFigures(pool, period))
  return figures
}

/** The last figures of that count, which takes longest and changes only with other data. */
let counted: PlainFigures[]

/**
 * Expects every part of every report of a period to have these figures, beside those of the period before if
 * they are given.
 */
async function expectFigures(period: Period, now: PlainFigures, before?: PlainFigures): Promise<void> {
  const query = new URLSearchParams({ ...period, ...(before && { compare: 'previous' }) })
  for (const [name, figures] of Object.entries(now)) {
    const { status, body } = await server.call('GET', `report/${name}?${query}`)
    expect(status).toBe(200)
    for (const [part, rows] of Object.entries(figures))
      expect(body.data[part], `${name}, ${part}, ${period.from}`).toEqual(beside(rows, before?.[name]?.[part]))
  }
}

/** Expects every report of each period to have the last figures counted in plain SQL. */
async function expectCounted(): Promise<void> {
  expect(counted).toHaveLength(PERIODS.length)
  for (const [at, period] of PERIODS.entries()) await expectFigures(period, counted[at] ?? {})
}

/** Expects the figures of a new count in plain SQL. */
async function expectPlainFigures(): Promise<void> {
  counted = await countPlain()
  await expectCounted()
}

/** The period of a bar: its day, or its month as far as the period has it. */
function barOf(at: string, { from, to }: Period, step: Step): Period {
  const end =
    step === 'day'
      ? at
      : new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return { from: at < from ? from : at, to: end > to ? to : end }
}

/**
 * Expects every bar of a series, and of the one it is compared with, to equal a count of its days in plain
 * SQL; `known` has the counts made before.
 */
async function expectPlainSeries(
  period: Period,
  known = new Map<string, Promise<PlainFigures>>(),
): Promise<typeof known> {
  const plain = (of: Period) => {
    const key = `${of.from} ${of.to}`
    const found = known.get(key) ?? plainFigures(pool, of)
    known.set(key, found)
    return found
  }
  for (const name of ['volume', 'quotes', 'on-time', 'workload']) {
    const query = new URLSearchParams({ ...period, compare: 'previous' })
    const { before, step, series } = (await server.call('GET', `report/${name}?${query}`)).body.data
    for (const { at, beforeAt, before: then, ...figures } of series) {
      const now = (await plain(barOf(at, period, step)))[name]?.totals
      expect(figures, `${name}, ${at}`).toEqual(now)
      if (beforeAt === null) expect(then).toBeNull()
      else expect(then, `${name}, ${beforeAt}`).toEqual((await plain(barOf(beforeAt, before, step)))[name]?.totals)
    }
  }
  return known
}

describe('bars over time, and those of the period before, are those of plain SQL', () => {
  test.each([
    ['by day', { from: daysAgo(16), to: daysAgo(13) }],
    ['by month, the first and the last in part', { from: daysAgo(100), to: daysAgo(3) }],
  ])('%s: counted now, and kept', async (_, period) => {
    const known = await expectPlainSeries(period)
    await rollUp(server.db)
    await expectPlainSeries(period, known)
    await pool.query('delete from report_days')
  })
})

describe('figures of tables beside those of the period before are those of plain SQL, also of rows that one of the two lacks', () => {
  // In the period before the last one, nothing was delivered yet.
  const compared = [...PERIODS.slice(1), { from: daysAgo(8), to: daysAgo(6) }]
  test('counted now, and kept', async () => {
    const pairs: [Period, PlainFigures, PlainFigures][] = []
    for (const period of compared)
      pairs.push([period, await plainFigures(pool, period), await plainFigures(pool, periodBefore(period))])
    for (const pair of pairs) await expectFigures(...pair)
    await rollUp(server.db)
    for (const pair of pairs) await expectFigures(...pair)
    // A figure without rows would not be tested.
    const rowsOf = (figures: PlainFigures) =>
      Object.values(figures).flatMap((parts) => Object.values(parts).filter((part) => Array.isArray(part)))
    for (const which of [1, 2] as const)
      for (const rows of rowsOf(pairs[2]?.[which] ?? {})) expect(rows.length).toBeGreaterThan(0)
    await pool.query('delete from report_days')
  })
})

describe('figures are those of plain SQL', () => {
  test('counted now, before any day was kept', async () => {
    await expectPlainFigures()
  })

  test('kept for past days, and kept twice', async () => {
    expect(await rollUp(server.db)).toBeGreaterThan(360)
    expect(await uncounted()).toBe(0)
    await expectCounted()
    expect(await rollUp(server.db)).toBe(0)
    await expectCounted()
  })

  test('of days that changed since, at once, and after they were counted again', async () => {
    const changes = [
      'update orders set status = 1 where id in (select id from orders where status <> 1 order by id desc limit 3)',
      'update orders set shipment_volume = shipment_volume + 1, estimated_transportation = 77 where id = 300',
      "update orders set deleted_at = now() where id in (select order_id from order_events where milestone = 'delivered' order by id limit 2)",
      "update order_events set date = date - interval '3 days' where id in (select id from order_events where milestone = 'departed' order by id desc limit 2)",
      "update order_events set withdrawn_at = now(), withdrawn_by = 1, withdraw_reason = 'x' where id in (select id from order_events where milestone = 'arrived' order by id desc limit 2)",
      "delete from order_events where id = (select max(id) from order_events where milestone = 'discharged' and not exists (select from orders where last_event_entry_id = order_events.id))",
      "update sailings set port_ata = port_ata + interval '2 days' where id = (select max(id) from sailings where port_ata < now() - interval '9 days')",
      'delete from loadings where order_id = (select min(order_id) from loadings join sailings on sailings.id = sailing_id where port_ata is not null)',
      'update quotes set booked_at = now(), booked_price = 100 where id = (select min(id) from quotes where booked_at is null)',
      "insert into quotes (kind, asked_at, origin, destination, inputs, price) values ('instant', now() - interval '18 days', 'CNSHA', 'US-CHI', '{}', 12.5)",
      "update attention set waived_at = now() - interval '49 days', waived_by = 1, waived_reason = 'x' where id in (select id from attention where since < now() - interval '53 days' and resolved_at is null order by id limit 1)",
      'update attention set waived_at = null, waived_by = null, waived_reason = null where waived_at is not null',
    ]
    for (const sql of changes) expect((await pool.query(sql)).rowCount, sql).toBeGreaterThan(0)
    expect(await uncounted()).toBeGreaterThan(5)
    await expectPlainFigures()
    await rollUp(server.db)
    expect(await uncounted()).toBe(0)
    await expectCounted()
  })

  test('of other lanes once a code of a place changes', async () => {
    await pool.query("update cartages set dest = 'ELSEWHERE' where dest = 'US-CHI'")
    await expectPlainFigures()
    await rollUp(server.db)
    await expectCounted()
  })

  test('by the clock of another time zone, once there is one', async () => {
    await keepClock(server.db, zoneOf('Asia/Shanghai'))
    await expectPlainFigures()
    await rollUp(server.db)
    await expectCounted()
  })

  test('by rules that the database does not have, once they change', async () => {
    // Clocks 8:00 ahead of UTC, and 9:45 from the second Sunday of March to the first of November, at 2:00.
    const name = '<+08>-8<+0945>-9:45,M3.2.0,M11.1.0'
    const changes = [-2, -1, 0, 1].flatMap((years) => {
      const year = new Date().getUTCFullYear() + years
      return [`${sundayOf(year, 3, 2)}T02:00+08:00`, `${sundayOf(year, 11, 1)}T02:00+09:45`]
    })
    const until = changes.map((at) => Date.parse(at) / 1000)
    await keepClock(server.db, { name, until, offsets: until.concat(0).map((_, at) => (at % 2 ? 35_100 : 28_800)) })
    await expectPlainFigures()
    await rollUp(server.db)
    await expectCounted()
  })

  test('after everything was counted again, whatever was kept', async () => {
    await pool.query('update report_volume set orders = orders + 1')
    await pool.query('delete from report_steps')
    expect(await rebuildDays(server.db)).toBeGreaterThan(360)
    await expectCounted()
  })
})

test('one instance counts at a time; the other leaves it to the first', async () => {
  await pool.query('insert into report_changes values (current_date - 18)')
  const both = await Promise.all([rollUp(server.db), rollUp(server.db)])
  expect(both.toSorted()).toEqual([0, 1])
})

test('a comparison is with the same days of the months before, or with as many days', async () => {
  // The last October that is over.
  const year = new Date().getUTCFullYear() - (new Date().getUTCMonth() < 10 ? 1 : 0)
  const volume = async (query: string) => (await server.call('GET', `report/volume?${query}`)).body.data
  const october = await volume(`from=${year}-10-01&to=${year}-10-31&compare=previous`)
  expect(october).toMatchObject({
    period: { from: `${year}-10-01`, to: `${year}-10-31` },
    before: { from: `${year}-09-01`, to: `${year}-09-30` },
    step: 'day',
  })
  expect(october.series).toHaveLength(31)
  expect(october.series[29]).toMatchObject({ at: `${year}-10-30`, beforeAt: `${year}-09-30` })
  expect(october.series[30]).toMatchObject({ at: `${year}-10-31`, beforeAt: null, before: null })
  const september = await volume(`from=${year}-09-01&to=${year}-09-30`)
  expect(october.totals.before).toEqual({ ...september.totals, before: undefined })
  const week = (await server.call('GET', 'report/quotes?from=2026-11-03&to=2026-11-09&compare=previous')).body.data
  expect(week.before).toEqual({ from: '2026-10-27', to: '2026-11-02' })
  const lane = october.lanes[0]
  const before = september.lanes.find(
    (each: { origin: string; destination: string }) =>
      each.origin === lane.origin && each.destination === lane.destination,
  )
  expect(lane.before.orders).toBe(before?.orders ?? 0)
})

test('a report whose days cannot be counted in time says that it is being prepared', async () => {
  const question = questionOf({ from: daysAgo(366), to: daysAgo(0) }, true)
  const inTime = (ms: number) =>
    server.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx)
      return answerReport(tx, 'workload', question)
    })
  await expect(inTime(1)).rejects.toMatchObject({ status: 503, message: PREPARING, headers: { 'retry-after': '15' } })
})

test('a day that is over since the last time is counted', async () => {
  await rollUp(server.db)
  await pool.query('delete from report_days where day = current_date - 2')
  expect(await rollUp(server.db)).toBe(1)
  expect(await rollUp(server.db)).toBe(0)
})

test('a month with a day that an earlier version counted is read by its days', async () => {
  await rollUp(server.db)
  const month = `${daysAgo(60).slice(0, 7)}-01`
  await pool.query('update report_volume_months set orders = orders + 1 where month = $1', [month])
  const { rowCount } = await pool.query(
    "update report_days set counted_at = counted_at + interval '1 hour' where day = $1",
    [month],
  )
  expect(rowCount).toBe(1)
  await expectCounted()
  expect(await rollUp(server.db)).toBe(1)
  await expectCounted()
})
