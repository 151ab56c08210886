import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase, DEMO_TEMPLATE, type TestDatabase, withAdmin } from '#server/test/database.ts'
import { loadDemo } from './load.ts'

/** When the demo data of the tests was loaded. */
export const LOADED_AT = new Date('2026-11-21T10:30:00.000Z')
/** Test files that need the demo data at the same time load it in turns. */
const LOCK = 7_385_503

/** A database with the demo data, and the folder of its files, until drop(). */
export interface DemoDatabase extends TestDatabase {
  folder: string
}

/** A copy of the demo data, which is loaded once for all test files. */
export async function createDemoDatabase(): Promise<DemoDatabase> {
  await withAdmin(inject('adminUrl'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await client.query('select from pg_database where datname = $1', [DEMO_TEMPLATE])
    if (rows.length === 0) await loadTemplate(client)
  })
  const database = await createTestDatabase(DEMO_TEMPLATE)
  const folder = await mkdtemp(join(tmpdir(), 'quayside-demo-'))
  await cp(inject('demoFiles'), folder, { recursive: true })
  const drop = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...database, folder, drop }
}

/** Loads the demo data into a database of its own, which gets its name once it is complete. */
async function loadTemplate(client: pg.Client): Promise<void> {
  const { name, url } = await createTestDatabase()
  const pool = createPool(url, 4, { patient: true })
  await rm(inject('demoFiles'), { recursive: true, force: true })
  await loadDemo({ pool, files: diskStore(inject('demoFiles')), now: LOADED_AT })
  await pool.end()
  await client.query(`alter database ${name} rename to ${DEMO_TEMPLATE}`)
}
