import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadBulkOrders } from './bulk-orders.ts'
import { loadDemo } from './load.ts'

let pool: Pool
let clean: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'bulk-'))
  pool = createPool(database.url, 2, { patient: true })
  clean = async () => {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
  await expect(loadBulkOrders(pool, 10)).rejects.toThrow('load the demo data first')
  await loadDemo({ pool, files: diskStore(folder) })
}, 120_000)
afterAll(() => clean())

async function value(sql: string): Promise<number | undefined> {
  return (await pool.query<{ n: number }>(`select (${sql})::integer as n`)).rows[0]?.n
}

test('bulk orders can be added more than once, with codes, totals and last events as they must be', {
  timeout: 60_000,
}, async () => {
  const told: number[] = []
  await loadBulkOrders(pool, 25_000, { onProgress: (done) => told.push(done) })
  await loadBulkOrders(pool, 300, { mails: true })
  const sent = `select count(*) from mails m join mail_deliveries d on d.mail_id = m.id
    join order_events e on e.id = m.order_event_id and e.order_id = m.order_id
    where m.order_id in (select entity_id from audit_entries where request_id = 'bulk')`
  expect(await value(sent)).toBe(300)
  expect(await value("select count(*) from audit_entries where request_id = 'bulk'")).toBe(300)
  expect(await value("select sum(n) - (select count(*) from mails) from totals where name = 'mails'")).toBe(0)
  expect(told).toEqual([20_000, 25_000])
  expect(await value('select count(*) from orders')).toBe(27_300)
  expect(await value("select sum(n) from totals where name = 'orders'")).toBe(27_300)
  expect(await value('select count(distinct user_id) from orders')).toBeGreaterThan(150)
  expect(await value('select count(distinct substr(hash_sum, 1, 3)) from orders')).toBeGreaterThan(10_000)
  const wrong = `select count(*) from orders o left join order_events e on e.id = o.last_event_entry_id
    where (e.order_id = o.id and e.event_id = o.last_event_id and e.date = o.last_event_time and o.created_at <= e.date
      and e.date <= now() and e.event_name = o.last_event_name) is not true`
  expect(await value(wrong)).toBe(0)
  expect(await value('select max(id) - nextval(pg_get_serial_sequence($$orders$$, $$id$$)) from orders')).toBe(-1)
})

test('nobody can log in as a bulk client', async () => {
  expect(
    await value("select count(*) from users where email like '%@bulk.example' and password_hash not like '%AAAA'"),
  ).toBe(0)
})
