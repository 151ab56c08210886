import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/client.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { loadBulkOrders } from './bulk-orders.ts'
import { loadBulkSailings } from './bulk-sailings.ts'
import { createDemoDatabase, type DemoDatabase } from './shared-demo.fixture.ts'

let pool: Pool
let demo: DemoDatabase
beforeAll(async () => {
  demo = await createDemoDatabase()
  pool = createPool(demo.url, 2, { patient: true })
})
afterAll(async () => {
  await pool.end()
  await demo.drop()
})

async function value(sql: string): Promise<number | undefined> {
  return (await pool.query<{ n: number }>(`select (${sql})::integer as n`)).rows[0]?.n
}

test('bulk orders need the demo data', async () => {
  const empty = await createTestDatabase()
  const other = createPool(empty.url, 1)
  await expect(loadBulkOrders(other, 10)).rejects.toThrow('load the demo data first')
  await other.end()
  await empty.drop()
})

test('bulk orders can be added more than once, with correct codes, totals and last events', {
  timeout: 60_000,
}, async () => {
  const told: number[] = []
  await loadBulkOrders(pool, 1200, { batch: 500, onProgress: (done) => told.push(done) })
  await loadBulkOrders(pool, 300, { mails: true })
  const sent = `select count(*) from mails m join mail_deliveries d on d.mail_id = m.id
    join order_events e on e.id = m.order_event_id and e.order_id = m.order_id
    where m.order_id in (select entity_id from audit_entries where request_id = 'bulk')`
  expect(await value(sent)).toBe(300)
  expect(await value("select count(*) from audit_entries where request_id = 'bulk'")).toBe(300)
  expect(await value("select sum(n) - (select count(*) from mails) from totals where name = 'mails'")).toBe(0)
  expect(told).toEqual([500, 1000, 1200])
  expect(await value('select count(*) from orders')).toBe(3_900)
  expect(await value("select sum(n) from totals where name = 'orders'")).toBe(3_900)
  expect(await value('select count(distinct user_id) from orders')).toBeGreaterThan(120)
  expect(await value('select count(distinct substr(hash_sum, 1, 3)) from orders')).toBeGreaterThan(1200)
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

test('bulk sailings carry a fifth of the orders, one of them as many as asked for, with confirmations that follow', {
  timeout: 60_000,
}, async () => {
  await loadBulkSailings(pool, 100, { full: 40 })
  expect(await value("select count(*) from sailings where voyage like '%B' or voyage = 'FULL200'")).toBe(100)
  expect(
    await value("select count(*) from loadings join sailings s on s.id = sailing_id where voyage = 'FULL200'"),
  ).toBe(40)
  expect(await value("select count(*) from sailings where voyage = 'FULL200' and status = 'planned'")).toBe(1)
  expect(await value('select count(distinct status) from sailings')).toBe(4)
  const share = 'select count(*) * 100 / (select count(*) from orders) from loadings'
  expect(await value(share)).toBeGreaterThan(15)
  expect(
    await value(
      "select count(*) from sailings s where voyage like '%B' and not exists (select from loadings where sailing_id = s.id)",
    ),
  ).toBe(0)
  const apart = `select count(*) from loadings l join sailings s on s.id = l.sailing_id left join confirmations c on c.order_id = l.order_id
    where (s.voyage like '%B' or s.voyage = 'FULL200') and (c.vessel_id = s.vessel_id and c.vessel_voyage = s.voyage
      and c.port_of_discharge = s.port_of_discharge and c.port_estimated_time_of_arrival_at = s.port_eta
      and l.container_id is not null) is not true`
  expect(await value(apart)).toBe(0)
  // New sailings do not collide with existing ones: references and voyages go on.
  await expect(loadBulkSailings(pool, 100, { full: 40 })).rejects.toThrow('sailings_voyage_key')
  expect(await value('select sum(last) from sailing_numbers')).toBe(191)
})
