import type { PoolClient } from 'pg'
import { ADMIN, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'

const STAFF = [ADMIN, MANAGER, SECOND_MANAGER]

/** Orders in progress on no sailing: their dates can change without differing from a sailing's dates. */
const FREE = `orders o join confirmations c on c.order_id = o.id
  where o.status = 0 and o.deleted_at is null and not exists (select from loadings l where l.order_id = o.id)`

/** The free orders that fit, newest first, three for each member of staff. */
const some = (fits: string, offset = 0) =>
  `select o.id from ${FREE} and ${fits} order by o.id desc limit ${STAFF.length} offset ${offset}`

/**
 * Moves all planned dates of orders so that one of them falls on a given time, unless that would be before
 * the booking.
 */
const plan = (field: string, at: string, fits: string) => `
  update confirmations set ${[
    'cargo_ready_at',
    'cargo_cut_off_at',
    'documentation_cut_off_at',
    'estimated_time_of_departure_at',
    'port_estimated_time_of_arrival_at',
    'place_estimated_time_of_arrival_at',
  ]
    .map((each) => `${each} = ${each} + (${at} - ${field})`)
    .join(', ')}
  where order_id in (${some(`${fits} and o.created_at < c.cargo_ready_at + (${at} - c.${field})`)})`

/**
 * Conditions of each queue rule that chance does not produce; `$1` is the time of loading, whose day begins
 * at 00:00 UTC.
 */
const today = "date_trunc('day', $1::timestamptz at time zone 'UTC') at time zone 'UTC'"
const STEPS = [
  plan(
    'cargo_cut_off_at',
    `(${today} + interval '40 hours')`,
    "(o.last_milestone is null or o.last_milestone < 'picked-up')",
  ),
  plan(
    'estimated_time_of_departure_at',
    `(${today} - interval '2 days')`,
    "o.last_milestone >= 'received' and o.last_milestone < 'departed' and c.actual_time_of_departure_at is null",
  ),
  // The arrival alone is late: the departure has happened.
  `update confirmations set port_estimated_time_of_arrival_at = ${today} - interval '2 days',
    place_estimated_time_of_arrival_at = ${today} + interval '6 days'
  where order_id in (${some(`o.last_milestone = 'departed' and c.port_actual_time_of_arrival_at is null
    and c.estimated_time_of_departure_at < ${today} - interval '3 days'`)})`,
  // Containers of lanes that should have delivered by now.
  `update delivery_times t set days = late.days from (
    select distinct on (depot_id, cartage_id) coalesce(o.origin_depot_id, p.depot_id) as depot_id, o.shipment_destination as cartage_id,
      extract(day from ${today} - c.actual_time_of_departure_at)::int - 3 as days
    from orders o join confirmations c on c.order_id = o.id left join locations p on p.id = o.origin_location_id
    where o.id in (${some(`o.last_milestone >= 'arrived' and o.last_milestone < 'delivered' and o.transportation_mode = 0
      and c.place_actual_time_of_arrival_at is null and c.actual_time_of_departure_at < ${today} - interval '12 days'`)})
    order by depot_id, cartage_id, days
  ) late where t.depot_id = late.depot_id and t.cartage_id = late.cartage_id`,
  // Customs examine containers that arrived lately.
  `with exam as (
    insert into order_events (order_id, event_id, event_name, event_public_status, milestone, date, comment, user_id, created_at)
    select o.id, e.id, e.name, e.public_status, e.milestone, $1::timestamptz - interval '20 hours', '', ${MANAGER}, $1::timestamptz - interval '20 hours'
    from (select * from events where milestone = 'customs-exam' order by id limit 1) e, orders o
    where o.id in (${some("o.last_milestone in ('arrived', 'discharged') and o.last_event_time < $1::timestamptz - interval '1 day'", 6)})
    returning *
  ) update orders set last_event_entry_id = exam.id, last_event_id = exam.event_id, last_event_name = exam.event_name,
    last_event_public_status = exam.event_public_status, last_event_time = exam.date from exam where orders.id = exam.order_id`,
  // Mails of the last days that a server refused.
  `update mail_deliveries set state = 'failed', attempts = 1, sent_at = null, updated_at = $1::timestamptz - interval '5 hours',
    reason = '550 5.1.1 Recipient address rejected: user unknown'
  where id in (
    select d.id from mail_deliveries d join mails m on m.id = d.mail_id join orders o on o.id = m.order_id
    where d.role = 'to' and d.state = 'sent' and o.status = 0 and o.deleted_at is null
    order by d.id desc limit ${STAFF.length} offset 25)`,
  // Documents that clients sent lately and nobody has opened.
  `update documents set opened_at = null where id in (
    select d.id from documents d join orders o on o.id = d.order_id join users u on u.id = d.uploaded_by
    where u.role = array['ROLE_USER'] and o.status = 0 and o.deleted_at is null order by d.created_at desc limit ${2 * STAFF.length})`,
  // Cargo that measured a third more than was booked.
  `update loadings l set volume_cbm = round(o.shipment_volume * 1.35, 3) from orders o
  where o.id = l.order_id and l.order_id in (
    select l.order_id from loadings l join orders o on o.id = l.order_id
    where l.received_at is not null and o.status = 0 and o.deleted_at is null and o.shipment_volume < 8 order by l.order_id desc limit ${STAFF.length})`,
  `insert into notes (order_id, body, author_id, assignee_id, due_at, created_at, updated_at)
  select id, 'Ask the supplier for the corrected packing list.', ${ADMIN},
    (array[${STAFF}])[row_number() over (order by id)], $1::timestamptz - interval '3 hours',
    $1::timestamptz - interval '1 day', $1::timestamptz - interval '1 day'
  from orders where id in (${some('o.in_charge_id is not null', 40)})`,
]

/** Rules whose items belong to whoever is in charge of the order. */
const RULES = [
  ...['mail-failed', 'cargo-cut-off', 'customs-exam', 'quote-waiting', 'unconfirmed', 'not-departed', 'not-arrived'],
  ...['late-delivery', 'client-document', 'measured-differs', 'quiet'],
  ...['free-time-ends', 'charges-running', 'empty-return-due', 'release-missing', 'arrival-notice-due'],
]

/**
 * Gives an order with an item of this rule to a member of staff who has none, taken from nobody or from
 * someone who has several.
 */
const GIVE = `
  with held as materialized (
    select rule, in_charge_id, count(distinct order_id) as orders
    from attention where resolved_at is null and in_charge_id is not null group by rule, in_charge_id)
  update orders set in_charge_id = $1 where id = (
    select a.order_id from attention a left join held h on h.rule = a.rule and h.in_charge_id = a.in_charge_id
    where a.rule = $2 and a.resolved_at is null and (a.in_charge_id is null or h.orders > 1)
      and not exists (
        select from attention own join held only_one on only_one.rule = own.rule and only_one.in_charge_id = own.in_charge_id
        where own.order_id = a.order_id and own.rule <> $2 and own.resolved_at is null and only_one.orders = 1)
    order by a.in_charge_id nulls first, a.order_id desc limit 1
  ) returning id`

/** Makes items of each queue rule for everybody who logs in, and fills the queue. */
export async function addExceptions(client: PoolClient, now: Date): Promise<void> {
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [now] : [])
  await client.query('select refresh_attention(array(select id from orders where status = 0 and deleted_at is null))')
  for (const rule of RULES)
    for (const staff of STAFF) {
      const { rows } = await client.query(
        'select from attention where rule = $1 and in_charge_id = $2 and resolved_at is null limit 1',
        [rule, staff],
      )
      if (rows.length > 0) continue
      const { rows: given } = await client.query<{ id: number }>(GIVE, [staff, rule])
      await client.query('select refresh_attention($1)', [given.map(({ id }) => id)])
    }
  // Some items wait for nobody in particular.
  const { rows } = await client.query<{ id: number }>(
    `update orders set in_charge_id = null where id in (
      select order_id from attention where resolved_at is null group by order_id
      having count(*) = 1 and min(rule) = 'quiet' order by order_id desc limit 5) returning id`,
  )
  await client.query('select refresh_attention($1)', [rows.map(({ id }) => id)])
}
