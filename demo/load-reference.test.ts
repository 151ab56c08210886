import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { loadReference } from './load-reference.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 3, { patient: true })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const count = async (from: string) => (await pool.query(`select count(*)::int as n from ${from}`)).rows[0].n

test('reference data goes in once, whoever starts first, without accounts, orders, mails or copies to addresses of the demo', async () => {
  expect((await Promise.all([loadReference(pool), loadReference(pool)])).sort()).toEqual([false, true])
  const filled = [
    'ports',
    'cities',
    'vessels',
    'depots',
    'cartages',
    'places',
    'holidays',
    'free_time_rules',
    'freight',
    'locations',
    'delivery_times',
    'hints',
    'document_requirements',
  ]
  for (const table of [...filled, 'events', 'html_blocks', 'mail_templates where not system'])
    expect(await count(table), table).toBeGreaterThan(3)
  for (const table of ['users', 'orders', 'mails', 'articles', 'mail_addresses'])
    expect(await count(table), table).toBe(0)
  expect(await loadReference(pool)).toBe(false)
})

test('new records continue after the loaded ones', async () => {
  const before = await count('ports')
  await pool.query("insert into ports (code, name) values ('XXNEW', 'New')")
  expect(await count('ports')).toBe(before + 1)
})

test('an installation with a record of its own is left alone', async () => {
  const other = await createTestDatabase()
  const own = createPool(other.url, 1, { patient: true })
  await own.query("insert into ports (code, name) values ('XXOWN', 'Our port')")
  expect(await loadReference(own)).toBe(false)
  expect((await own.query('select code from ports')).rows).toEqual([{ code: 'XXOWN' }])
  await own.end()
  await other.drop()
})
