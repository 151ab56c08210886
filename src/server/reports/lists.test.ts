import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RULE_LABELS, RULES_OF_NO_ORDER } from '#contract/attention/rules.ts'
import { listOfFigure, type RecordList } from '#contract/reports/figure-list.ts'
import { stretchPeriod } from '#contract/reports/period.ts'
import { REPORTS, type ReportName } from '#contract/reports/reports.ts'
import { countsRecords, REPORT_TABLES, type ReportTable } from '#contract/reports/tables.ts'
import { createRecentDemo, type DemoDatabase } from '#demo/shared-demo.fixture.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

let demo: DemoDatabase
let server: TestServer
beforeAll(async () => {
  demo = await createRecentDemo()
  server = await startTestServer({}, demo.url)
  // Some open items were waived, so that they count as come up but not as open.
  await server.db
    .updateTable('attention')
    .set({ waivedAt: new Date(), waivedBy: server.staff.id, waivedReason: 'Rolled' })
    .where('resolvedAt', 'is', null)
    .where('rule', '=', 'quiet')
    .execute()
})
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
const report = (name: ReportName, period: Asked) => get(`report/${name}?${new URLSearchParams({ ...period })}`)
/** The number of rows in the list behind a figure. */
async function listed({ list, period, filters }: RecordList): Promise<number> {
  const query = new URLSearchParams(list === 'orders' ? filters : { ...period, ...filters })
  return (await get(`${list === 'orders' ? 'request/booking/get_all' : `report/${list}/list`}?${query}`)).totalCount
}

/** Bounds of the rows of a table that are looked at: the greatest and the least. */
const MOST_ROWS = 8
const someOf = (rows: Row[]) => (rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS - 2), ...rows.slice(-2)])

const TABLES = REPORTS.flatMap((name) =>
  // The cast is safe: the rows of a list are those of its table.
  Object.entries<ReportTable<never>>(REPORT_TABLES[name]).map(
    ([table, about]) => [name, table, about as unknown as ReportTable<Row>] as const,
  ),
)
/** Figures without records to list. */
const WITHOUT_RECORDS = ['bookedShare', 'onTimeShare', 'averageLate', 'median', 'p90', 'medianAge', 'oldestAge']

describe.each([
  ['a year', YEAR],
  ['weeks that are over', PAST],
])('in %s', (_, period) => {
  test.each(TABLES)('every count of %s, by %s, is the length of its list', async (name, table, about) => {
    const answer = await report(name, period)
    const rows: Row[] = answer[table]
    expect(rows.length).toBeGreaterThan(0)
    let found = 0
    for (const row of someOf(rows))
      for (const column of about.figures) {
        expect([column.field, countsRecords(column)]).toEqual([column.field, !WITHOUT_RECORDS.includes(column.field)])
        const days = row.at ? stretchPeriod(row.at, answer.step, period) : period
        const list = listOfFigure(name, about, { row, column, period: days })
        if (!list || column.unit !== 'count') continue
        const count = row[column.field] ?? 0
        if (count > 0) found++
        expect([list, column.field, await listed(list)]).toEqual([list, column.field, count])
      }
    expect(found).toBeGreaterThan(0)
  })

  test.each(['volume', 'quotes', 'on-time', 'workload'] as const)(
    'every figure of %s of the whole period leads to its list',
    async (name) => {
      const { totals } = await report(name, period)
      for (const column of REPORT_TABLES[name].series.figures) {
        const list = listOfFigure(name, {}, { row: totals, column, period })
        expect([column.field, list]).toEqual([column.field, expect.anything()])
        if (list && column.unit === 'count') expect([list, await listed(list)]).toEqual([list, totals[column.field]])
      }
    },
  )

  test('the step from the booking to the delivery leads to its orders', async () => {
    const { whole } = await report('milestones', period)
    const list = { list: 'milestones', period, filters: { came: 'booked', reached: 'delivered' } } as const
    expect(await listed(list)).toBe(whole.orders)
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
  const ofNoOrder = new Set(RULES_OF_NO_ORDER.map((code) => `${RULE_LABELS[code]}, open`))
  const { items } = await get(`report/workload/list?${new URLSearchParams({ ...YEAR, state: 'now', age: '3' })}`)
  for (const { orderId, reference, at, days, state } of items) {
    if (ofNoOrder.has(state)) expect(orderId).toBeNull()
    else expect([orderId, reference]).toEqual([expect.any(Number), expect.stringMatching(/^[A-Z]{4}\d{8}$/)])
    if (/^Offer /.test(state)) expect(reference).toMatch(/^Q-\d{4}-\d{4}$/)
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
  ['workload', 'state=late', 'state is one of opened, closed, open, now, overdue, events'],
  ['workload', 'age=5', 'age is one of 0, 1, 2, 3, 4'],
  ['workload', 'userId=me', 'userId is an id, or none'],
  ['on-time', 'carrierId=1%20or%201', 'carrierId is an id, or none'],
  ['milestones', 'state=open', expect.any(String)],
])('%s refuses %s at its name', async (name, query, message) => {
  const { status, body } = await server.call('GET', `report/${name}/list?${new URLSearchParams(PAST)}&${query}`)
  expect([status, body.data]).toEqual([400, { [query.split('=')[0] ?? '']: message }])
})
