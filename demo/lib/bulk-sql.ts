import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { INTERRUPTIONS_LIST } from '#server/orders/append-event.ts'

/**
 * A number from 0 to below `n` that depends on the id and its purpose. The function exists for this
 * connection only.
 */
export const PICK = `
create or replace function pg_temp.pick(id bigint, use bigint, n bigint) returns integer
language sql immutable parallel safe
return ((hashint8extended(id, use) & 9223372036854775807) % n)::integer`

/** $1: how many clients to add. */
export const INSERT_CLIENTS = `
with known as (select coalesce(max(id), 0) as last from users),
named as (
  select last + i as id,
    (array['Ava', 'Mateo', 'Zoé', 'Raj', 'Ingrid', 'Omar', 'Lucía', 'Jian', 'Nia', 'Pavel', 'Hana', 'Tom', 'Aylin', 'Kofi',
      'Élise', 'Dmitri', 'Rosa', 'Sven', 'Mei', 'Caleb'])[1 + pg_temp.pick(last + i, 1, 20)] as given,
    (array['Ali', 'Baker', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'Gupta', 'Haddad', 'Ivanov', 'Jones', 'Kim', 'Lopez',
      'Moreau', 'Nguyen', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Singh', 'Tanaka', 'Usman', 'Vogel', 'Wang', 'Yılmaz',
      'Zhou'])[1 + pg_temp.pick(last + i, 2, 25)] as family,
    (array['Home', 'Pet', 'Garden', 'Toy', 'Tool', 'Light', 'Sport', 'Craft', 'Kitchen', 'Travel'])[1 + pg_temp.pick(last + i, 3, 10)]
      as trade
  from known, generate_series(1, $1::integer) as i
)
insert into users (username, email, phone, role, company_name, company_address, confirmed, password_hash)
select given || ' ' || family, 'client' || id || '@bulk.example', '1604555' || lpad((id % 10000)::text, 4, '0'),
  array['ROLE_USER'], family || ' ' || trade || ' ' || id, id || ' Bulk Street, Springfield', true,
  -- No password leads to this hash.
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
from named order by id`

const PLANNED = `
ids as materialized (select $1::bigint + i as id from generate_series(0, $2::integer - 1) as i),
lists as materialized (
  select
    (select array_agg(id order by id) from users where role = array['ROLE_USER'] and deleted_at is null) as clients,
    (select array_agg(id order by id) from users where 'ROLE_USER' <> all (role)) as staff,
    (select array_agg(id order by id) from cartages) as cartages,
    (select array_agg(id order by id) from locations) as locations,
    (select array_agg(id order by id) from depots) as depots,
    (select array_agg(id order by id) from events) as events
),
drawn as materialized (
  select id,
    clients[1 + pg_temp.pick(id, 1, cardinality(clients))] as user_id,
    staff[1 + pg_temp.pick(id, 2, cardinality(staff))] as staff_id,
    cartages[1 + pg_temp.pick(id, 3, cardinality(cartages))] as cartage_id,
    locations[1 + pg_temp.pick(id, 4, cardinality(locations))] as location_id,
    depots[1 + pg_temp.pick(id, 5, cardinality(depots))] as depot_id,
    events[1 + pg_temp.pick(id, 6, cardinality(events))] as event_id,
    (array[3, 3, 3, 3, 2, 2, 2, 1, 1, 0])[1 + pg_temp.pick(id, 7, 10)] as terms,
    case when $5::bigint is null then (array[0, 0, 0, 0, 0, 0, 1, 2, 2, 2])[1 + pg_temp.pick(id, 8, 10)]
      when id >= $3::bigint + $4::bigint - $5::bigint then 0 else (array[1, 2, 2, 2, 2, 2, 2, 2, 2, 2])[1 + pg_temp.pick(id, 8, 10)]
    end as status,
    (300 + pg_temp.pick(id, 9, 15700)) / 1000.0 as volume,
    -- A code's number: ids one after the other land far apart, and no two on the same.
    (id * 104729 + 7919) % 351520000 as code,
    -- Older ids are older orders, over three years.
    date_trunc('milliseconds', now() - interval '3 years' * (1 - (id - $3::bigint + 1) / ($4::bigint + 1.0)))
      - interval '1 minute' as created
  from ids, lists
)`

/**
 * $1: the first id of this batch, $2: how many, $3: the first id of all, $4: how many in all, $5: how many of
 * the newest are in progress, while the others are not; if null, six of ten are. Orders and their entries are
 * inserted in one statement, so that each may refer to the other. The fourth letter of a code is I or O,
 * which the demo's codes never have.
 */
