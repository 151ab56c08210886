import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { list, me, nameOf, orders, server, startFilteredOrders, ZONE } from './filtered-orders.fixture.ts'
import { listNarrowed } from './list-orders.ts'
import { selectOrders } from './select-orders.ts'

beforeAll(startFilteredOrders)
afterAll(() => server.close())

describe('totals and pages', () => {
  test('an unfiltered list answers as before; a filtered one says whether its total is capped', async () => {
    expect((await list('')).body.data).not.toHaveProperty('totalCapped')
    expect((await list('search=1')).body.data).not.toHaveProperty('totalCapped')
    expect((await list('f.status=filled')).body.data).toMatchObject({ totalCount: 4, totalCapped: false })
  })

  const page = (perPage: number, number: number, most: number, direction: 'asc' | 'desc' = 'asc') =>
    listNarrowed(
      server.db,
      { page: number, perPage, order: [{ key: 'id', direction }], search: '' },
      { where: { status: { operator: 'filled', values: [] } }, search: '' },
      { timeZone: ZONE, most },
    )

  test('a total is counted up to its limit, one more says so, and no page is past it', async () => {
    expect(await page(10, 1, 4)).toMatchObject({ totalCount: 4, totalCapped: false })
    const capped = await page(2, 1, 3)
    expect(capped).toMatchObject({ totalCount: 3, totalCapped: true, currentPageNumber: 1 })
    expect(capped.items.map(({ id }) => nameOf(id))).toEqual(['first', 'second'])
    const last = await page(2, 9, 3)
    expect(last).toMatchObject({ totalCount: 3, totalCapped: true, currentPageNumber: 2 })
    expect(last.items.map(({ id }) => nameOf(id))).toEqual(['third'])
    expect((await page(1, 2, 3, 'desc')).items.map(({ id }) => nameOf(id))).toEqual(['third'])
  })

  test.each(['id', 'created', 'username', 'companyName', 'shipment_volume', 'status', 'event_data_update'])(
    'sorting by %s is the same in a filtered list, capped or not',
    async (key) => {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = (await list(`order[${key}]=${direction}`)).body.data.items.map(({ id }: { id: number }) => id)
        const filtered = await list(`order[${key}]=${direction}&f.status=filled`)
        expect(filtered.body.data.items.map(({ id }: { id: number }) => id)).toEqual(whole)
        const walked = await listNarrowed(
          server.db,
          { page: 1, perPage: 2, order: [{ key: key as 'id', direction }], search: '' },
          { where: { status: { operator: 'filled', values: [] } }, search: '' },
          { timeZone: ZONE, most: 2 },
        )
        expect(walked.items.map(({ id }) => id)).toEqual(whole.slice(0, 2))
      }
    },
  )

  test('a page past the end of a filtered list is its last page', async () => {
    const reply = await list('f.status=filled&per_page=3&page=9&order[id]=asc')
    expect(reply.body.data).toMatchObject({ currentPageNumber: 2, totalCount: 4 })
    expect(reply.body.data.items).toHaveLength(1)
    expect((await list('f.status=empty&page=3')).body.data).toMatchObject({
      currentPageNumber: 1,
      totalCount: 0,
      items: [],
    })
  })
})

describe('a selection', () => {
  const select = (filters: Record<string, string>, more: object = {}, most?: number) =>
    selectOrders(server.db, { filters, search: '', asOfId: orders.bare, ...more }, { userId: me, timeZone: ZONE }, most)

  test('is every match up to the newest order of its time, with versions, newest first', async () => {
    const rows = await select({ status: 'filled' })
    expect(rows.map(({ id }) => nameOf(id))).toEqual(['bare', 'third', 'second', 'first'])
    expect(rows[0]?.updatedAt).toMatch(/^\d{4}-.*Z$/)
    expect((await select({ status: 'filled' }, { asOfId: orders.second })).map(({ id }) => nameOf(id))).toEqual([
      'second',
      'first',
    ])
    expect(await select({}, { search: String(orders.third) })).toHaveLength(1)
    expect((await select({ inCharge: 'is:me' })).map(({ id }) => nameOf(id))).toEqual(['first'])
  })

  test('has as many orders as allowed; one more is 400, and so is a filter that cannot be read', async () => {
    expect(await select({}, {}, 4)).toHaveLength(4)
    await expect(select({}, {}, 3)).rejects.toMatchObject({ status: 400, data: { filters: expect.any(String) } })
    await expect(select({ status: 'is:9' })).rejects.toMatchObject({
      status: 400,
      data: { 'filters.status': expect.stringContaining('Allowed') },
    })
  })
})
