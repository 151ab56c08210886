import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { md5 } from 'js-md5'
import type { Pool, QueryResultRow } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RULE_CODES } from '#contract/attention/attention.ts'
import { RULES_OF_NO_ORDER } from '#contract/attention/rules.ts'
import { OFFER_STATES } from '#contract/offers/offer-codes.ts'
import { orderFields } from '#contract/orders/order-fields.ts'
import { MAX_LCL_CBM, type QuoteLine } from '#contract/quotes/quotes.ts'
import { verifyPassword } from '#server/accounts/passwords/passwords.ts'
import { createDb, createPool } from '#server/db/client.ts'
import { diskStore } from '#server/files/files.ts'
import { ORIGIN_ID } from '#server/orders/origins.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import { priceShipment } from '#server/pricing/price-shipment.ts'
import { loadDemo } from './load.ts'
import { createDemoDatabase, type DemoDatabase, LOADED_AT } from './shared-demo.fixture.ts'

const NOW = LOADED_AT.toISOString()

interface Loaded {
  pool: Pool
  folder: string
}

let database: DemoDatabase
let demo: Loaded
beforeAll(async () => {
  database = await createDemoDatabase()
  demo = { pool: createPool(database.url, 4, { patient: true }), folder: database.folder }
})
afterAll(async () => {
  await demo.pool.end()
  await database.drop()
})

async function rows<T extends QueryResultRow>(sql: string): Promise<T[]> {
  return (await demo.pool.query<T>(sql)).rows
}
/** How many records break a rule: `from` names the table, `rule` is what must hold. */
async function broken(from: string, rule: string): Promise<number> {
  const found = await rows<{ n: number }>(`select count(*)::integer as n from ${from} where (${rule}) is not true`)
  return found[0]?.n ?? -1
}
async function count(from: string): Promise<number> {
  const [found] = await rows<{ n: number }>(`select count(*)::integer as n from ${from}`)
  return found?.n ?? -1
}