export const INSERT_ORDERS = `
with ${PLANNED},
entry_ids as materialized (select coalesce(max(id), 0) as last from order_events),
planned as materialized (
  select d.*, u.username, u.email, u.phone, u.company_name, u.company_address, c.name as cartage_name,
    e.name as event_name, e.public_status, e.milestone, case d.terms when ${TradeTerms.PICK_UP} then city.name else depot.name end as city_name,
    case when d.terms = ${TradeTerms.PICK_UP} then d.location_id end as origin_location_id,
    case when d.terms <> ${TradeTerms.PICK_UP} then d.depot_id end as origin_depot_id,
    d.created + least(now() - d.created, interval '1 day' * pg_temp.pick(d.id, 10, 50)) * 0.9 as happened,
    (select last from entry_ids) + row_number() over (order by d.id) as entry_id
  from drawn d
    join users u on u.id = d.user_id join cartages c on c.id = d.cartage_id join events e on e.id = d.event_id
    join depots depot on depot.id = d.depot_id join locations l on l.id = d.location_id join cities city on city.id = l.city_id
),
new_orders as (
  insert into orders (id, hash_sum, custom_code, user_id, username, your_name, email, phone, company_name, company_address,
    company_name_shipper, company_address_shipper, name_person_charge, email_shipper, phone_shipper, transportation_mode,
    shipment_trade_terms, origin_location_id, origin_depot_id, shipment_destination, city_name, cartage_name,
    shipment_volume, shipment_weight, estimated_transportation, shipment_description, status, last_event_entry_id, last_event_id,
    last_event_name, last_event_public_status, last_event_time, last_milestone, in_charge_id, created_at, updated_at)
  select id,
    chr(65 + (code / 13520000)::integer % 26) || chr(65 + (code / 520000)::integer % 26) || chr(65 + (code / 20000)::integer % 26)
      || case (code / 10000) % 2 when 0 then 'I' else 'O' end || lpad((code % 10000)::text, 4, '0'),
    lpad(pg_temp.pick(id, 11, 10000)::text, 4, '0'), user_id, username, username, email, phone, company_name, company_address,
    'Bulk Factory ' || pg_temp.pick(id, 12, 500), pg_temp.pick(id, 12, 500) || ' Industrial Rd, Ningbo', 'Wang Lei',
    'factory' || pg_temp.pick(id, 12, 500) || '@bulk.example', '8657455500000', ${TransportationMode.LCL},
    terms, origin_location_id, origin_depot_id, cartage_id, city_name, cartage_name, volume, round(volume * (90 + pg_temp.pick(id, 13, 400)), 1),
    round(195 + volume * 130, 2), 'General cargo, ' || ceil(volume / 0.07) || ' cartons', status, entry_id, event_id,
    event_name, public_status, happened, case when milestone not in (${INTERRUPTIONS_LIST}) then milestone end, staff_id, created, happened
  from planned
)
insert into order_events (id, order_id, event_id, event_name, event_public_status, milestone, date, user_id, created_at)
select entry_id, id, event_id, event_name, public_status, milestone, happened, staff_id, happened from planned`

/**
 * $1: the first id of this batch of orders, $2: how many. Adds one sent mail for each entry, and the lines of
 * the audit trail for both.
 */
export const INSERT_MAILS = `
with entries as materialized (
  select e.id as entry_id, e.event_id, e.event_name, e.user_id as staff_id, e.date, o.id as order_id, o.tracking_code,
    o.username, o.email,
    'Your order ' || o.tracking_code || ': ' || e.event_name as subject,
    (select string_agg(format('<tr><td style="padding:4px 8px">%s</td><td>%s</td></tr>', n, md5(o.id || ':' || n)), '')
      from generate_series(1, 20) n) as facts
  from orders o join order_events e on e.order_id = o.id
  where o.id between $1::bigint and $1::bigint + $2::integer - 1
),
new_mails as (
  insert into mails (kind, order_id, order_event_id, created_by, template_title, subject, html, text, created_at)
  select 'event', order_id, entry_id, staff_id, event_name, subject,
    '<html><body><p>Dear ' || username || ',</p><table>' || facts || '</table></body></html>',
    'Dear ' || username || ', ' || subject, date
  from entries returning id, order_id
),
new_deliveries as (
  insert into mail_deliveries (mail_id, role, name, address, state, attempts, sent_at, updated_at)
  select m.id, 'to', e.username, e.email, 'sent', 1, e.date, e.date from new_mails m join entries e using (order_id)
)
insert into audit_entries (at, user_id, ip, request_id, action, entity, entity_id, after)
select date, staff_id, '10.0.0.1', 'bulk', 'order.set-event', 'orders', order_id,
  jsonb_build_object('eventId', event_id, 'event', event_name, 'date', date)
from entries`
