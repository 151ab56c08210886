import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadDemo } from './load.ts'
import { type OrderCounts, WHOLE_DEMO } from './orders/build-orders.ts'

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
  const { orders, arrived } = await loadOn(day, WHOLE_DEMO)
  expect(orders).toBe(2400)
  expect(arrived.length).toBeGreaterThan(20)
})

test('sailings arrived as many days before the day of loading, whatever day it is', { timeout: 120_000 }, async () => {
  const few = { lately: 400, earlier: 80 }
  const one = await loadOn('2026-11-21T10:30:00Z', few)
  expect(one.arrived.length).toBeGreaterThan(4)
  expect((await loadOn('2026-12-09T10:30:00Z', few)).arrived).toEqual(one.arrived)
})

/** The demo of a day: how many orders it has, and how many days before that day each of its sailings arrived. */
async function loadOn(day: string, counts: OrderCounts) {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const pool = createPool(database.url, 4, { patient: true })
  try {
    await loadDemo({ pool, files: diskStore(folder), now: new Date(day), orders: counts })
    const { rows } = await pool.query<{ orders: number; arrived: number[] }>(
      `select (select count(*)::int from orders) as orders,
        array(select $1::date - (port_ata at time zone 'UTC')::date from sailings where status = 'arrived' order by 1) as arrived`,
      [day.slice(0, 10)],
    )
    return { orders: 0, arrived: [], ...rows[0] }
  } finally {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
}
