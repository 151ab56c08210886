import type { Pool } from 'pg'
import {
  CARGO,
  FULL_CARGO,
  FULL_VOYAGE,
  INSERT_CONFIRMATIONS,
  INSERT_CONTAINERS,
  INSERT_DATES,
  INSERT_LOADINGS,
  INSERT_SAILINGS,
  PLAN,
} from './lib/bulk-sailings-sql.ts'
import { PICK } from './lib/bulk-sql.ts'

export { FULL_VOYAGE }

/** How many containers the full sailing has. */
const CONTAINERS = 24

/**
 * Adds sailings for measurements, each with two containers, and puts a fifth of the existing orders aboard,
 * with booking confirmations. The last sailing, of voyage FULL_VOYAGE, is planned and has `full` orders. Load
 * the demo first. Runs in one transaction; throws if the sailing with FULL_VOYAGE exists already.
 */
export async function loadBulkSailings(pool: Pool, count: number, { full = 200 } = {}): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = 0; set synchronous_commit = off; set work_mem = '128MB'")
    // The queue is filled once, at the end.
    await client.query("set quayside.attention = 'off'")
    await client.query(PICK)
    await client.query('begin')
    const { rows } = await client.query<{ last: number }>(
      `insert into sailing_numbers as numbers (year, last) values (extract(year from now()), $1)
       on conflict (year) do update set last = numbers.last + excluded.last returning last`,
      [count],
    )
    await client.query(PLAN, [count, (rows[0]?.last ?? count) - count])
    await client.query(INSERT_SAILINGS)
    await client.query(INSERT_DATES)
    await client.query(INSERT_CONTAINERS, [CONTAINERS])
    await client.query(FULL_CARGO, [full])
    await client.query(CARGO)
    await client.query(INSERT_LOADINGS)
    await client.query(INSERT_CONFIRMATIONS)
    await client.query("select setval(pg_get_serial_sequence('sailings', 'id'), max(id)) from sailings")
    await client.query('commit')
    await client.query('vacuum (analyze) sailings, sailing_dates, containers, loadings, confirmations')
    await client.query('select refresh_attention(stale_attention())')
  } finally {
    client.release(true)
  }
}
