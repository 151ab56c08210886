import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from './database.ts'

/** A migrated database and a folder of files for a test file that needs no server, until remove(). */
export async function createStorage(connections?: number) {
  const database = await createTestDatabase()
  const pool = createPool(database.url, connections)
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-'))
  async function remove() {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { pool, db: createDb(pool), folder, files: diskStore(folder), remove }
}