describe('the size of the demo', () => {
  test.each([
    ["users where role && array['ROLE_ADMIN', 'ROLE_MANAGER']", 3],
    ["users where role = array['ROLE_CSR']", 1],
    ["users where role = array['ROLE_USER'] and confirmed", 40],
    ["orders where created_at > '2025-11-21'", 2000],
    ["orders where created_at < '2025-11-21'", 400],
    ['vessels', 30],
    ['carriers', 12],
    ['sailings', 91],
    ['depots', 9],
    ['locations', 10],
    ['freight', 30],
    ['events', 19],
    ['mail_templates', 22],
    ['mail_templates where system', 10],
    ['document_requirements', 6],
    ['html_blocks', 4],
    ['articles where visibility', 12],
    ["article_slots where type = 'news'", 6],
    ["article_slots where type = 'resources'", 6],
    ['cartages join cartage_categories c on c.id = category_id where is_amazon', 44],
    ['mail_addresses where not send', 1],
    ["mail_deliveries where state = 'failed' and reason <> ''", 6],
  ])('%s: %d', async (from, n) => expect(await count(from)).toBe(n))

  test('everybody who logs in has something of each rule of the queue', async () => {
    const found = await rows<{ rule: string; owners: number }>(`
      select rule, count(distinct in_charge_id) filter (where in_charge_id in (1, 2, 3))::integer as owners
      from attention where resolved_at is null group by rule order by rule`)
    const rules = [
      'cargo-cut-off',
      'client-document',
      'customs-exam',
      'document',
      'late-delivery',
      'mail-failed',
      'measured-differs',
    ]
    const others = [
      'arrival-notice-due',
      'client-mail',
      'draft-waiting',
      'free-time-ends',
      'charges-running',
      'empty-return-due',
      'release-missing',
      'not-arrived',
      'not-departed',
      'note-due',
      'quiet',
      'quote-waiting',
      'unconfirmed',
    ]
    // Items that concern no order are in nobody's own queue, and everybody sees them.
    const all = [
      ...[...rules, ...others].map((rule) => ({ rule, owners: 3 })),
      ...RULES_OF_NO_ORDER.map((rule) => ({ rule, owners: 0 })),
    ]
    expect(found).toEqual(all.sort((a, b) => a.rule.localeCompare(b.rule)))
    expect(found.map(({ rule }) => rule)).toEqual(RULE_CODES.toSorted())
    expect(await count('attention where resolved_at is null and in_charge_id is null')).toBeGreaterThan(0)
  })

  test('a webhook waits in the queue, but nothing is ever sent to it', async () => {
    expect(await rows('select active, url, disabled_reason is not null as failed from webhooks')).toEqual([
      { active: false, url: expect.stringMatching(/^https:\/\/[a-z.]+\.example\//), failed: true },
    ])
    expect(await count('webhook_deliveries')).toBe(0)
  })

  test('rates have a past and a future: a set that brought some of today’s, and one that fits when its time comes', async () => {
    const states = await rows(
      'select state, count(c.id)::int as changes from rate_sets s join rate_changes c on c.set_id = s.id group by s.id order by s.id',
    )
    expect(states).toEqual([
      { state: 'current', changes: 12 },
      { state: 'scheduled', changes: 22 },
    ])
    const kept = `rate_history h join freight f on f.id = h.record_id and h.entity = 'freight' and upper_inf(h.valid)`
    expect(await count(kept)).toBe(30)
    expect(await broken(kept, "h.values = rate_values('freight', to_jsonb(f))")).toBe(0)
    expect(await count('rate_history where set_id is not null')).toBe(6)
    expect(await count(`rate_history where not valid @> '${NOW}'::timestamptz - interval '2 years'`)).toBe(6)
    const cells = `rate_changes c join rate_sets s on s.id = c.set_id join freight f on f.id = c.record_id
      where s.state = 'scheduled' and c.action = 'change'`
    expect(await count(cells)).toBeGreaterThan(15)
    expect(await count(`${cells} and c.old <> case c.field when 'cbm' then f.cbm else f.mt end`)).toBe(0)
  })

  test('offers are in every state, and what was accepted is the price of its order', async () => {
    const states = await rows<{ state: string }>(
      `select distinct case when state = 'sent' and valid_until <= '${NOW}' then 'expired' else state end as state from offers order by 1`,
    )
    expect(states.map(({ state }) => state)).toEqual(OFFER_STATES.toSorted())
    const accepted = `offers o join offer_options x on x.offer_id = o.id and x.chosen left join order_prices p on p.offer_id = o.id`
    expect(await count(`${accepted} where o.order_id is not null`)).toBe(6)
    expect(await broken(`${accepted}`, 'o.order_id is null or p.booked = x.price')).toBe(0)
    expect(await broken('offers', "state <> 'accepted' or snapshot_hash is not null")).toBe(0)
    const owners = 'offers o join users u on u.id = o.owner_id'
    expect(await broken(owners, "u.role && array['ROLE_ADMIN', 'ROLE_MANAGER']")).toBe(0)
  })

  test('an option of an offer, and a quote that nobody booked, cost what the calculator says today', async () => {
    const db = createDb(demo.pool)
    const asked = await rows<{
      inputs: Record<string, unknown>
      price: number
      lines: QuoteLine[]
      days: number | null
    }>(
      `select inputs, price, lines, days from offer_options where mode = 0 and not manual
      union all select inputs, price, answer -> 'lines', null from (
        select * from quotes where kind = 'instant' and booked_at is null and price is not null order by id limit 50) q`,
    )
    expect(asked.length).toBeGreaterThan(60)
    for (const { inputs, days, ...kept } of asked) {
      const { quote } = await priceShipment(db, keptShipment(inputs))
      expect(kept).toEqual({ price: quote?.amzlclCost, lines: quote?.lines })
      expect([null, quote?.delivery]).toContain(days)
    }
    const volume = "coalesce(inputs ->> 'cbm', inputs ->> 'volume')::numeric"
    expect(await broken('quotes', `kind <> 'instant' or ${volume} <= ${MAX_LCL_CBM}`)).toBe(0)
  })

  test('papers are in every state, and those that need a document or a reason have one', async () => {
    const states = await rows<{ state: string }>('select distinct state from order_requirements order by state')
    const all = ['accepted', 'open', 'received', 'rejected', 'requested', 'waived']
    expect(states.map(({ state }) => state)).toEqual(all)
    const whole = `(state not in ('received', 'accepted') or document_id is not null) and (state not in ('rejected', 'waived') or reason <> '')`
    expect(await broken('order_requirements', whole)).toBe(0)
    const due = 'paper_due(p.basis, p.offset_days, o.created_at, c) is not distinct from p.due_at'
    const from =
      'order_requirements p join orders o on o.id = p.order_id left join confirmations c on c.order_id = o.id'
    expect(await broken(from, due)).toBe(0)
  })

  test('every trade term with a supplier has hints, and there are general ones', async () => {
    const hints = await rows('select distinct type, shipment_trade_terms as terms from hints order by terms')
    expect(hints).toMatchObject([{ type: 'general' }, { terms: 1 }, { terms: 2 }, { terms: 3 }])
  })

  test('about five percent of the delivery grid is empty', async () => {
    const cells = (await count('depots')) * (await count('cartages'))
    const empty = 1 - (await count('delivery_times')) / cells
    expect(empty).toBeGreaterThan(0.03)
    expect(empty).toBeLessThan(0.07)
  })

  test('about 60% are in progress, 30% completed, 10% cancelled', async () => {
    const share = async (status: number) =>
      (await count(`orders where created_at > '2025-11-21' and status = ${status}`)) / 2000
    expect(await share(0)).toBeCloseTo(0.6, 1)
    expect(await share(2)).toBeCloseTo(0.3, 1)
    expect(await share(1)).toBeCloseTo(0.1, 1)
  })

  test('there are LCL and FCL, all trade terms, Amazon and not, with and without confirmation', async () => {
    const terms = await rows('select distinct shipment_trade_terms from orders where transportation_mode = 0')
    expect(terms).toHaveLength(4)
    expect(await count('orders where transportation_mode = 1')).toBeGreaterThan(100)
    expect(await count("orders where amazon_ref_id <> ''")).toBeGreaterThan(500)
    const confirmed = await count("confirmations join orders o on o.id = order_id where o.created_at > '2025-11-21'")
    expect(confirmed).toBeGreaterThan(1500)
    expect(confirmed).toBeLessThan(2000)
  })

  test('the last day has new orders under way, and recent months have more than early ones', async () => {
    expect(await count("orders where status = 0 and created_at >= '2026-11-21'")).toBeGreaterThan(0)
    expect(await count("orders where created_at >= '2026-11-20' and created_at < '2026-11-21'")).toBeGreaterThan(9)
    const recent = await count("orders where created_at > '2026-09-21'")
    expect(recent).toBeGreaterThan(
      2 * (await count("orders where created_at > '2025-11-21' and created_at < '2026-05-21'")),
    )
    expect(await broken('orders', "created_at <= '2026-11-21 10:30'")).toBe(0)
  })

  test('the season a year before has orders in each week, which are all over', async () => {
    const before = "orders where created_at < '2025-11-21'"
    const weeks = await rows<{ n: number }>(`
      select count(*)::integer as n from generate_series(0, 12) week left join orders o
        on o.created_at >= '2025-08-25'::timestamptz + week * interval '7 days' and o.created_at < '2025-09-01'::timestamptz + week * interval '7 days'
      group by week`)
    for (const { n } of weeks.slice(0, 12)) expect(n).toBeGreaterThan(10)
    expect(await count(`${before} and status = 0`)).toBe(0)
    expect(await count(`${before} and status = 2`)).toBeGreaterThan(300)
  })
})

describe('logins', () => {
  test.each([
    ['admin@quayside.example', 'quayside-admin', 'ROLE_ADMIN'],
    ['manager@quayside.example', 'quayside-manager', 'ROLE_MANAGER'],
    ['client@quayside.example', 'quayside-client', 'ROLE_USER'],
  ])('%s logs in with %s', async (email, password, role) => {
    const sql = `select role, password_hash as hash from users where email = '${email}'`
    const [user] = await rows<{ role: string[]; hash: string }>(sql)
    expect(user?.role).toEqual([role])
    expect(user?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(user?.hash, md5(password))).toBe(true)
  })

  test('no other account has a published password', async () => {
    const hashes = await rows<{ email: string; hash: string }>('select email, password_hash as hash from users')
    const known = new Set<string>()
    for (const [, hash] of new Map(hashes.map((user) => [user.hash, user.hash]))) {
      for (const word of ['admin', 'manager', 'client']) {
        if (await verifyPassword(hash, md5(`quayside-${word}`))) known.add(hash)
      }
    }
    const open = hashes.filter(({ hash }) => known.has(hash)).map(({ email }) => email)
    expect(open.sort()).toEqual(['admin@quayside.example', 'client@quayside.example', 'manager@quayside.example'])
  })

  test("the published client has orders in every status and mode, and everybody's documents", async () => {
    const mine = "orders join users u on u.id = user_id where u.email = 'client@quayside.example'"
    for (const status of [0, 1, 2]) expect(await count(`${mine} and status = ${status}`)).toBeGreaterThan(0)
    for (const mode of [0, 1]) expect(await count(`${mine} and transportation_mode = ${mode}`)).toBeGreaterThan(0)
    const uploaders = await rows(`select distinct role from documents d join users on users.id = uploaded_by
      where order_id in (select orders.id from ${mine})`)
    expect(uploaders.length).toBeGreaterThanOrEqual(3)
  })

  test('every address is an invented one', async () => {
    for (const [table, column] of [
      ['users', 'email'],
      ['shippers', 'email'],
      ['orders', 'email'],
      ['mail_addresses', 'email'],
    ]) {
      expect(await broken(`${table}`, `${column} ~ '^[a-z0-9.-]+@[a-z0-9-]+\\.example$'`)).toBe(0)
    }
  })
})

describe('orders', () => {
  test('tracking codes have four letters (no I or O) and eight digits, and are unique', async () => {
    expect(await broken('orders', "tracking_code ~ '^[A-HJ-NP-Z]{4}[0-9]{8}$'")).toBe(0)
    expect(await count('(select distinct hash_sum from orders) as codes')).toBe(2400)
  })

  test('ids follow the order in which orders were created', async () => {
    expect(
      await count('(select created_at < lag(created_at) over (order by id) as back from orders) as o where back'),
    ).toBe(0)
  })

  test('the total is the number of orders', async () => {
    expect(await rows("select sum(n)::integer as total from totals where name = 'orders'")).toEqual([{ total: 2400 }])
  })

  test('the last event is the newest entry of the history', async () => {
    const newest = `orders o left join lateral
      (select * from order_events e where e.order_id = o.id order by e.id desc limit 1) as e on true`
    const same = `o.last_event_entry_id = e.id and o.last_event_id = e.event_id and o.last_event_name = e.event_name
      and o.last_event_public_status = e.event_public_status and o.last_event_time = e.date`
    expect(await broken(newest, same)).toBe(0)
  })

  test('entries were set one after the other, none before its order or its day, none in the future', async () => {
    const all = `(select e.*, o.created_at as ordered, lag(e.created_at) over w as set_before, lag(e.date) over w as day_before
      from order_events e join orders o on o.id = order_id window w as (partition by order_id order by e.id)) as e`
    expect(await broken(all, 'date >= ordered and created_at >= date')).toBe(0)
    expect(await broken(all, `created_at <= '${NOW}'`)).toBe(0)
    expect(await broken(all, 'set_before is null or (created_at > set_before and date >= day_before)')).toBe(0)
  })

  test('histories begin with the first event, and completed orders end with the last', async () => {
    const first = '(select distinct on (order_id) * from order_events order by order_id, id) as e'
    expect(await broken(first, 'event_id = 1 and email_template_id is null')).toBe(0)
    expect(await broken('orders', '(status = 2) = (last_event_id = 19)')).toBe(0)
  })

  test('names of events, origins and cartages are those of their records', async () => {
    expect(
      await broken(
        'order_events x join events e on e.id = event_id',
        'event_name = name and event_public_status = public_status',
      ),
    ).toBe(0)
    const origins = `orders o join cartages c on c.id = shipment_destination
      left join ports p on p.id = origin_port_id
      left join locations l on l.id = origin_location_id
      left join cities on cities.id = l.city_id
      left join depots d on d.id = origin_depot_id`
    expect(await broken(origins, 'cartage_name = c.name and city_name = coalesce(p.name, cities.name, d.name)')).toBe(0)
    expect(await count(origins)).toBe(2400)
  })

  test('an FCL order is what a quote request makes, priced or not', async () => {
    const request = `transportation_mode = 0 or (shipment_trade_terms = 0 and company_name_shipper = '' and amazon_ref_id = ''
      and additional_information <> '' and company_name <> '')`
    expect(await broken('orders', request)).toBe(0)
    expect(await count('orders where transportation_mode = 1 and estimated_transportation is null')).toBeGreaterThan(5)
    expect(await broken('orders', 'transportation_mode = 1 or shipment_volume <= 16')).toBe(0)
  })

  test('Amazon ids are there for Amazon cartages of LCL orders only', async () => {
    const withCategory = `orders join cartages c on c.id = shipment_destination join cartage_categories k on k.id = category_id`
    expect(
      await broken(
        withCategory,
        "(amazon_ref_id <> '' and shipment_id <> '') = (is_amazon and transportation_mode = 0)",
      ),
    ).toBe(0)
  })

  test('every LCL order could be saved as it is', async () => {
    const fields = Object.keys(orderFields.shape).map((name) => {
      const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return `${name === 'shipmentOriginPort' ? ORIGIN_ID : column} as "${name}"`
    })
    const orders = await rows(`select ${fields.join(', ')} from orders o where transportation_mode = 0`)
    const problems = orders.flatMap((order) => orderFields.safeParse(order).error?.issues ?? [])
    expect(problems).toEqual([])
  })

  test('a price that led to nothing is the sum of its lines', async () => {
    const answered = "quotes where kind = 'instant' and booked_at is null and price is not null"
    const sum = "(select sum((line ->> 'amount')::numeric) from jsonb_array_elements(answer -> 'lines') as line)"
    expect(await count(answered)).toBeGreaterThan(100)
    expect(await count(`${answered} and price is distinct from ${sum}`)).toBe(0)
  })

  test('an LCL price is the sum of its lines, booked as calculated or at a manual rate', async () => {
    expect(
      await broken(
        'orders',
        '(transportation_mode = 0) = exists (select from order_prices where order_id = orders.id)',
      ),
    ).toBe(0)
    const prices = 'order_prices join orders on orders.id = order_id'
    expect(
      await broken(
        prices,
        "calculated = (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(lines) line)",
      ),
    ).toBe(0)
    expect(await broken(prices, 'booked = estimated_transportation and manual = (booked <> calculated)')).toBe(0)
    expect(await count('order_prices where manual')).toBeGreaterThan(20)
  })

  test('an order has a confirmation from Booking Confirmed on, with known places and days in order', async () => {
    const happened = (id: number) => `exists (select from order_events e where e.order_id = o.id and event_id = ${id})`
    expect(await broken('orders o', `${happened(2)} = exists (select from confirmations where order_id = o.id)`)).toBe(
      0,
    )
    const all = 'confirmations c join orders o on o.id = order_id'
    for (const place of ['place_of_receipt', 'port_of_loading', 'port_of_discharge', 'place_of_delivery']) {
      expect(await broken('confirmations', `${place} in (select code from ports union select code from cities)`)).toBe(
        0,
      )
    }
    expect(
      await broken(
        all,
        `o.created_at < cargo_ready_at and cargo_ready_at < documentation_cut_off_at
         and documentation_cut_off_at < cargo_cut_off_at and cargo_cut_off_at < estimated_time_of_departure_at
         and estimated_time_of_departure_at < port_estimated_time_of_arrival_at
         and port_estimated_time_of_arrival_at < place_estimated_time_of_arrival_at`,
      ),
    ).toBe(0)
    expect(await broken(all, `(actual_time_of_departure_at is not null) = ${happened(8)}`)).toBe(0)
    expect(await broken(all, `(port_actual_time_of_arrival_at is not null) = ${happened(10)}`)).toBe(0)
    const past = `greatest(actual_time_of_departure_at, port_actual_time_of_arrival_at, place_actual_time_of_arrival_at, o.created_at)`
    expect(await broken(all, `${past} <= '${NOW}'`)).toBe(0)
  })
})

describe('documents and mails', () => {
  test('every file is there, is what it says, and is a PDF, PNG or JPEG', async () => {
    type Document = {
      name: string
      type: string
      size: number
      sha: Buffer
      key: string
    }
    const documents = await rows<Document>(
      'select name, content_type as type, size, sha256 as sha, storage_key as key from documents',
    )
    expect(documents.length).toBeGreaterThan(300)
    for (const { type, size, sha, key } of documents) {
      expect(key).toMatch(/^documents\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
      const data = await readFile(join(demo.folder, key))
      expect(data.length).toBe(size)
      expect(createHash('sha256').update(data).digest()).toEqual(sha)
      expect((await fileTypeFromBuffer(data))?.mime).toBe(type)
    }
    expect(new Set(documents.map(({ type }) => type))).toEqual(new Set(['application/pdf', 'image/png', 'image/jpeg']))
  })

  test('clients, staff and CSR have documents, on about 15% of the orders', async () => {
    const share = (await count('(select distinct order_id from documents) as d')) / 2000
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.2)
    expect(
      await count('(select distinct role from documents join users u on u.id = uploaded_by) as r'),
    ).toBeGreaterThanOrEqual(4)
  })

  test("a client's entry is on its own order and has documents; those of staff and CSR went out with a mail", async () => {
    const entries =
      "order_events e join orders o on o.id = order_id join users u on u.id = e.user_id where role = array['ROLE_USER']"
    expect(await count(entries)).toBeGreaterThan(50)
    expect(
      await count(
        `${entries} and (e.user_id <> o.user_id or not exists (select from documents where order_event_id = e.id))`,
      ),
    ).toBe(0)
    const sent = `exists (select from mail_documents m join mails on mails.id = mail_id
      where document_id = d.id and mails.order_event_id = d.order_event_id)`
    expect(
      await broken('documents d join users u on u.id = uploaded_by', `(role <> array['ROLE_USER']) = ${sent}`),
    ).toBe(0)
  })

  test('an entry names a template when its mail is in the log', async () => {
    const mail = 'exists (select from mails m where m.order_event_id = e.id and m.template_id = e.email_template_id)'
    expect(await broken('order_events e', `(email_template_id is not null) = ${mail}`)).toBe(0)
  })

  test('mails are fully rendered and went to the client with a copy to each active address', async () => {
    const bare = `html !~ '[{][{%]' and subject !~ '[{][{%]' and text !~ '[{}<>]' and length(text) > 200`
    // Answers to incoming mail are written by hand.
    expect(await broken('mails', `kind = 'reply' or (${bare})`)).toBe(0)
    const recipients = `(select count(*) filter (where role = 'to' and address = o.email) = 1 and count(*) filter (where role = 'copy') = 2
      from mail_deliveries where mail_id = m.id)`
    expect(await broken('mails m join orders o on o.id = order_id', `kind = 'reply' or ${recipients}`)).toBe(0)
    expect(await count("mail_deliveries where state = 'unsent'")).toBeGreaterThan(20)
    expect(await broken('mail_deliveries', "(state in ('sent', 'bounced')) = (sent_at is not null)")).toBe(0)
  })

  test('mail that came in waits with papers that are really there, was answered, and one of ours came back', async () => {
    const stored = await rows<{ key: string; size: number; sha: Buffer | null }>(`
      select raw_key as key, size, null as sha from mail_in
      union all select storage_key, size, sha256 from mail_in_files`)
    expect(stored.length).toBeGreaterThan(12)
    for (const { key, size, sha } of stored) {
      const data = await readFile(join(demo.folder, key))
      expect(data.length).toBe(size)
      if (sha) expect(createHash('sha256').update(data).digest().equals(sha)).toBe(true)
    }
    expect(await count("mail_in_files where state = 'new'")).toBeGreaterThan(1)
    expect(await count("mail_in m join mails a on a.answers_id = m.id where m.state = 'answered'")).toBeGreaterThan(0)
    expect(
      await count(
        "mail_deliveries d join mail_in m on m.id = d.bounce_mail_id where d.state = 'bounced' and m.automatic = 'bounce'",
      ),
    ).toBe(1)
    expect(await count('mail_in where matched is null')).toBeGreaterThan(0)
  })

  test('the blocks that a template uses are noted', async () => {
    const noted = `(select array_agg('blocks.' || identifier order by identifier) from mail_template_blocks
      join html_blocks b on b.id = block_id where template_id = t.id)`
    const used = `(select array_agg(distinct found[1] order by found[1]) from regexp_matches(content, 'blocks\\.\\w+', 'g') as found)`
    expect(await broken('mail_templates t', `${noted} = ${used}`)).toBe(0)
  })
})

test('IMO numbers have the right check digit', async () => {
  const vessels = await rows<{ imo: string }>('select imo_number as imo from vessels')
  for (const { imo } of vessels) {
    const sum = [7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(imo[at]), 0)
    expect(imo).toMatch(/^\d{7}$/)
    expect(sum % 10).toBe(Number(imo[6]))
  }
})

test('every depot has a rate to every destination, and pick-up origins are those with locations', async () => {
  expect(
    await broken('depots d, cartages c', 'exists (select from freight f where f.tier = d.tier and f.dest = c.dest)'),
  ).toBe(0)
  const pickUp = 'exists (select from depot_origins where depot_id = d.id and origin_id = 4)'
  expect(await broken('depots d', `${pickUp} = exists (select from locations l where l.depot_id = d.id)`)).toBe(0)
  expect(await broken('cartages', '(category_id = 6) = exclusion')).toBe(0)
})

test('article pictures are stored in all widths', async () => {
  const images = await rows<{ key: string; width: number; height: number }>(
    'select storage_key as key, width, height from images',
  )
  const stored = await readdir(demo.folder, { recursive: true })
  for (const { key, width, height } of images) {
    expect([width, height]).toEqual([1415, 545])
    for (const ending of ['', '-320.webp', '-708.webp', '-1415.webp']) expect(stored).toContain(key + ending)
  }
  expect(await broken('articles', 'slug ~ $$^[a-z0-9-]+$$ and length(content) > 300')).toBe(0)
})

test('ids continue where the demo ends', async () => {
  await demo.pool.query("insert into ports (code, name) values ('XXXXX', 'Nowhere')")
  await demo.pool.query("insert into mail_addresses (email) values ('x@quayside.example')")
  expect(await rows("select id - (select count(*) from ports) as over from ports where code = 'XXXXX'")).toEqual([
    { over: 0 },
  ])
  await demo.pool.query("delete from ports where code = 'XXXXX'")
  await demo.pool.query("delete from mail_addresses where email = 'x@quayside.example'")
})

test('a database in use is left as it is', async () => {
  await expect(loadDemo({ pool: demo.pool, files: diskStore(demo.folder), now: LOADED_AT })).rejects.toThrow(
    'already has users',
  )
  expect(await count('orders')).toBe(2400)
})
