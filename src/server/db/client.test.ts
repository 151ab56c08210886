import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PLANNED, planned } from '#server/db/tuning/planned.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createDb, createPool, type Db } from './client.ts'
import { isUnavailable } from './failures.ts'
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

test('a connection has our limits', async () => {
  expect(await limitsNotHeld(open())).toEqual([])
})

test('a role with stored limits has them without connection options, as behind a pooler', async () => {
  expect(await limitsNotHeld(open({ pooler: true }))).toEqual(
    expect.arrayContaining(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']),
  )
  await migrate(database.url, { pooler: true })
  expect(await limitsNotHeld(open({ pooler: true }))).toEqual([])
  // A second migration has nothing to do.
  expect(await migrate(database.url, { pooler: true })).toEqual([])
})

const LEFT = 'select statement from pg_prepared_statements order by statement'

test('a marked statement is planned once per connection, in and out of transactions, however it is sent', async () => {
  const pool = open()
  const db = createDb(pool)
  const marked = `select $1::int as one ${PLANNED}`
  expect((await pool.query(marked, [1])).rows).toEqual([{ one: 1 }])
  expect((await pool.query({ text: marked, values: [2] })).rows).toEqual([{ one: 2 }])
  expect((await pool.query(`select 3 as three ${PLANNED}`)).rows).toEqual([{ three: 3 }])
  const ask = (on: Db, code: string) =>
    planned(on.selectFrom('ports').select('name').where('code', '=', code)).execute()
  expect(await ask(db, 'NONE1')).toEqual([])
  expect(await db.transaction().execute((tx) => ask(tx, 'NONE2'))).toEqual([])
  await pool.query('select 4')
  const { rows } = await pool.query<{ statement: string }>(LEFT)
  expect(rows.map(({ statement }) => statement)).toEqual([
    `select "name" from "ports" where "code" = $1 ${PLANNED}`,
    marked,
    `select 3 as three ${PLANNED}`,
  ])
})

test('behind a pooler no statement is named', async () => {
  const pooled = open({ pooler: true })
  expect((await pooled.query(`select 1 as one ${PLANNED}`)).rows).toEqual([{ one: 1 }])
  expect((await pooled.query({ name: 'of a library', text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
  expect((await pooled.query(LEFT)).rows).toEqual([])
})

test('a failing marked statement is an ordinary error, and the connection stays usable', async () => {
  const pool = open()
  await expect(pool.query(`select * from nowhere ${PLANNED}`)).rejects.toMatchObject({ code: '42P01' })
  await expect(pool.query(`select 1 / $1::int ${PLANNED}`, [0])).rejects.toMatchObject({ code: '22012' })
  expect((await pool.query(`select 6 / $1::int as n ${PLANNED}`, [2])).rows).toEqual([{ n: 3 }])
})

test('a connection is cut when its database is silent too long, in a transaction too, and the next one works', async () => {
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

test('two transactions in a deadlock both complete, each once', async () => {
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
  // The first attempt of each waits until both hold a row, so that they cannot miss each other.
  let holding = 0
  let bothHold = () => {}
  const held = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const addTo = (codes: string[]) =>
    db.transaction().execute(async (tx) => {
      begun++
      for (const code of codes) {
        await sql`update ports set name = (name::int + 1)::text where code = ${code}`.execute(tx)
        holding++
        if (holding === 2) bothHold()
        await held
      }
    })
  await Promise.all([addTo(['DEAD1', 'DEAD2']), addTo(['DEAD2', 'DEAD1'])])
  // Two attempts each on a slow machine, where both may lose.
  expect(begun).toBeGreaterThanOrEqual(3)
  const ports = await db.selectFrom('ports').select('name').where('code', 'like', 'DEAD_').execute()
  expect(ports).toEqual([{ name: '2' }, { name: '2' }])
})

test('a transaction that always loses is given up after three tries', async () => {
  const db = createDb(open())
  let tries = 0
  const work = db.transaction().execute(async (tx) => {
    tries++
    await sql`do $$ begin raise exception 'overtaken' using errcode = '40P01'; end $$`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '40P01' })
  expect(tries).toBe(3)
})

test('250 statements get names; the next one gets none but is answered', async () => {
  const pool = open()
  // Names of the tests above count too: they belong to the process.
  for (let n = 0; n < 260; n++) expect((await pool.query(`select ${n} as n ${PLANNED}`)).rows).toEqual([{ n }])
  const { rows } = await pool.query('select max(substr(name, 9)::int) as last from pg_prepared_statements')
  expect(rows).toEqual([{ last: 250 }])
})
