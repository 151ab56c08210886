import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadDemo } from './load.ts'
import { LOADED_AT } from './shared-demo.fixture.ts'

interface Loaded {
  pool: Pool
  folder: string
}

test('two installs of the same day are the same, rows and files', { timeout: 120_000 }, async () => {
  expect(await freshFingerprint()).toEqual(await freshFingerprint())
})

async function freshFingerprint(): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const pool = createPool(database.url, 4, { patient: true })
  try {
    await loadDemo({ pool, files: diskStore(folder), now: LOADED_AT })
    return await fingerprint({ pool, folder })
  } finally {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
}

/**
 * Hashes of all tables, without values that differ between loads: rows of migrations carry the time,
 * passwords are salted, a webhook's secret is random, queue items follow from other rows and the time, and
 * changes are numbered by transactions.
 */
async function fingerprint({ pool, folder }: Loaded): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('migrations', 'constants', 'template_variables', 'attention',
       'changes', 'changes_kept', 'sync_marks', 'sync_source') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const hidden = { users: " - 'password_hash'", webhooks: " - 'secret'" }[name] ?? ''
    const sql = `select md5(string_agg(md5((to_jsonb(t)${hidden})::text), '' order by to_jsonb(t)${hidden})) as hash from ${name} t`
    found[name] = (await pool.query<{ hash: string }>(sql)).rows[0]?.hash ?? ''
  }
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const entry of paths) {
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return found
}
