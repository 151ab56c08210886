import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createDb, createPool, type Db } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/records.ts'
import { loadDemoOnce, loadReferenceOnce, refusePublished } from './demo.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 2)
  db = createDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const config = readConfig({ DATABASE_URL: 'postgres://localhost/x', DEMO: '1', HOST: '0.0.0.0' })
const local = () => ({ url: database.url, config, files: diskStore('/nowhere'), exposed: false })
const exposed = () => ({ ...local(), exposed: true })

test('demo accounts are not loaded where others can reach them; the refusal says what to set', async () => {
  const refused = loadDemoOnce(exposed(), () => {})
  await expect(refused).rejects.toThrow(/HOST 0\.0\.0\.0 can be reached.*DEMO=0 starts without.*DEMO_PUBLIC=1/s)
  expect((await pool.query('select 1 from users')).rowCount).toBe(0)
})

test('of instances that start together on an empty database one loads the demo data, the others wait', async () => {
  let loading = 0
  const said: string[] = []
  const load = async () => {
    loading++
    await expect.poll(() => said.length).toBe(2)
    await createUser(db)
  }
  await Promise.all([1, 2, 3].map(() => loadDemoOnce(local(), (text) => said.push(text), load)))
  expect(loading).toBe(1)
  expect(said).toEqual(Array(2).fill('Another instance is loading the demo data: waiting for it …'))
  await loadDemoOnce(exposed(), () => {}, load)
  expect(loading).toBe(1)
})

test('DEMO=reference loads the reference data of the demo, and says so once', async () => {
  const said: string[] = []
  for (const DEMO of ['0', '1', 'reference', 'reference'])
    await loadReferenceOnce(database.url, readConfig({ DATABASE_URL: database.url, DEMO }), (text) => said.push(text))
  expect(said).toEqual(['Loaded the reference data of the demo.'])
})

test('accounts that are not of the demo do not keep the server from starting', async () => {
  expect((await pool.query('select 1 from users')).rowCount).toBe(1)
  await expect(refusePublished(db, '0.0.0.0')).resolves.toBeUndefined()
})
