import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Period, periodBefore } from '#contract/reports/period.ts'
import { AGES } from '#contract/reports/reports.ts'
import { createRecentDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { createPool } from '#server/db/client.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { rollUp } from './keep-days.ts'

let demo: DemoDatabase
let server: TestServer
let pool: pg.Pool
beforeAll(async () => {
  demo = await createRecentDemo()
  pool = createPool(demo.url, 2, { patient: true })
  server = await startTestServer({}, demo.url)
  await pool.query(`
    update attention set waived_at = now(), waived_by = 1, waived_reason = 'x' where id in (
      select id from attention where resolved_at is null order by id limit 7)`)
  await pool.query(`
    insert into attention (rule, subject, severity, since, due_at) values
      ('webhook-disabled', '901', 3, now() - interval '40 days', now() - interval '1 hour'),
      ('webhook-disabled', '902', 3, now() - interval '23 hours 59 minutes', null),
      ('webhook-disabled', '903', 3, now() - interval '24 hours 1 minute', now() + interval '1 hour')`)
})
afterAll(async () => {
  await server.close()
  await pool.end()
  await demo.drop()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const PERIODS: Period[] = [
  { from: daysAgo(365), to: daysAgo(0) },
  { from: daysAgo(60), to: daysAgo(30) },
]
const rows = async (sql: string) => (await pool.query(sql)).rows
const within = (column: string, { from, to }: Period) =>
  `(${column} at time zone 'UTC')::date between '${from}' and '${to}'`
const OPEN = 'resolved_at is null and waived_reason is null'

/** Figures counted without the code of the reports. */
const plainPeople = (period: Period) =>
  rows(`
    select id, coalesce((select username from users where users.id = p.id), 'Nobody') as name,
      (select count(*)::int from orders where in_charge_id is not distinct from p.id and status = 0 and deleted_at is null) as "inCharge",
      (select count(*)::int from attention where in_charge_id is not distinct from p.id and ${OPEN}) as waiting,
      (select count(*)::int from attention where in_charge_id is not distinct from p.id and ${OPEN} and due_at < now()) as overdue,
      (select count(*)::int from order_events where user_id = p.id and ${within('created_at', period)}) as events,
      (select count(*)::int from order_prices r join orders o on o.id = r.order_id
        where r.user_id = p.id and o.deleted_at is null and ${within('o.created_at', period)}) as bookings,
      (select count(*)::int from quotes where user_id = p.id and ${within('asked_at', period)}) as quotes
    from (select id from users where role <> array['ROLE_USER'] union all select null) p`)

const plainRules = (period: Period) =>
  rows(`
    select rule, count(*) filter (where ${within('since', period)})::int as opened,
      count(*) filter (where ${within('resolved_at', period)})::int as closed,
      count(*) filter (where since < '${period.to}'::timestamp at time zone 'UTC' + interval '1 day'
        and coalesce(least(resolved_at, waived_at), 'infinity') >= '${period.to}'::timestamp at time zone 'UTC' + interval '1 day')::int as open,
      count(*) filter (where ${OPEN} and due_at < now())::int as overdue, count(*) filter (where ${OPEN})::int as now,
      extract(epoch from percentile_cont(0.5) within group (order by now() - since) filter (where ${OPEN})) / 86400 as median,
      extract(epoch from now() - min(since) filter (where ${OPEN})) / 86400 as oldest
    from attention group by rule`)

const NOTHING_DONE = { events: 0, bookings: 0, quotes: 0 }
const NOTHING_CAME = { opened: 0, closed: 0, open: 0 }
/** Whether any of these figures is more than 0. */
const isAny = (figures: Record<string, number>) => Object.values(figures).some((n) => n > 0)

/**
 * Members of staff with anything now or in one of the two periods, by id, with the figures of both if they
 * are compared.
 */
async function expectedPeople(period: Period, before: Period | null) {
  const earlier = new Map((before ? await plainPeople(before) : []).map((person) => [person.id, person]))
  const beforeOf = (id: number | null) => {
    const { events, bookings, quotes } = earlier.get(id) ?? NOTHING_DONE
    return { events, bookings, quotes }
  }
  const people = (await plainPeople(period)).map((person) => ({ ...person, before: before && beforeOf(person.id) }))
  const found = people.filter(({ id: _, name: __, before: then, ...now }) => isAny(now) || isAny(then ?? {}))
  return new Map(found.map((person) => [person.id, person]))
}

/** Rules with anything now or in one of the two periods, by code, with their figures as above. */
async function expectedRules(period: Period, before: Period | null) {
  const earlier = new Map((before ? await plainRules(before) : []).map((rule) => [rule.rule, rule]))
  const beforeOf = (code: string) => {
    const { opened, closed, open } = earlier.get(code) ?? NOTHING_CAME
    return { opened, closed, open }
  }
  const rules = (await plainRules(period)).map((rule) => ({ ...rule, before: before && beforeOf(rule.rule) }))
  return rules.filter(
    ({ opened, closed, open, now, before: then }) => isAny({ opened, closed, open, now }) || isAny(then ?? {}),
  )
}

/** Work done in the queue more than a year ago is swept, so its days are not counted any more. */
const COMPARED_PERIODS = [{ from: daysAgo(180), to: daysAgo(0) }, ...PERIODS.slice(1)]
const COMPARED: [string, Period[], (period: Period) => Period | null][] = [
  ['alone', PERIODS, () => null],
  ['beside the period before', COMPARED_PERIODS, periodBefore],
]
const KEPT: [string, () => Promise<unknown>][] = [
  ['counted now', async () => {}],
  ['kept', () => rollUp(server.db)],
]

describe.each(KEPT)('%s', (_, keep) => {
  beforeAll(keep)

  test.each(COMPARED)(
    'what each member of staff has and did, and what waits by reason, is that of plain SQL: %s',
    async (__, periods, beforeOf) => {
      for (const period of periods) {
        const before = beforeOf(period)
        const query = new URLSearchParams({ ...period, ...(before && { compare: 'previous' }) })
        const { data } = (await server.call('GET', `report/workload?${query}`)).body
        expect(data.people.length).toBeGreaterThan(3)
        expect(new Map(data.people.map((person: { id: number }) => [person.id, person]))).toEqual(
          await expectedPeople(period, before),
        )
        const found = new Map<string, Record<string, number>>(
          data.rules.map((rule: { rule: string }) => [rule.rule, rule]),
        )
        const rules = await expectedRules(period, before)
        expect([...found.keys()].sort()).toEqual(rules.map(({ rule }) => rule).sort())
        for (const { rule, now, median, oldest, ...figures } of rules) {
          expect(found.get(rule), rule).toMatchObject(figures)
          if (now === 0) expect(found.get(rule)).toMatchObject({ medianAge: null, oldestAge: null })
          else {
            // The value is rounded to a tenth of a day, and counted some moments earlier.
            expect(found.get(rule)?.medianAge, rule).toBeCloseTo(Number(median), 0)
            expect(Math.abs((found.get(rule)?.oldestAge ?? 0) - Number(oldest))).toBeLessThan(0.06)
          }
        }
      }
    },
  )

  test('what waits by age is that of plain SQL', async () => {
    const { data } = (await server.call('GET', `report/workload?${new URLSearchParams({ ...PERIODS[0] })}`)).body
    const ages = await rows(`
      select name as age, count(since)::int as open, count(since) filter (where due_at < now())::int as overdue
      from (values (0, 1), (1, 3), (3, 7), (7, 30), (30, 100000)) bounds (least, most)
        join unnest(array['${AGES.join("','")}']) with ordinality names (name, at) on at = (select count(*) from (values (0), (1), (3), (7), (30)) b (n) where n <= least)
        left join attention on ${OPEN} and since <= now() - make_interval(days => least) and since > now() - make_interval(days => most)
      group by name, least order by least`)
    expect(data.ages).toEqual(ages)
    expect(data.ages[0].open).toBeGreaterThan(0)
    expect(data.ages[4].open).toBeGreaterThan(0)
  })
})

test('there is something to compare with: work of several people and reasons in the periods before', async () => {
  for (const period of COMPARED_PERIODS) {
    const { data } = (
      await server.call('GET', `report/workload?${new URLSearchParams({ ...period, compare: 'previous' })}`)
    ).body
    const busy = (all: { before: Record<string, number> }[]) => all.filter(({ before }) => isAny(before)).length
    expect([busy(data.people) > 2, busy(data.rules) > 2]).toEqual([true, true])
  }
})
