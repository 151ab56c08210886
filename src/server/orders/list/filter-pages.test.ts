import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { Filters } from '#contract/lib/filters.ts'
import { ORDER_FILTERS } from '#contract/orders/list/order-filters.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { listNarrowed } from './list-orders.ts'

const ZONE = 'America/Vancouver'
const CLOCK = { timeZone: ZONE }
const server = testServer({ TIME_ZONE: ZONE })
let client: number
/** Twelve orders: each third is completed, each fourth is with Marta, one a month from January 2025 on. */
let ids: number[]
let marta: number

beforeAll(async () => {
  const { db } = server
  client = (await createUser(db, { username: 'Zoé', companyName: 'Harbour' })).id
  marta = (await createUser(db, { role: [Role.MANAGER], username: 'Marta' })).id
  ids = []
  for (let month = 0; month < 12; month++) {
    const at = new Date(Date.UTC(2025, month, 1, 12))
    const { id } = await createOrder(db, {
      userId: client,
      companyName: month < 6 ? 'Élan Trading' : `Shop ${month}`,
      cityName: month % 2 === 0 ? 'Ningbo' : 'Shanghai',
      status: month % 3 === 0 ? OrderStatus.COMPLETED : OrderStatus.IN_PROGRESS,
      inChargeId: month % 4 === 1 ? marta : null,
      createdAt: at,
      lastEventTime: at,
      shipmentVolume: month + 1,
    })
    ids.push(id)
    const arrives = { portEstimatedTimeOfArrivalAt: at, cargoCutOffAt: month % 2 === 0 ? at : null }
    if (month % 3 !== 2)
      await db
        .insertInto('confirmations')
        .values({ orderId: id, ...arrives })
        .execute()
  }
  const vessel = { name: 'Ever Filter', imoNumber: '9074729' }
  const { id: vesselId } = await db.insertInto('vessels').values(vessel).returning('id').executeTakeFirstOrThrow()
  const { id: sailingId } = await db
    .insertInto('sailings')
    .values({ reference: 'S-2025-0001', vesselId, voyage: '1', portOfLoading: 'A', portOfDischarge: 'B' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const position of [2, 3, 4])
    await db
      .insertInto('loadings')
      .values({ orderId: ids[position] ?? 0, sailingId, position })
      .execute()
  await db.deleteFrom('attention').execute()
  for (const place of [4, 7])
    await db.insertInto('attention').values({ orderId: ids[place], rule: 'quiet', severity: 1 }).execute()
})

const read = (texts: Record<string, string>): Filters => keptFilters(ORDER_FILTERS, texts, marta)
/** Places of the orders on a page of two, of at most three that are counted. */
async function page(texts: Record<string, string>, direction: 'asc' | 'desc', most = 3, number = 1) {
  const order = [{ key: 'id' as const, direction }]
  const query = { page: number, perPage: 2, order, search: '' }
  const found = await listNarrowed(server.db, query, { where: read(texts), search: '' }, { ...CLOCK, most })
  return { ...found, items: found.items.map(({ id }) => ids.indexOf(id)) }
}

const CASES: [texts: Record<string, string>, places: number[]][] = [
  [{ status: 'is:2' }, [0, 3, 6, 9]],
  [{ status: 'not:0' }, [0, 3, 6, 9]],
  [{ status: 'in:0,2' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  [{ inCharge: 'is:me' }, [1, 5, 9]],
  [{ inCharge: 'is:me', status: 'is:2' }, [9]],
  [{ created: 'before:2025-05-01' }, [0, 1, 2, 3]],
  [{ created: 'between:2025-03-01,2025-05-01' }, [2, 3, 4]],
  [{ created: 'after:2025-10-30', lastUpdate: 'after:2025-11-02' }, [11]],
  [{ created: 'before:2025-05-01', status: 'is:0' }, [1, 2]],
  [{ eta: 'before:2025-05-01' }, [0, 1, 3]],
  [{ eta: 'filled', cutOff: 'empty' }, [1, 3, 7, 9]],
  [{ eta: 'after:2025-06-15', cutOff: 'empty' }, [7, 9]],
  [{ eta: 'empty', cutOff: 'empty' }, [2, 5, 8, 11]],
  [{ eta: 'empty', cutOff: 'filled' }, []],
  [{ cutOff: 'between:2025-05-01,2025-11-01', eta: 'filled' }, [4, 6, 10]],
  [{ attention: 'filled' }, [4, 7]],
  [{ attention: 'is:quiet', status: 'is:0' }, [4, 7]],
  [{ attention: 'empty', created: 'between:2025-05-01,2025-08-01' }, [5, 6]],
  [{ attention: 'is:quiet' }, [4, 7]],
  [{ attention: 'filled', sailing: 'empty' }, [7]],
  [{ attention: 'filled', sailing: 'filled' }, [4]],
  [{ sailing: 'filled', attention: 'empty' }, [2, 3]],
  [{ sailing: 'filled' }, [2, 3, 4]],
  [{ sailing: 'filled', cutOff: 'empty' }, [2, 3]],
  [{ sailing: 'filled', cutOff: 'empty', eta: 'filled' }, [3]],
  [{ sailing: 'filled', cutOff: 'empty', eta: 'empty', attention: 'empty' }, [2]],
  [{ sailing: 'empty', cutOff: 'filled' }, [0, 6, 10]],
  [{ sailing: 'empty', cutOff: 'filled', eta: 'after:2025-06-15' }, [6, 10]],
  [{ sailing: 'empty', cutOff: 'filled', eta: 'empty' }, []],
  [{ sailing: 'not:999999', cutOff: 'filled' }, [0, 4, 6, 10]],
  [{ sailing: 'empty', cutOff: 'empty' }, [1, 5, 7, 8, 9, 11]],
  [{ sailing: 'filled', cutOff: 'empty', status: 'is:0' }, [2]],
  [{ created: 'after:2025-02-01', status: 'is:0' }, [2, 4, 5, 7, 8, 10, 11]],
  [{ lastUpdate: 'after:2025-02-01', sailing: 'empty' }, [5, 6, 7, 8, 9, 10, 11]],
  [{ lastUpdate: 'before:2025-05-01', sailing: 'empty' }, [0, 1]],
  [{ company: 'has:é' }, [0, 1, 2, 3, 4, 5]],
  [{ company: 'has:sh', origin: 'is:ningbo' }, [6, 8, 10]],
  [{ company: 'starts:ÉLAN', status: 'is:0', volume: 'more:3' }, [4, 5]],
  [{ company: 'has:nobody' }, []],
  [{ origin: 'has:nowhere', status: 'is:0' }, []],
  [{ client: 'has:zo', status: 'is:2' }, [0, 3, 6, 9]],
  [{ inCharge: 'empty', status: 'is:0' }, [2, 4, 7, 8, 10, 11]],
  [{ inCharge: 'filled', created: 'after:2025-04-01' }, [5, 9]],
  [{ inCharge: 'not:me', eta: 'filled' }, [0, 3, 4, 6, 7, 10]],
  [{ status: 'is:2', tradeTerms: 'is:2' }, [0, 3, 6, 9]],
  [{ volume: 'more:8', eta: 'empty' }, [8, 11]],
]

test.each(CASES)(
  '%j: the page and its total, in both directions, counted to the end and not',
  async (texts, places) => {
    const newest = places.toReversed()
    const total = { totalCount: Math.min(places.length, 3), totalCapped: places.length > 3 }
    expect(await page(texts, 'desc')).toMatchObject({ items: newest.slice(0, 2), ...total })
    expect(await page(texts, 'asc')).toMatchObject({ items: places.slice(0, 2), ...total })
    expect(await page(texts, 'asc', 100)).toMatchObject({ totalCount: places.length, totalCapped: false })
    // A page past the last that is counted is that one.
    const last = places.length > 2 ? places.slice(2, 3) : places.slice(0, 2)
    expect((await page(texts, 'asc', 3, 9)).items).toEqual(last)
  },
)

test('a company is found among thousands of names that match, too', async () => {
  const named = { company: 'has:éba', status: 'is:0' }
  await server.pool.query(`update orders set company_name = 'Ébauche 7' where id = $1`, [ids[1]])
  await server.pool.query(`insert into company_names select 'Ébauche ' || n from generate_series(8, 1100) n`)
  expect((await page(named, 'asc')).items).toEqual([1])
  await server.pool.query(`insert into company_names select 'Ébauche ' || n from generate_series(1101, 10100) n`)
  expect((await page(named, 'asc')).items).toEqual([1])
  await server.pool.query(`delete from company_names where name like 'Ébauche%'`)
  await server.pool.query(`update orders set company_name = 'Élan Trading' where id = $1`, [ids[1]])
})

test('a company is found by the name that an order has now', async () => {
  const [first = 0] = ids
  const named = (companyName: string) =>
    server.db.updateTable('orders').set({ companyName }).where('id', '=', first).execute()
  expect((await page({ company: 'has:x' }, 'asc')).items).toEqual([])
  await named('Xylo & Co')
  expect((await page({ company: 'has:x' }, 'asc')).items).toEqual([0])
  expect((await page({ company: 'has:lan' }, 'asc')).items).toEqual([1, 2])
  await named('')
  expect((await page({ company: 'has:x' }, 'asc')).items).toEqual([])
  expect((await page({ company: 'empty' }, 'asc')).items).toEqual([0])
  await named('Élan Trading')
})

test('company_names has every name that an order has', async () => {
  const { rows } = await server.pool.query(
    `select company_name from orders where company_name <> '' except select name from company_names`,
  )
  expect(rows).toEqual([])
})
