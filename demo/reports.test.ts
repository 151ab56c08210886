import type { Pool, QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const one = async <T extends QueryResultRow>(sql: string) => (await pool.query<T>(sql)).rows[0]

test('quotes were booked or not, on lanes with and without a rate, by all who quote, until the day of loading', async () => {
  const found = await one<Record<string, number>>(`
    select count(*)::int as n, count(booked_at)::int as booked, count(*) filter (where price is null)::int as unpriced,
      count(*) filter (where kind = 'request')::int as requests, count(distinct user_id)::int as people,
      count(*) filter (where asked_at > '${LOADED_AT.toISOString()}' or booked_at > '${LOADED_AT.toISOString()}')::int as ahead,
      count(*) filter (where booked_at < asked_at)::int as back
    from quotes`)
  expect(found).toMatchObject({ ahead: 0, back: 0 })
  expect(found?.booked).toBeGreaterThan((found?.n ?? 0) / 3)
  expect(found?.booked).toBeLessThan((found?.n ?? 0) * 0.8)
  for (const part of ['unpriced', 'requests']) expect(found?.[part]).toBeGreaterThan(50)
  expect(found?.people).toBeGreaterThan(2)
})

test('a booked quote is the one of its order', async () => {
  const wrong = await one(`select count(*)::int as n from quotes q join orders o on o.id = q.order_id
    where q.client_id <> o.user_id or (q.kind = 'request') <> (o.transportation_mode = 1)
      or (q.booked_at is not null and q.booked_price is distinct from o.estimated_transportation)`)
  expect(wrong).toEqual({ n: 0 })
})

test('the queue has a past of several reasons, and what is open has been so since it was due', async () => {
  const past = await one<Record<string, number>>(`
    select count(*)::int as done, count(distinct rule)::int as rules,
      count(*) filter (where resolved_at < since or resolved_at > '${LOADED_AT.toISOString()}')::int as wrong
    from attention where resolved_at is not null`)
  expect(past?.wrong).toBe(0)
  expect(past?.done).toBeGreaterThan(500)
  expect(past?.rules).toBeGreaterThan(5)
  expect(await one('select count(*)::int as n from attention where resolved_at is null and due_at < since')).toEqual({
    n: 0,
  })
})
