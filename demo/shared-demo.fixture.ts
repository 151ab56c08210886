import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase, type TestDatabase, withAdmin } from '#server/test/database.ts'
import { loadDemo } from './load.ts'
import { type OrderCounts, WHOLE_DEMO } from './orders/build-orders.ts'

/** When the demo data of the tests was loaded. */
export const LOADED_AT = new Date('2026-11-21T10:30:00.000Z')
/** When the recent demo was: the rules of the queue count from today. */
const A_WEEK_AGO = new Date(`${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}T10:30:00.000Z`)
/** Test files that need the demo data at the same time load it in turns. */
const LOCK = 7_385_503
/** A fifth of the orders, over the same time. */
const SMALL: OrderCounts = { lately: 400, earlier: 80 }

/** A database with the demo data, and the folder of its files, until drop(). */
export interface DemoDatabase extends TestDatabase {
  folder: string
}

/** A copy of the demo data, which is loaded once for all test files. */
export const createDemoDatabase = () => copyDemo('quayside_demo', WHOLE_DEMO, LOADED_AT)

/** The same with fewer orders, in which every report finds something too. */
export const createSmallDemo = () => copyDemo('quayside_small_demo', SMALL, LOADED_AT)

/** The small demo as it is a week after it was loaded, in which every rule of the queue and every report finds something. */
export const createRecentDemo = () => copyDemo('quayside_recent_demo', SMALL, A_WEEK_AGO)

async function copyDemo(template: string, orders: OrderCounts, now: Date): Promise<DemoDatabase> {
  const files = join(inject('demoFiles'), template)
  await withAdmin(inject('adminUrl'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    // Gets its name once it is complete.
    const { name, url } = await createTestDatabase()
    const pool = createPool(url, 4, { patient: true })
    await rm(files, { recursive: true, force: true })
    await loadDemo({ pool, files: diskStore(files), now, orders })
    await pool.end()
    await client.query(`alter database ${name} rename to ${template}`)
  })
  const database = await createTestDatabase(template)
  const folder = await mkdtemp(join(tmpdir(), 'quayside-demo-'))
  await cp(files, folder, { recursive: true })
  const drop = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...database, folder, drop }
}
