import { describe, expect, test } from 'vitest'
import { BAD_DAY, BAD_ORDER, OUT_OF_RANGE, TOO_LONG } from '#contract/reports/period.ts'
import { REPORTS } from '#contract/reports/reports.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const get = (path: string) => server.call('GET', path)
const MONTH = 'from=2026-10-01&to=2026-10-31'

test.each(REPORTS)('%s answers an empty period without gaps, compared and not', async (name) => {
  const plain = await get(`report/${name}?${MONTH}`)
  expect(plain.status).toBe(200)
  expect(plain.body.data).toMatchObject({ before: null, step: 'day' })
  const { data } = (await get(`report/${name}?${MONTH}&compare=previous`)).body
  expect(data.before).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  if (data.series) expect(data.series).toHaveLength(31)
})

describe('a period', () => {
  test.each([
    ['from=2026-10-01', { to: BAD_DAY }],
    ['from=1.10.2026&to=2026-10-31', { from: BAD_DAY }],
    ['from=2026-02-30&to=2026-03-01', { from: BAD_DAY }],
    ['from=2026-10-02&to=2026-10-01', { to: BAD_ORDER }],
    ['from=2020-01-01&to=2025-01-01', { from: TOO_LONG }],
    ['from=1999-12-31&to=2000-01-01', { from: OUT_OF_RANGE }],
    ['from=2099-12-31&to=2100-01-01', { to: OUT_OF_RANGE }],
    [`${MONTH}&compare=year`, { compare: 'compare is previous' }],
  ])('%s is refused at its field', async (query, problems) => {
    for (const path of ['report/volume', 'report/workload']) {
      const { status, body } = await get(`${path}?${query}`)
      expect(status).toBe(400)
      expect(body.data).toEqual(problems)
    }
  })

  test('is taken at its limits: one day, five years, the first and the last day there are', async () => {
    for (const query of [
      'from=2026-10-01&to=2026-10-01',
      'from=2020-01-01&to=2024-12-31',
      'from=2000-01-01&to=2000-01-31',
      'from=2099-12-01&to=2099-12-31',
    ])
      expect((await get(`report/volume?${query}&compare=previous`)).status).toBe(200)
  })

  test('up to 45 days has an entry for each day, a longer one for each month', async () => {
    const stepOf = async (to: string) => (await get(`report/volume?from=2026-01-01&to=${to}`)).body.data
    expect(await stepOf('2026-02-14')).toMatchObject({ step: 'day' })
    const months = await stepOf('2026-02-15')
    expect(months).toMatchObject({ step: 'month', series: [{ at: '2026-01-01' }, { at: '2026-02-01' }] })
  })

  test('takes no other parameters', async () => {
    expect(Object.keys((await get(`report/volume?${MONTH}&lane=CNSHA`)).body.data)).toEqual(['lane'])
  })
})

describe('files', () => {
  test('have a row for each entry, with the figures of the period before beside its own', async () => {
    await createOrder(server.db, { userId: (await createUser(server.db)).id, createdAt: '2026-10-05T10:00:00Z' })
    const { headers, body } = await get(`report/volume/export?${MONTH}&compare=previous&table=lanes`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders-by-lane-2026-10-01-2026-10-31.csv"')
    const lines = String(body).trim().split('\r\n')
    expect(lines[0]).toContain('"Lane","Orders","Orders, before","Cancelled"')
    expect(lines[1]).toMatch(/^"DP\d+ → D\d+",1,0,0,0,2.5,0,620,0,855.96,0$/)
    expect(lines).toHaveLength(2)
    const plain = await get(`report/volume/export?${MONTH}&table=series&format=csv`)
    expect(String(plain.body).trim().split('\r\n')).toHaveLength(32)
  })

  test('come as XLSX too, of every table of every report', async () => {
    const tables = { volume: ['series', 'lanes'], quotes: ['kinds', 'people'], 'on-time': ['carriers'] }
    for (const [name, names] of Object.entries({
      ...tables,
      milestones: ['steps'],
      workload: ['people', 'rules', 'ages'],
    }))
      for (const table of names) {
        const { status, headers } = await get(`report/${name}/export?${MONTH}&table=${table}&format=xlsx`)
        expect(status).toBe(200)
        expect(headers.get('content-type')).toContain('spreadsheetml')
      }
  })

  test('are refused for an unknown table or format, with what there is', async () => {
    const table = await get(`report/milestones/export?${MONTH}&table=lanes`)
    expect(table.body.data).toEqual({ table: 'table is one of steps' })
    const format = await get(`report/milestones/export?${MONTH}&table=steps&format=pdf`)
    expect(format.body.data).toEqual({ format: 'format is csv or xlsx' })
  })
})

describe('the list behind a figure', () => {
  test('has what the figure counts, newest first, a page at a time', async () => {
    const { id: userId } = await createUser(server.db)
    const made = ['2026-08-03T10:00:00Z', '2026-08-09T10:00:00Z', '2026-08-31T23:59:59Z', '2026-09-01T00:00:00Z']
    const orders = []
    for (const createdAt of made) orders.push(await createOrder(server.db, { userId, createdAt, status: 1 }))
    const august = 'from=2026-08-01&to=2026-08-31'
    const { body } = await get(`report/volume/list?${august}&per_page=2`)
    expect(body.data).toMatchObject({ totalCount: 3, numItemsPerPage: 2, currentPageNumber: 1 })
    expect(body.data.items.map(({ orderId }: { orderId: number }) => orderId)).toEqual([orders[2]?.id, orders[1]?.id])
    expect(body.data.items[0]).toMatchObject({
      reference: orders[2]?.trackingCode,
      who: 'Anna Trading',
      cbm: 2.5,
      usd: 855.96,
      state: 'Cancelled',
    })
    const { lanes } = (await get(`report/volume?${august}`)).body.data
    const lane = new URLSearchParams({ origin: lanes[0].origin, destination: lanes[0].destination })
    const narrowed = (await get(`report/volume/list?${august}&${lane}`)).body.data
    expect(narrowed.totalCount).toBe(lanes[0].orders + lanes[0].cancelled)
  })

  test('takes the filters of its report only', async () => {
    expect((await get(`report/quotes/list?${MONTH}&kind=request&userId=none&origin=&destination=X`)).status).toBe(200)
    expect((await get(`report/on-time/list?${MONTH}&carrierId=7`)).status).toBe(200)
    expect((await get(`report/milestones/list?${MONTH}&came=booked&reached=delivered`)).status).toBe(200)
    expect(Object.keys((await get(`report/milestones/list?${MONTH}&kind=request`)).body.data)).toEqual(['kind'])
    expect((await get(`report/volume/list?from=2026-10-02&to=2026-10-01`)).body.data).toEqual({ to: BAD_ORDER })
    expect((await get('report/volume/list')).body.data).toEqual({ from: BAD_DAY, to: BAD_DAY })
  })
})
