import type { Pool, QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containerNumberDoubt } from '#contract/reference/container-codes.ts'
import { createDemoDatabase, type DemoDatabase, LOADED_AT } from '#demo/shared-demo.fixture.ts'
import { createPool } from '#server/db/client.ts'

let database: DemoDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDemoDatabase()
  pool = createPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
const rows = async <T extends QueryResultRow>(sql: string): Promise<T[]> => (await pool.query<T>(sql)).rows

/** Sailings with higher ids arrived longer ago and are only history for the reports. */
const LATELY = 'id <= 12'

test('there are five planned sailings, two closed, three under way and two that arrived, each with several orders', async () => {
  expect(await rows(`select status, count(*)::int as n from sailings where ${LATELY} group by 1 order by 1`)).toEqual([
    { status: 'arrived', n: 2 },
    { status: 'closed', n: 2 },
    { status: 'departed', n: 3 },
    { status: 'planned', n: 5 },
  ])
  const sizes = await rows<{ n: number }>(
    `select count(*)::int as n from loadings where sailing_id in (select id from sailings where ${LATELY}) group by sailing_id`,
  )
  expect(sizes).toHaveLength(12)
  for (const { n } of sizes) expect(n).toBeGreaterThan(2)
})

test('others arrived in the course of the last fifteen months, some late, each with several orders that were delivered', async () => {
  const [past] = await rows<{ n: number; months: number; late: number; few: number; open: number }>(`
    select count(*)::int as n, count(distinct date_trunc('month', port_ata))::int as months,
      count(*) filter (where port_ata > (select value from sailing_dates where sailing_id = s.id and field = 'portEta' order by id limit 1))::int as late,
      count(*) filter (where (select count(*) from loadings where sailing_id = s.id) < 2)::int as few,
      count(*) filter (where exists (select from loadings join orders o on o.id = order_id where sailing_id = s.id and o.status = 0))::int as open
    from sailings s where not (${LATELY}) and status = 'arrived'`)
  expect(past).toMatchObject({ few: 0, open: 0 })
  expect(past?.n).toBeGreaterThan(25)
  expect(past?.months).toBeGreaterThan(6)
  expect(past?.late).toBeGreaterThan(5)
  expect(past?.late).toBeLessThan(past?.n ?? 0)
})

test('one planned sailing has more than its container takes, and two arrivals were put back', async () => {
  const over = await rows(`select s.status from sailings s join containers k on k.sailing_id = s.id
    where k.max_cbm < (select sum(coalesce(l.volume_cbm, o.shipment_volume)) from loadings l join orders o on o.id = l.order_id
      where l.container_id = k.id)`)
  expect(over).toEqual([{ status: 'planned' }])
  const delayed =
    await rows(`select s.status, (value - previous)::text as by from sailing_dates d join sailings s on s.id = sailing_id
    where field = 'portEta' and previous is not null order by 1`)
  expect(delayed).toEqual([
    { status: 'departed', by: '6 days' },
    { status: 'planned', by: '5 days' },
  ])
})

test('confirmations say what their sailing says, and its stage is that of its dates', async () => {
  const other = await rows(`select c.order_id from loadings l join sailings s on s.id = l.sailing_id
    left join confirmations c on c.order_id = l.order_id
    where (c.vessel_id, c.vessel_voyage, c.port_of_loading, c.port_of_discharge, c.cargo_cut_off_at, c.documentation_cut_off_at,
      c.estimated_time_of_departure_at, c.port_estimated_time_of_arrival_at)
      is distinct from (s.vessel_id, s.voyage, s.port_of_loading, s.port_of_discharge, s.cargo_cut_off_at,
      s.documentation_cut_off_at, s.etd, s.port_eta)
      or c.actual_time_of_departure_at is distinct from s.atd or c.port_actual_time_of_arrival_at is distinct from s.port_ata`)
  expect(other).toEqual([])
  const wrong = await rows(`select id from sailings where status <> case when port_ata is not null then 'arrived'
    when atd is not null then 'departed' when cargo_cut_off_at < '${LOADED_AT.toISOString()}' then 'closed' else 'planned' end`)
  expect(wrong).toEqual([])
})

test('cargo of a sailing that closed was received, and no container bears more than its payload', async () => {
  expect(
    await rows(`select order_id from loadings join sailings s on s.id = sailing_id
      where s.status <> 'planned' and received_at is null`),
  ).toEqual([])
  expect(
    await rows(`select k.id from containers k join loadings l on l.container_id = k.id join orders o on o.id = l.order_id
      group by k.id having sum(coalesce(l.weight_kg, o.shipment_weight)) > k.max_kg`),
  ).toEqual([])
})

test('container numbers are correct, and FCL orders have containers of their own', async () => {
  const numbers = await rows<{ number: string; order: number | null }>(
    'select number, order_id as order from containers',
  )
  for (const { number } of numbers) expect(containerNumberDoubt(number), number).toBeNull()
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length)
  expect(numbers.filter(({ order }) => order !== null).length).toBeGreaterThan(5)
})

test('references count the sailings of each year in the order in which they were planned', async () => {
  const years = await rows<{ year: number; last: number }>('select year, last from sailing_numbers order by year')
  expect(years.at(-1)?.year).toBe(LOADED_AT.getUTCFullYear())
  expect(years.length).toBeGreaterThan(1)
  const inOrder = await rows<{ reference: string }>('select reference from sailings order by created_at, id')
  const wanted = years.flatMap(({ year, last }) =>
    Array.from({ length: last }, (_, at) => `S-${year}-${String(at + 1).padStart(4, '0')}`),
  )
  expect(inOrder.map(({ reference }) => reference)).toEqual(wanted)
})
