import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULE_LABELS } from '#contract/attention/rules.ts'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadDemo } from './load.ts'

/** Days of all weekdays, months, and hours, ends of months and years and the switches of the clocks among them. */
const DAYS = (process.env.DEMO_DAYS ?? '').split(',').filter(Boolean)
test.each(DAYS)('loads on %s with something for every rule of the queue', { timeout: 120_000 }, async (day) => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const pool = createPool(database.url, 4, { patient: true })
  try {
    await loadDemo({ pool, files: diskStore(folder), now: new Date(day) })
    const { rows } = await pool.query<{ rule: string }>('select distinct rule from attention where resolved_at is null')
    expect(Object.keys(RULE_LABELS).filter((code) => !rows.some(({ rule }) => rule === code))).toEqual([])
  } finally {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
