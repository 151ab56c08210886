import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'

/** Bytes of each document. */
const FILE_BYTES = 20_000

/** Half of a client's orders name a supplier of their own, as a consolidator's orders do. */
const TAKE_ORDERS = `
  update orders set user_id = $1, username = 'Lena Large', company_name = 'Large Lamps Ltd', email = $3, phone = '16045550199',
    company_name_shipper = case when id % 2 = 0 then 'Supplier ' || id || ' Ltd' else 'Bright Works' end
  where id in (select id from orders where company_name <> 'Large Lamps Ltd' order by id desc limit $2)`
/** Rows that belong to each order of client $1. */
const FILLED = [
  `insert into order_events (order_id, event_id, event_name, date, comment, user_id)
   select o.id, e.id, e.name, now(), 'Large Lamps called', o.in_charge_id from orders o, (select * from events order by id limit 4) e where o.user_id = $1`,
  `insert into notes (order_id, author_id, body)
   select o.id, o.in_charge_id, 'Lena Large asked about it, ' || n from orders o, generate_series(1, 2) n where o.user_id = $1`,
  `insert into confirmations (order_id) select id from orders where user_id = $1 on conflict do nothing`,
  `insert into mails (kind, order_id, created_by, subject, html, text)
   select 'event', o.id, o.in_charge_id, 'Your order ' || o.tracking_code, repeat('<p>Dear Lena Large, it has arrived.</p>', 100), 'Dear Lena Large'
   from orders o, generate_series(1, 3) n where o.user_id = $1`,
  `insert into mail_deliveries (mail_id, role, name, address, state, attempts, sent_at)
   select m.id, 'to', 'Lena Large', o.email, 'sent', 1, now() from mails m join orders o on o.id = m.order_id where o.user_id = $1`,
  `insert into mail_documents (mail_id, document_id)
   select m.id, d.id from documents d join lateral (select id from mails where order_id = d.order_id order by id limit 1) m on true
   where d.order_id in (select id from orders where user_id = $1) on conflict do nothing`,
  `insert into audit_entries (user_id, ip, request_id, action, entity, entity_id, before, after)
   select o.in_charge_id, '10.0.0.1', '', 'order.update', 'orders', o.id, '{"companyName": "Large & Co"}',
     jsonb_build_object('companyName', o.company_name, 'username', o.username, 'email', o.email, 'comment', 'Large Lamps called', 'n', n)
   from orders o, generate_series(1, 6) n where o.user_id = $1`,
]
/** Entries that one statement inserts. */
const BATCH = 50_000

/**
 * Adds a client with `orders` orders and everything that orders may have: events, notes, mails, files, lines
 * of the audit trail.
 */
export async function largeClient(client: pg.Client, folder: string, orders: number): Promise<number> {
  // A kept database may already have this client from an earlier run.
  const email = `lena${Date.now()}@large.example`
  const { rows } = await client.query<{ id: number }>(
    `insert into users (username, email, phone, company_name, company_address, role, password_hash)
     values ('Lena Large', $1, '16045550199', 'Large Lamps Ltd', '1 Long Road', array['ROLE_USER'], '$argon2id$') returning id`,
    [email],
  )
  const id = rows[0]?.id ?? 0
  await client.query("set quayside.attention = 'off'")
  await client.query(TAKE_ORDERS, [id, orders, email])
  await writeFiles(client, folder, id)
  for (const sql of FILLED) await client.query(sql, [id])
  await client.query("set quayside.attention = 'on'")
  await client.query('select refresh_attention(stale_attention())')
  return id
}

async function writeFiles(client: pg.Client, folder: string, id: number): Promise<void> {
  const content = Buffer.alloc(FILE_BYTES, 'x')
  const { rows } = await client.query<{ key: string }>(
    `insert into documents (name, content_type, size, sha256, storage_key, category_id, uploaded_by, order_id)
     select 'Invoice.pdf', 'application/pdf', $2::int, '', 'documents/' || left(key, 2) || '/' || key, c.id, $1, o.id
     from orders o, lateral (select gen_random_uuid()::text as key where o.id > 0) k, (select min(id) as id from document_categories) c
     where o.user_id = $1 returning storage_key as key`,
    [id, FILE_BYTES],
  )
  for (const { key } of rows) {
    const path = join(folder, 'files', key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** Adds entries about other orders to the trail. */
export async function longTrail(client: pg.Client, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += BATCH)
    await client.query(
      `insert into audit_entries (user_id, ip, request_id, action, entity, entity_id, after)
       select (select min(id) from users), '127.0.0.1', '', 'order.save', 'orders', n, '{"comment": "bench"}'
       from generate_series($1::int, $2::int) n`,
      [from + 1, from + BATCH],
    )
}
