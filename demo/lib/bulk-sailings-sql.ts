/**
 * Statements about bulk sailings. They need `pg_temp.pick` (bulk-sql.ts), and the temporary table of PLAN.
 */

/** The sailing to which FULL_CARGO adds orders, by its voyage. */
export const FULL_VOYAGE = 'FULL200'

/**
 * $1: how many sailings, $2: the first number of their references. Departures are spread from three years ago
 * to two months ahead; the last sailing departs at the end of that time and is the one with FULL_VOYAGE.
 */
export const PLAN = `
create temporary table plan on commit drop as
with lists as (
  select (select array_agg(id order by id) from vessels) as vessels, (select array_agg(id order by id) from carriers) as carriers,
    (select array_agg(id order by id) from depots) as depots, (select array_agg(distinct port_of_discharge) from sailings) as ports
),
drawn as (
  select n, vessels[1 + pg_temp.pick(n, 1, cardinality(vessels))] as vessel_id, carriers[1 + pg_temp.pick(n, 2, cardinality(carriers))] as carrier_id,
    depots[1 + pg_temp.pick(n, 3, cardinality(depots))] as depot_id, ports[1 + pg_temp.pick(n, 4, cardinality(ports))] as port_of_discharge,
    date_trunc('day', now(), 'UTC') + interval '1 day' * floor(60 - 1155 * (1 - n::numeric / $1::integer)) as etd,
    interval '1 day' * (14 + pg_temp.pick(n, 5, 21)) as at_sea
  from lists, generate_series(1, $1::integer) as n
)
select (select coalesce(max(id), 0) from sailings) + n as id, n, vessel_id, carrier_id, depot_id, depots.code as port_of_loading,
  port_of_discharge, etd, etd + at_sea as port_eta,
  'S-' || extract(year from now()) || '-' || lpad(($2::integer + n)::text, greatest(4, length(($2::integer + n)::text)), '0') as reference,
  case n when $1 then '${FULL_VOYAGE}' else n || 'B' end as voyage,
  case when etd + at_sea < now() then 'arrived' when etd < now() then 'departed' when etd < now() + interval '4 days' then 'closed'
    else 'planned' end as status
from drawn join depots on depots.id = depot_id`

const CUT_OFFS = `etd - interval '127 hours', etd - interval '103 hours', etd - interval '60 hours'`

export const INSERT_SAILINGS = `
insert into sailings (id, reference, vessel_id, voyage, carrier_id, port_of_loading, port_of_discharge, depot_id, cargo_cut_off_at,
  documentation_cut_off_at, vgm_cut_off_at, etd, port_eta, atd, port_ata, status, master_bill, created_at, updated_at)
select id, reference, vessel_id, voyage, carrier_id, port_of_loading, port_of_discharge, depot_id, ${CUT_OFFS}, etd, port_eta,
  case when status in ('departed', 'arrived') then etd end, case status when 'arrived' then port_eta end, status, '',
  etd - interval '32 days', etd - interval '32 days'
from plan order by n`

export const INSERT_DATES = `
insert into sailing_dates (sailing_id, field, value, at)
select id, field, value, created_at from sailings, lateral (values ('cargoCutOffAt', cargo_cut_off_at), ('etd', etd),
  ('portEta', port_eta), ('atd', atd), ('portAta', port_ata)) as dates (field, value)
where id in (select id from plan) and value is not null`

/** $1: how many containers the full sailing has; every other sailing has a long one and a short one. */
export const INSERT_CONTAINERS = `
insert into containers (sailing_id, number, size_type, max_kg, max_cbm)
select id, 'TGHU' || lpad((n * 40 + k)::text, 7, '0'), case when k % 2 = 1 then '45G1' else '22G1' end,
  case when k % 2 = 1 then 26500 else 21700 end, case when k % 2 = 1 then 68 else 28 end
from plan, generate_series(1, case voyage when '${FULL_VOYAGE}' then $1::integer else 2 end) as k
order by n, k`

/**
 * $1: how many orders the full sailing gets: the newest open ones from its depot without a booking
 * confirmation.
 */
export const FULL_CARGO = `
create temporary table aboard on commit drop as
select o.id as order_id, plan.id as sailing_id, row_number() over (order by o.id)::integer as position
from plan cross join lateral (
  select o.id from orders o where o.origin_depot_id = plan.depot_id and o.status = 0 and o.transportation_mode = 0 and o.deleted_at is null
    and not exists (select from confirmations c where c.order_id = o.id) order by o.id desc limit $1
) o where voyage = '${FULL_VOYAGE}'`

/** Every fifth order without a booking confirmation goes with a sailing of its time. */
export const CARGO = `
insert into aboard
select id, sailing_id, row_number() over (partition by sailing_id order by id)
from (
  select o.id, (select min(id) from plan) + ((row_number() over (order by o.id) - 1) * ((select count(*) from plan) - 1)
    / count(*) over ())::integer as sailing_id
  from orders o
  where o.transportation_mode = 0 and o.deleted_at is null and pg_temp.pick(o.id, 20, 5) = 0
    and not exists (select from confirmations c where c.order_id = o.id) and not exists (select from aboard a where a.order_id = o.id)
) spread`

export const INSERT_LOADINGS = `
insert into loadings (order_id, sailing_id, container_id, received_at, pieces, weight_kg, volume_cbm, position)
select a.order_id, a.sailing_id, boxes.ids[1 + a.position % cardinality(boxes.ids)], r.at,
  case when r.at is not null then ceil(o.shipment_volume / 0.07)::integer end, case when r.at is not null then o.shipment_weight end,
  case when r.at is not null then o.shipment_volume end, a.position
from aboard a
  join orders o on o.id = a.order_id
  join sailings s on s.id = a.sailing_id
  join (select sailing_id, array_agg(id order by id) as ids from containers where sailing_id in (select id from plan) group by sailing_id)
    boxes on boxes.sailing_id = a.sailing_id
  cross join lateral (select case when s.status <> 'planned' then s.cargo_cut_off_at - interval '1 day' end as at) r`

/**
 * Receipts at the CFS of the orders aboard, and of some that could still go: the cargo of half of these is
 * ready later.
 */
export const INSERT_CONFIRMATIONS = `
insert into confirmations (order_id, vessel_id, vessel_voyage, port_of_loading, port_of_discharge, cargo_ready_at, cargo_cut_off_at,
  documentation_cut_off_at, estimated_time_of_departure_at, actual_time_of_departure_at, port_estimated_time_of_arrival_at,
  port_actual_time_of_arrival_at, place_estimated_time_of_arrival_at)
select a.order_id, s.vessel_id, s.voyage, s.port_of_loading, s.port_of_discharge, s.etd - interval '9 days', s.cargo_cut_off_at,
  s.documentation_cut_off_at, s.etd, s.atd, s.port_eta, s.port_ata, s.port_eta + interval '4 days'
from aboard a join sailings s on s.id = a.sailing_id
union all
select o.id, null, '', '', '', date_trunc('day', now(), 'UTC') + interval '1 day' * pg_temp.pick(o.id, 21, 120),
  null, null, null, null, null, null, null
from orders o where o.status = 0 and pg_temp.pick(o.id, 20, 5) = 1
on conflict do nothing`
