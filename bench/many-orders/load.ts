import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadBulkOrders } from '#demo/bulk-orders.ts'
import { loadBulkSailings } from '#demo/bulk-sailings.ts'
import { loadDemo } from '#demo/load.ts'
import { createPool } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/files/files.ts'

/** How many records to measure with. */
export interface Amounts {
  orders: number
  /** The newest orders, which are in progress; older ones are completed or cancelled. */
  open: number
  sailings: number
}

/** Orders of the demo. */
const DEMO_ORDERS = 2400

/** Two of three bulk orders have a quote, and half of these quotes are booked. */
const QUOTES = `
  insert into quotes (kind, asked_at, user_id, client_id, origin, destination, inputs, price, answered_at, order_id, booked_at, booked_price)
  select 'instant', o.created_at, o.in_charge_id, o.user_id, coalesce(d.code, ''), coalesce(c.dest, ''), '{}', o.estimated_transportation,
    o.created_at, case when o.id % 3 = 0 then o.id end, case when o.id % 3 = 0 then o.created_at end,
    case when o.id % 3 = 0 then o.estimated_transportation end
  from orders o left join locations l on l.id = o.origin_location_id
    left join depots d on d.id = coalesce(o.origin_depot_id, l.depot_id) left join cartages c on c.id = o.shipment_destination
  where o.id > ${DEMO_ORDERS} and o.id % 3 < 2`

/** Entries before the last one of each bulk order, so that there are days between milestones. */
const ENTRIES = `
  insert into order_events (order_id, event_id, event_name, event_public_status, milestone, date, user_id, created_at)
  select o.id, e.id, e.name, e.public_status, e.milestone, o.created_at, o.in_charge_id, o.created_at
  from orders o, (select * from events where milestone is not null order by id limit 1) e
  where o.id > ${DEMO_ORDERS} and o.last_milestone > e.milestone`

/**
 * The queue, filled today, as if it had been kept for a long time: open items came up over the last weeks,
 * most of them lately.
 */
const AGES = `
  update attention set since = now() - interval '45 days' * power((hashint4(id) & 1023) / 1024.0, 2) where resolved_at is null`

/** Items done in the queue, as far back as they are kept: one for each order that is over. */
const DONE = `
  insert into attention (order_id, rule, severity, since, due_at, in_charge_id, resolved_at)
  select id, (array['cargo-cut-off', 'not-departed', 'not-arrived', 'quiet', 'unconfirmed'])[1 + id % 5], 2, came, came, in_charge_id,
    least(came + interval '1 hour' * (id % 90), now())
  from (
    select id, in_charge_id, created_at + interval '1 day' * (id % 40) as came from orders
    where id > ${DEMO_ORDERS} and status <> 0 and created_at > now() - interval '440 days'
  ) o where came between now() - interval '399 days' and now()`

/**
 * Fills a new database, once per folder: bulk orders of three years with sailings, quotes, entries and their
 * queue, beside the demo.
 */
export async function loadMany(url: string, folder: string, { orders, open, sailings }: Amounts): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  await migrate(url)
  const done = join(folder, 'prepared')
  if (existsSync(done)) return
  const pool = createPool(url, 1, { patient: true })
  say('Loading the demo data …')
  await loadDemo({ pool, files: diskStore(join(folder, 'files')) })
  say(`Adding orders up to ${orders}, ${open} of them in progress …`)
  await loadBulkOrders(pool, Math.max(0, orders - DEMO_ORDERS), { open })
  await loadBulkSailings(pool, sailings)
  say('Adding quotes, entries and what was done in the queue …')
  await pool.query("set statement_timeout = 0; set quayside.attention = 'off'")
  for (const sql of [QUOTES, ENTRIES, AGES, DONE]) await pool.query(sql)
  await pool.query('vacuum (analyze) quotes, orders, order_events, attention, confirmations')
  await pool.end()
  writeFileSync(done, '')
}
