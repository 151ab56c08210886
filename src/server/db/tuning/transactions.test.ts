import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { announce, listen } from './transactions.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection: a transaction that was left open would hold up the next test.
  pool = createPool(database.url, 1)
  db = createDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('delete from ports'))

const port = (code: string) => ({ code, name: code })
const codes = async () => (await db.selectFrom('ports').select('code').orderBy('id').execute()).map(({ code }) => code)

test('statements sent together run in one transaction, in the order in which they were sent', async () => {
  const [, read] = await db
    .transaction()
    .execute((tx) =>
      Promise.all([
        tx.insertInto('ports').values(port('AAAAA')).execute(),
        tx.selectFrom('ports').select('code').execute(),
        tx.updateTable('ports').set({ name: 'Second' }).where('code', '=', 'AAAAA').execute(),
      ]),
    )
  expect(read).toEqual([{ code: 'AAAAA' }])
  expect(await db.selectFrom('ports').select('name').execute()).toEqual([{ name: 'Second' }])
})

test('statements sent together arrive before the first is answered', async () => {
  const client = await pool.connect()
  const sent: unknown[] = []
  const { query } = client
  // The cast: pg overloads this call; arguments pass through unchanged.
  client.query = ((...args: unknown[]) => {
    sent.push((args[0] as { text?: string }).text ?? args[0])
    return Reflect.apply(query, client, args)
  }) as typeof query
  client.release()
  let answered = 0
  await db.transaction().execute(async (tx) => {
    const both = ['one', 'two'].map((name) => sql`select ${sql.lit(name)}`.execute(tx).then(() => answered++))
    while (sent.length < 3) await Promise.resolve()
    expect(answered).toBe(0)
    await Promise.all(both)
  })
  client.query = query
  expect(sent).toEqual(['begin', "select 'one'", "select 'two'", 'commit'])
})

const insert = (code: string) => sql`insert into ports (code, name) values (${code}, ${code})`

test('if one of several statements fails, none of them leaves anything, and the connection works', async () => {
  const failing = db
    .transaction()
    .execute((tx) =>
      Promise.all([
        tx.insertInto('ports').values(port('AAAAA')).execute(),
        sql`select 1 / 0`.execute(tx),
        tx.insertInto('ports').values(port('BBBBB')).execute(),
      ]),
    )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await codes()).toEqual([])
})

test('work that throws leaves nothing, whatever is still on its way', async () => {
  const failing = db.transaction().execute(async (tx) => {
    void tx.insertInto('ports').values(port('AAAAA')).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await codes()).toEqual([])
})

test('a transaction is no longer usable once it is over', async () => {
  const tx = await db.transaction().execute(async (open) => open)
  await expect(tx.insertInto('ports').values(port('AAAAA')).execute()).rejects.toThrow()
  expect(await codes()).toEqual([])
})

test('a transaction inside a transaction is refused', async () => {
  await expect(db.transaction().execute((tx) => tx.transaction().execute(async () => {}))).rejects.toThrow()
})

test('what a transaction announces is heard once it is committed, once, on its database only', async () => {
  const heard: string[][] = []
  const stop = listen(db, 'changed', async () => heard.push(await codes()))
  const elsewhere: string[] = []
  listen(createDb(pool), 'changed', () => elsewhere.push('changed'))
  await db.transaction().execute(async (tx) => {
    announce(tx, 'changed')
    announce(tx, 'changed')
    announce(tx, 'something else')
    await insert('AAAAA').execute(tx)
    expect(heard).toEqual([])
  })
  await expect.poll(() => heard).toEqual([['AAAAA']])
  await db.transaction().execute(async (tx) => {
    announce(tx, 'changed')
    await insert('BBBBB').execute(tx)
  })
  await expect.poll(() => heard).toEqual([['AAAAA'], ['AAAAA', 'BBBBB']])
  stop()
  await db.transaction().execute(async (tx) => announce(tx, 'changed'))
  expect([heard.length, elsewhere]).toEqual([2, []])
})

test('what a transaction announces is not heard if it is rolled back, or a statement of it fails', async () => {
  const heard: string[] = []
  const stop = listen(db, 'changed', () => heard.push('changed'))
  const thrown = db.transaction().execute(async (tx) => {
    announce(tx, 'changed')
    throw new Error('changed my mind')
  })
  await expect(thrown).rejects.toThrow('changed my mind')
  const failed = db.transaction().execute(async (tx) => {
    announce(tx, 'changed')
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(heard).toEqual([])
  stop()
})
