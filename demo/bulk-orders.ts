import type { Pool, PoolClient } from 'pg'
import { INSERT_CLIENTS, INSERT_MAILS, INSERT_ORDERS, PICK } from './lib/bulk-sql.ts'

/** Orders that one transaction adds, unless told otherwise. */
const BATCH = 20_000
/** Orders per additional client; there is a minimum of clients. */
const ORDERS_PER_CLIENT = 250
const LEAST_CLIENTS = 50

/**
 * Adds plausible orders of the last three years for measurements, each with one entry in its history, and
 * their clients; with `mails` also a sent mail per entry and its line in the audit trail. With `open`, only
 * that many of the newest are in progress. Load the demo first: the orders need cartages, depots, locations
 * and events. Codes never collide, however often this runs. Each `batch` is one transaction.
 */
export async function loadBulkOrders(
  pool: Pool,
  count: number,
  { mails = false, open = null as number | null, batch = BATCH, onProgress = (_done: number) => {} } = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off')
    // The queue is filled once, at the end.
    await client.query("set quayside.attention = 'off'")
    await client.query(PICK)
    const { rows } = await client.query<{ ready: boolean }>(
      'select exists(select from cartages) and exists(select from locations) and exists(select from events) as ready',
    )
    if (!rows[0]?.ready) throw new Error('There are no cartages, locations or events: load the demo data first')
    await client.query(INSERT_CLIENTS, [Math.max(LEAST_CLIENTS, Math.ceil(count / ORDERS_PER_CLIENT))])
    const first = await nextId(client)
    for (let done = 0; done < count; done += batch) {
      const size = Math.min(batch, count - done)
      await client.query(INSERT_ORDERS, [first + done, size, first, count, open])
      if (mails) await client.query(INSERT_MAILS, [first + done, size])
      onProgress(done + size)
    }
    for (const table of ['orders', 'order_events'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
    await client.query(
      'vacuum (analyze) orders, order_terms, order_names, order_events, users, mails, mail_deliveries, audit_entries',
    )
    await client.query('select refresh_attention(stale_attention())')
    await client.query('vacuum (analyze) attention')
  } finally {
    client.release(true)
  }
}

async function nextId(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select coalesce(max(id), 0) + 1 as id from orders')
  return rows[0]?.id ?? 1
}
