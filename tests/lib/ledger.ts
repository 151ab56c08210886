import type pg from 'pg'
import { expect } from 'vitest'
import type { Ledger } from './writers.ts'

/** Expects every acknowledged write exactly once, and none half done. */
export async function expectLedger(pool: pg.Pool, ledger: Ledger): Promise<void> {
  const { rows: events } = await pool.query(
    'select e.id, e.order_id, d.id as document from order_events e join documents d on d.order_event_id = e.id',
  )
  const there = new Set(events.map(({ id, order_id, document }) => `${id} ${order_id} ${document}`))
  const missing = ledger.events.filter(({ id, orderId, documentId }) => !there.has(`${id} ${orderId} ${documentId}`))
  expect(missing).toEqual([])
  const { rows: orders } = await pool.query('select id, additional_information as text from orders')
  const kept = new Map(orders.map(({ id, text }) => [id, Number(text.slice(5))]))
  expect([...ledger.edits].filter(([id, told]) => (kept.get(id) ?? 0) < told)).toEqual([])
  const count = async (text: string) => (await pool.query(`select count(*)::int as n from ${text}`)).rows[0].n
  expect(await count("(select comment from order_events where comment <> '' group by 1 having count(*) > 1) x")).toBe(0)
  expect(await count('order_events e where not exists (select 1 from mails m where m.order_event_id = e.id)')).toBe(0)
  expect(await count('order_events e where not exists (select 1 from documents d where d.order_event_id = e.id)')).toBe(
    0,
  )
  expect(await count('mails m where not exists (select 1 from mail_deliveries d where d.mail_id = m.id)')).toBe(0)
}
