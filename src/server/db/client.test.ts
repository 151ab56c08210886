import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isUnavailable } from '#server/lib/errors.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb, createPool } from './client.ts'
import { migrate } from './migrate.ts'
import { limitsNotHeld } from './role-limits.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const pools: pg.Pool[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})
afterAll(() => database.drop())

function open(options?: Parameters<typeof createPool>[2]): pg.Pool {
  const pool = createPool(database.url, 1, options)
  pools.push(pool)
  return pool
}

test('a connection holds to the limits', async () => {
  expect(await limitsNotHeld(open())).toEqual([])
})

test('a role that was given the limits holds to them without a word at the start, as behind a pooler', async () => {
  expect(await limitsNotHeld(open({ pooler: true }))).toEqual(
    expect.arrayContaining(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']),
  )
  await migrate(database.url, { pooler: true })
  expect(await limitsNotHeld(open({ pooler: true }))).toEqual([])
  // The second time there is nothing to give.
  expect(await migrate(database.url, { pooler: true })).toEqual([])
})

test('behind a pooler no statement keeps a name', async () => {
  const named = { name: 'one', text: 'select 1' }
  const left = 'select name from pg_prepared_statements'
  const direct = open()
  await direct.query(named)
  expect((await direct.query(left)).rows).toEqual([{ name: 'one' }])
  const pooled = open({ pooler: true })
  await pooled.query(named)
  expect((await pooled.query(left)).rows).toEqual([])
})

test('a connection that owes its answer for 7 s is cut, also within a transaction, and the next one works', async () => {
  const pool = open()
  const db = createDb(pool)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hung = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  const failed = expect(hung).rejects.toSatisfy(isUnavailable)
  const watcher = new pg.Client({ connectionString: database.url })
  await watcher.connect()
  const asleep = "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  while ((await watcher.query(asleep)).rowCount === 0);
  vi.advanceTimersByTime(6_999)
  expect(pool.totalCount).toBe(1)
  vi.advanceTimersByTime(1)
  await failed
  vi.useRealTimers()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await watcher.end()
})
