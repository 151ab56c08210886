import type { PoolClient } from 'pg'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'

/** SQL: the name of the destination of a quote. */
const destinationOf = (quote: string) => `(select name from cartages where id = (${quote}.inputs ->> 'cartageId')::int)`
/** SQL: the label that the product gives an option of this quote. */
const labelOf = (
  quote: string,
) => `left(coalesce((select c.name from locations l join cities c on c.id = l.city_id where l.id = (${quote}.inputs ->> 'pickUpLocationId')::int),
    (select name from depots where id = (${quote}.inputs ->> 'depotId')::int)) || ' → ' || ${destinationOf(quote)}, 100)`

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
  `insert into offer_options (offer_id, position, quote_id, label, mode, inputs, lines, price, days, chosen)
  select o.id, 1, o.quote_id, ${labelOf('o')}, 0, (o.inputs - 'volume') || jsonb_build_object('cbm', o.inputs -> 'volume'),
    coalesce(o.answer -> 'lines', '[]'), o.price, 32, o.state = 'accepted'
  from offer_of o order by o.id`,
  `insert into offer_options (offer_id, position, label, mode, inputs, price, manual, days)
  select o.id, 2, left('20 ft container to ' || ${destinationOf('o')}, 100), 1, jsonb_build_object('cartageId', o.inputs -> 'cartageId'),
    round(o.price * 2.6, -1), true, 29
  from offer_of o where o.n in (3, 5, 8, 11)`,
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
  `insert into offer_options (offer_id, position, quote_id, label, mode, inputs, lines, price, days, chosen)
  select o.id, 1, b.id, ${labelOf('b')}, 0, (b.inputs - 'volume') || jsonb_build_object('cbm', b.inputs -> 'volume'),
    coalesce(b.answer -> 'lines', '[]'), b.price, 32, true
  from booked b join offers o on o.order_id = b.order_id`,
  'update order_prices p set offer_id = o.id from offers o where o.order_id = p.order_id',

  // What was shown when they were accepted.
  `update offers o set (snapshot, snapshot_hash) = (
    select shown, sha256(convert_to(shown, 'UTF8')) from (
      select jsonb_build_object('reference', o.reference, 'validUntil', o.valid_until, 'note', o.note, 'options', jsonb_agg(jsonb_build_object('label', x.label,
        'mode', x.mode, 'lines', (select coalesce(jsonb_agg(jsonb_build_object('label', l ->> 'label', 'amount', l -> 'amount')), '[]') from jsonb_array_elements(x.lines) l),
        'price', x.price, 'currency', 'USD', 'days', x.days) order by x.position))::text as shown
      from offer_options x where x.offer_id = o.id
    ) snapshot
  ) where o.state = 'accepted'`,
  `insert into offer_questions (offer_id, kind, name, message, asked_at)
  select id, 'question', 'Anna', 'Can you pick up at two factories?', $1::timestamptz - interval '5 hours' from offer_of where n = 4
  union all select id, 'new-price', '', '', $1::timestamptz - interval '1 day' from offer_of where n = 12`,
  'insert into offer_numbers (year, last) values (extract(year from $1::timestamptz)::int, 99)',
  `update attention set since = due_at where rule in ('offer-follow-up', 'offer-accepted', 'offer-question')`,
]

/** Offers in every state: some wait, some were accepted by clients and became orders, one by somebody who is no client yet. */
export async function insertOffers(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
}
