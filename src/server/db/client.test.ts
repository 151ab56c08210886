import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isUnavailable } from '#server/lib/errors.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb, createPool } from './client.ts'
import { migrate } from './migrate.ts'
import { limitsNotHeld } from './role-limits.ts'
import { endWhenSilent } from './silence.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const pools: pg.Pool[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
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

test('a connection whose database is silent for too long is cut, also within a transaction, and the next one works', async () => {
  const pool = open({ patient: true })
  pool.on('connect', (client) => endWhenSilent(client, 500))
  const hung = createDb(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_sleep(60)`.execute(tx)
    })
  await expect(hung).rejects.toSatisfy(isUnavailable)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('of two transactions that wait for each other both are done, each once', async () => {
  const pool = createPool(database.url, 4)
  pools.push(pool)
  const db = createDb(pool)
  await db
    .insertInto('ports')
    .values([
      { code: 'DEAD1', name: '0' },
      { code: 'DEAD2', name: '0' },
    ])
    .execute()
  let begun = 0
  const addTo = (codes: string[]) =>
    db.transaction().execute(async (tx) => {
      begun++
      for (const code of codes) {
        await sql`update ports set name = (name::int + 1)::text where code = ${code}`.execute(tx)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
  await Promise.all([addTo(['DEAD1', 'DEAD2']), addTo(['DEAD2', 'DEAD1'])])
  expect(begun).toBe(3)
  const ports = await db.selectFrom('ports').select('name').where('code', 'like', 'DEAD_').execute()
  expect(ports).toEqual([{ name: '2' }, { name: '2' }])
})

test('a transaction that is always overtaken is given up after three tries', async () => {
  const db = createDb(open())
  let tries = 0
  const work = db.transaction().execute(async (tx) => {
    tries++
    await sql`do $$ begin raise exception 'overtaken' using errcode = '40P01'; end $$`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '40P01' })
  expect(tries).toBe(3)
})
