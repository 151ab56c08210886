import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETENTION, RETENTION_KEYS, type RetentionKey } from '#contract/system/retention.ts'
import { createOrder, createUser } from '#server/test/records.ts'
import { createStorage } from '#server/test/storage.ts'
import { SWEPT, sweepRetention } from './retention.ts'

/** A single connection, so that its scans can be asked for. */
const { db, pool, remove } = await createStorage(1)
afterAll(remove)

let user: number
let order: number
beforeAll(async () => {
  user = (await createUser(db)).id
  order = (await createOrder(db, { userId: user })).id
  await pool.query(`insert into notes (order_id, body) values (${order}, 'x')`)
  await pool.query(`insert into webhooks (url, events, secret) values ('https://x.example', '{order.event}', 'x')`)
})

/**
 * A row of each class at the given age: a statement that inserts it, and a query that says whether it is
 * still there.
 */
const CLASSES: Record<RetentionKey, [insert: (at: string) => string, left: string][]> = {
  auditDays: [
    [(at) => `insert into audit_entries (at, action, entity) values (${at}, 'x.y', 'x')`, 'from audit_entries'],
  ],
  mailTextDays: [
    [
      (at) =>
        `insert into mails (kind, subject, html, text, order_id, created_at) values ('event', 's', 'h', 't', ${order}, ${at})`,
      "from mails where html <> '' and text <> '' and kind = 'event'",
    ],
  ],
  digestDays: [
    [
      (at) =>
        `insert into mails (kind, subject, html, text, user_id, created_at) values ('digest', 's', 'h', 't', ${user}, ${at})`,
      "from mails where kind = 'digest'",
    ],
  ],
  quoteDays: [[(at) => `insert into quotes (kind, inputs, asked_at) values ('instant', '{}', ${at})`, 'from quotes']],
  offerDays: [
    [
      (at) =>
        `insert into offers (reference, name, owner_id, state, valid_until, updated_at) values (left(gen_random_uuid()::text, 18), 'x', ${user}, 'declined', now(), ${at})`,
      'from offers',
    ],
  ],
  runDays: [
    [
      (
        at,
      ) => `with run as (insert into runs (kind, input, total, state, finished_at) values ('event', '{}', 1, 'done', ${at}) returning id)
        insert into run_items (run_id, position, order_id, state) select id, 1, ${order}, 'done' from run`,
      'from runs r join run_items i on i.run_id = r.id',
    ],
  ],
  notificationDays: [
    [
      (at) =>
        `insert into notifications (user_id, kind, note_id, created_at) select ${user}, 'mention', id, ${at} from notes`,
      'from notifications',
    ],
  ],
  trackingDays: [
    [
      (at) =>
        `insert into tracking_links (token_hash, order_id, expires_at) values (sha256(random()::text::bytea), ${order}, ${at})`,
      'from tracking_links',
    ],
    [
      (at) =>
        `insert into upload_links (token_hash, order_id, requirement_ids, email, expires_at) values (sha256(random()::text::bytea), ${order}, '{}', 'x', ${at})`,
      'from upload_links',
    ],
    [
      (at) =>
        `insert into tracking_readers (order_id, email, dates, at) values (${order}, random()::text, '{}', ${at})`,
      'from tracking_readers',
    ],
  ],
  webhookDays: [
    [
      (at) =>
        `insert into webhook_deliveries (webhook_id, event, body, order_id, sequence, state, updated_at) select id, 'order.event', '{}', ${order}, 1, 'delivered', ${at} from webhooks`,
      'from webhook_deliveries',
    ],
  ],
}

const ago = (days: number, minutes: number) => `now() - interval '${days} days ${minutes} minutes'`
const left = async (what: string) => Number((await pool.query(`select count(*) as n ${what}`)).rows[0].n)

test.each(RETENTION_KEYS)('%s: what is a minute older goes, what has a minute left stays', async (key) => {
  for (const [index, [insert, what]] of CLASSES[key].entries()) {
    await pool.query(insert(ago(RETENTION[key].usual, 1)))
    await pool.query(insert(ago(RETENTION[key].usual, -1)))
    expect(await left(what)).toBe(2)
    await SWEPT[key][index]?.(db, RETENTION[key].usual)
    expect(await left(what)).toBe(1)
  }
})

test('the settings say how long; a shorter time counts from the next sweep on', async () => {
  await pool.query('delete from audit_entries')
  await pool.query(CLASSES.auditDays[0]?.[0](ago(100, 0)) ?? '')
  await sweepRetention(db)
  expect(await left('from audit_entries')).toBe(1)
  await sql`insert into settings (key, value) values ('auditDays', '99')`.execute(db)
  await sweepRetention(db)
  // After an upgrade, a week remains to choose.
  expect(await left('from audit_entries')).toBe(1)
  await pool.query(`update migrations set applied_at = now() - interval '8 days'`)
  await sweepRetention(db)
  expect(await left('from audit_entries')).toBe(0)
})

test('somebody who follows a shipment is remembered for as long, and runs under way stay', async () => {
  await pool.query(
    `insert into tracking_subscriptions (order_id, email, confirmed_at) values (${order}, 'reader@x.example', now())`,
  )
  await pool.query(
    `insert into tracking_readers (order_id, email, dates, at) values (${order}, 'reader@x.example', '{}', ${ago(900, 0)})`,
  )
  await pool.query(`insert into runs (kind, input, total) values ('event', '{}', 1)`)
  await sweepRetention(db)
  expect(await left("from tracking_readers where email = 'reader@x.example'")).toBe(1)
  expect(await left('from runs where finished_at is null')).toBe(1)
})

/** Scans of a whole table so far. */
async function scansOf(table: string): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query('select seq_scan from pg_stat_user_tables where relname = $1', [table])
  return Number(rows[0].seq_scan)
}
const tableOf = (what: string) => /^from (\w+)/.exec(what)?.[1] ?? ''

test('each class is found by an index', async () => {
  await pool.query('set enable_seqscan = off')
  for (const key of RETENTION_KEYS)
    for (const [index, [, what]] of CLASSES[key].entries()) {
      const before = await scansOf(tableOf(what))
      await SWEPT[key][index]?.(db, RETENTION[key].usual)
      expect(await scansOf(tableOf(what)), `${key} ${what}`).toBe(before)
    }
  await pool.query('reset enable_seqscan')
})

test('mails whose text is gone already are not looked at again, before the statistics know of it too', async () => {
  const days = RETENTION.mailTextDays.usual
  // Sets the state after a sweep, which found texts in these mails.
  await pool.query(
    `insert into mails (kind, subject, html, text, created_at) select 'event', 's', 'h', 't', now() - make_interval(days => ${days} + n * 7919 % 3001)
     from generate_series(1, 3000) n`,
  )
  await pool.query('analyze mails')
  await pool.query(`update mails set html = '', text = ''`)
  const before = await scansOf('mails')
  expect(await SWEPT.mailTextDays[0]?.(db, days)).toBe(0)
  expect(await scansOf('mails')).toBe(before)
})
