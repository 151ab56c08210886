import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadDemo } from './load.ts'

/**
 * Difficult days: one on which two past sailings drew the same voyage, both switches of the clocks, the ends
 * of a month and a year, a leap day.
 */
const DAYS = [
  '2026-11-25T22:19:00Z',
  '2026-12-31T23:59:00Z',
  '2027-03-28T01:30:00Z',
  '2027-04-30T17:00:00Z',
  '2027-10-31T00:30:00Z',
  '2028-02-29T12:00:00Z',
]

test.each(DAYS)('the demo loads on %s, with sailings that arrived', { timeout: 120_000 }, async (day) => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const pool = createPool(database.url, 4, { patient: true })
  try {
    await loadDemo({ pool, files: diskStore(folder), now: new Date(day) })
    const { rows } = await pool.query<{ orders: number; arrived: number }>(`
      select (select count(*)::int from orders) as orders, (select count(*)::int from sailings where status = 'arrived') as arrived`)
    expect(rows[0]?.orders).toBe(2400)
    expect(rows[0]?.arrived).toBeGreaterThan(20)
  } finally {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
