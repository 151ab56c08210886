import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { TransportationMode } from '#contract/codes/order-codes.ts'
import { transactionOn } from '#demo/lib/transaction-on.ts'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { writeOptions } from '#server/offers/offer-store.ts'
import { priceOptions } from '#server/offers/price-options.ts'
import { offerReads } from '#server/offers/read-offers.ts'
import { snapshotOf } from '#server/offers/snapshot.ts'

/** Somebody who asked for a price and is no client yet. */
const PROSPECTS = `(values
  (0, 'Hannah Reuter', 'Reuter Leuchten GmbH', 'hannah@reuter-leuchten.example'),
  (1, 'Diego Salas', 'Salas Home Imports', 'diego@salas-home.example'),
  (2, 'Mei Tanaka', 'Tanaka Ceramics', 'mei@tanaka-ceramics.example')
) as prospect (at, name, company, email)`

/**
 * What became of the demo's offers, newest first: state, days since it was sent, days for which it was valid, days from
 * now until somebody asks again, and whether it was made for a client.
 */
const STORIES = `(values
  (1, 'draft', 0, null, null, true), (2, 'draft', 0, null, null, false),
  (3, 'sent', 1, 14, 1, true), (4, 'sent', 2, 14, 0, true), (5, 'sent', 3, 14, -1, false), (6, 'sent', 6, 8, 1, true), (7, 'sent', 4, 14, 2, true),
  (8, 'accepted', 5, 14, null, false),
  (9, 'declined', 8, 14, null, true), (10, 'declined', 12, 14, null, true), (11, 'declined', 15, 14, null, false),
  (12, 'sent', 20, 14, null, true), (13, 'sent', 31, 14, null, true),
  (14, 'withdrawn', 18, 14, null, true), (15, 'replaced', 9, 14, null, true), (16, 'sent', 2, 14, 3, true)
) as story (n, state, days_ago, valid_days, follow_days, of_client)`

const STEPS = [
  // Offers that wait, were declined, expired, were withdrawn or replaced, from the newest quotes of the calculator.
  `create temporary table offered on commit drop as
  select story.*, q.id as quote_id, q.client_id, q.inputs, q.answer, q.price, q.origin, q.destination,
    prospect.name as prospect_name, prospect.company as prospect_company, prospect.email as prospect_email,
    $1::timestamptz - make_interval(days => story.days_ago, hours => 2) as at
  from ${STORIES}
    join (select row_number() over (order by id desc) as n, * from quotes
      where kind = 'instant' and price > 0 and client_id is not null and booked_at is null) q using (n)
    join ${PROSPECTS} on prospect.at = story.n % 3`,
  `insert into offers (reference, client_id, name, company, email, owner_id, state, valid_until, note, sent_at, seen_at, answered_at, answered_name,
    decline_reason, decline_note, follow_up_at, created_at, updated_at)
  select 'Q-' || to_char($1::timestamptz, 'YYYY') || '-' || lpad((100 - o.n)::text, 4, '0'), case when o.of_client then u.id end,
    case when o.of_client then left(u.username, 50) else o.prospect_name end, case when o.of_client then u.company_name else o.prospect_company end,
    case when o.of_client then u.email else o.prospect_email end, (array[${MANAGER}, ${SECOND_MANAGER}, ${ADMIN}])[o.n % 3 + 1], o.state,
    case when o.valid_days is not null then date_trunc('hour', o.at) + make_interval(days => o.valid_days) end,
    case when o.n % 4 = 0 then 'Customs clearance at destination is included. Storage is free for five days.' else '' end,
    case when o.state <> 'draft' then o.at end, case when o.state in ('accepted', 'declined') or o.n % 2 = 0 and o.state = 'sent' then o.at + interval '3 hours' end,
    case when o.state in ('accepted', 'declined') then o.at + interval '26 hours' end, case o.state when 'accepted' then o.prospect_name end,
    case when o.state = 'declined' then (array['price', 'timing', 'other-forwarder'])[o.n % 3 + 1] end,
    case when o.n = 9 then 'The buyer moved the delivery to spring.' else '' end,
    case when o.follow_days is not null then date_trunc('hour', $1::timestamptz) + make_interval(days => o.follow_days) end, o.at, o.at
  from offered o join users u on u.id = o.client_id order by o.n desc`,
  `create temporary table offer_of on commit drop as
  select o.id, offered.* from offered join offers o on o.reference = 'Q-' || to_char($1::timestamptz, 'YYYY') || '-' || lpad((100 - offered.n)::text, 4, '0')`,
  `update offers new set replaces_id = old.id from offers old
  where new.id = (select id from offer_of where n = 16) and old.id = (select id from offer_of where n = 15)`,

  // Offers that clients accepted: orders of today that were booked from a quote.
  `create temporary table booked on commit drop as
  select row_number() over (order by q.id desc) as n, q.*, o.user_id as orderer_id, o.your_name, o.company_name, o.email as order_email, o.created_at as order_at
  from quotes q join orders o on o.id = q.order_id join order_prices p on p.order_id = o.id
  where q.kind = 'instant' and q.price = p.booked and o.deleted_at is null order by q.id desc limit 6`,
  `insert into offers (reference, client_id, order_id, name, company, email, owner_id, state, valid_until, sent_at, seen_at, answered_at, answered_name,
    created_at, updated_at)
  select 'Q-' || to_char($1::timestamptz, 'YYYY') || '-' || lpad((80 - n)::text, 4, '0'), orderer_id, order_id, left(your_name, 50), company_name, order_email,
    ${MANAGER}, 'accepted', order_at + interval '12 days', order_at - interval '2 days', order_at - interval '1 day', order_at, left(your_name, 50),
    order_at - interval '2 days', order_at
  from booked order by n desc`,
  'update order_prices p set offer_id = o.id from offers o where o.order_id = p.order_id',
  `insert into offer_questions (offer_id, kind, name, message, asked_at)
  select id, 'question', 'Anna', 'Can you pick up at two factories?', $1::timestamptz - interval '5 hours' from offer_of where n = 4
  union all select id, 'new-price', '', '', $1::timestamptz - interval '1 day' from offer_of where n = 12`,
  'insert into offer_numbers (year, last) values (extract(year from $1::timestamptz)::int, 99)',
  `update attention set since = due_at where rule in ('offer-follow-up', 'offer-accepted', 'offer-question')`,
]

/** SQL: the quotes from which the offers were made, and where they lead to; some offers have a container beside it. */
const OFFERED_QUOTES = `select each.id, each.quote_id, each.price, each.cartage_id, c.name as destination, each.beside_container
  from (
    select id, quote_id, price, (inputs ->> 'cartageId')::int as cartage_id, n in (3, 5, 8, 11) as beside_container from offer_of
    union all select o.id, b.id, b.price, (b.inputs ->> 'cartageId')::int, false from booked b join offers o on o.order_id = b.order_id
  ) each join cartages c on c.id = each.cartage_id order by each.id`

interface OfferedQuote {
  id: number
  quoteId: number
  price: number
  cartageId: number
  destination: string
  besideContainer: boolean
}

/** A container at a round price of its own. */
const containerOf = ({ price, cartageId, destination }: OfferedQuote) => ({
  ...UNTYPED,
  quoteId: null,
  label: `20 ft container to ${destination}`.slice(0, 100),
  mode: TransportationMode.FCL,
  inputs: { cartageId },
  price: Math.round((price * 2.6) / 10) * 10,
  days: 29,
})
const UNTYPED = { id: null, label: '', price: null, days: null }

/** Gives the offers their options, priced by the product, and what was shown to those who accepted. */
async function insertOptions(tx: Tx): Promise<void> {
  const { rows } = await sql<OfferedQuote>`${sql.raw(OFFERED_QUOTES)}`.execute(tx)
  for (const quote of rows) {
    const { id, quoteId, besideContainer } = quote
    const calculated = { ...UNTYPED, quoteId, mode: TransportationMode.LCL, inputs: null }
    await writeOptions(tx, id, await priceOptions(tx, [calculated, ...(besideContainer ? [containerOf(quote)] : [])]))
  }
  await sql`update offer_options x set chosen = true from offers o where o.id = x.offer_id and o.state = 'accepted' and x.position = 1`.execute(
    tx,
  )
  const reads = offerReads(tx, { timeZone: 'UTC' })
  for (const { id } of await tx.selectFrom('offers').select('id').where('state', '=', 'accepted').execute())
    await tx
      .updateTable('offers')
      .set(snapshotOf(await reads.find(tx, id)))
      .where('id', '=', id)
      .execute()
}

/** Offers in every state: some wait, some were accepted by clients and became orders, one by somebody who is no client yet. */
export async function insertOffers(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
  await insertOptions(transactionOn(client))
}
