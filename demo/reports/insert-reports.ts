import type { PoolClient } from 'pg'
import { FIRST_CLIENT } from '#demo/people/staff.ts'
import { priceQuotes } from './price-quotes.ts'

/** A number from 0 to below `n` that depends on an id and its purpose. */
const pick = (id: string, use: number, n: number) => `((hashint4extended(${id}, ${use}) & 9223372036854775807) % ${n})`

/** SQL for the lane of `orders o`. */
const LANE = `left join locations l on l.id = o.origin_location_id
  left join depots d on d.id = coalesce(o.origin_depot_id, l.depot_id)
  left join ports p on p.id = o.origin_port_id
  left join cartages c on c.id = o.shipment_destination`
const CODES = `coalesce(d.code, p.code, ''), coalesce(c.dest, '')`

/**
 * Quotes that were asked for before each order was booked, and answers to quote requests; `$1` is the time of
 * loading.
 */
const QUOTES = [
  `insert into quotes (kind, asked_at, times, user_id, client_id, origin, destination, inputs, price, answer, answered_at,
      order_id, booked_at, booked_price)
    select 'instant', at, 1 + ${pick('o.id', 2, 3)}, pr.user_id, o.user_id, ${CODES},
      pr.inputs, pr.calculated, jsonb_build_object('lines', pr.lines), at, o.id, o.created_at, pr.booked
    from orders o join order_prices pr on pr.order_id = o.id ${LANE}
      cross join lateral (select o.created_at - interval '1 minute' * (4 + ${pick('o.id', 1, 1600)}) as at) asked order by o.id`,
  `insert into quotes (kind, asked_at, user_id, client_id, origin, destination, inputs, price, answer, answered_at, order_id, booked_at, booked_price)
    select 'request', o.created_at, e.user_id, o.user_id, ${CODES}, jsonb_build_object('origin', o.origin_port_id,
        'destination', o.shipment_destination, 'volume', o.shipment_volume, 'weight', o.shipment_weight),
      o.estimated_transportation, '{}', case when o.estimated_transportation is not null then o.created_at + interval '1 hour' * (1 + ${pick('o.id', 3, 30)}) end,
      o.id, b.created_at, case when b.created_at is not null then o.estimated_transportation end
    from orders o ${LANE} left join lateral (select user_id from order_events where order_id = o.id order by id limit 1) e on true
      left join lateral (
        select created_at from order_events where order_id = o.id and milestone >= 'confirmed' and milestone < 'on-hold' and o.status <> 1 order by id limit 1
      ) b on true
    where o.transportation_mode = 1 order by o.id`,
  // Quotes that led to no booking: mostly other sizes, some of them on lanes without a rate.
  `insert into quotes (kind, asked_at, user_id, client_id, origin, destination, inputs, price, answer, answered_at)
    select 'instant', at, pr.user_id, case when ${pick('o.id', 6, 3)} > 0 then o.user_id end, ${CODES},
      pr.inputs || jsonb_build_object('volume', least(round(o.shipment_volume * (60 + ${pick('o.id', 7, 80)}) / 100.0, 3), 16)), null,
      case when ${pick('o.id', 8, 12)} = 0 then jsonb_build_object('missing', 'There is no freight rate for this lane.') else '{}' end, at
    from orders o join order_prices pr on pr.order_id = o.id ${LANE}
      cross join lateral (select o.created_at - interval '1 hour' * (30 + ${pick('o.id', 4, 400)}) as at) asked
    where ${pick('o.id', 5, 10)} < 7 and at > $1::timestamptz - interval '16 months' order by o.id`,
]

/**
 * Sailings whose cargo was delivered long ago, each with the orders of one lane that left in the same ten
 * days. The tens of days are counted from the day of loading, `$1`, so that there are the same sailings on
 * every day.
 */
const SAILINGS = [
  `create temporary table past on commit drop as
    select c.order_id, o.created_at, first_value(c.order_id) over same as lead
    from confirmations c join orders o on o.id = c.order_id
    where o.status = 2 and o.transportation_mode = 0 and o.deleted_at is null and c.vessel_id is not null and o.user_id <> ${FIRST_CLIENT}
      and c.port_actual_time_of_arrival_at is not null and not exists (select from loadings where order_id = o.id)
    window same as (partition by c.port_of_loading, c.port_of_discharge,
        date_bin('10 days', c.estimated_time_of_departure_at, date_trunc('day', $1::timestamptz, 'UTC') + interval '2 days')
      order by c.documentation_cut_off_at desc, c.order_id)`,
  `delete from past where lead in (select lead from past group by lead having count(*) < 2)
    or lead in (select lead from past group by lead having ${pick('lead', 9, 3)} = 0)`,
  // A voyage of a vessel between two ports is one sailing: if several drew the same number, the first stays.
  `delete from past where lead in (
    select order_id from (
      select c.order_id, row_number() over (partition by c.vessel_id, voyage_key, c.port_of_loading, c.port_of_discharge
          order by c.estimated_time_of_departure_at, c.order_id) as n,
        exists (select from sailings s where s.vessel_id = c.vessel_id and s.voyage_key = drawn.voyage_key
          and s.port_of_loading = c.port_of_loading and s.port_of_discharge = c.port_of_discharge) as known
      from confirmations c cross join lateral (
        select regexp_replace(upper(c.vessel_voyage collate "C"), '[^A-Z0-9]', '', 'g') as voyage_key) drawn
      where c.order_id in (select lead from past)
    ) each where n > 1 or known)`,
  `create temporary table gone on commit drop as
    select (select max(id) from sailings) + row_number() over (order by c.estimated_time_of_departure_at, c.order_id) as id, c.*,
      ${pick('c.order_id', 10, 4)} as luck
    from confirmations c where c.order_id in (select lead from past)`,
  `update confirmations c set vessel_id = g.vessel_id, vessel_voyage = g.vessel_voyage, cargo_cut_off_at = g.cargo_cut_off_at,
      documentation_cut_off_at = g.documentation_cut_off_at, estimated_time_of_departure_at = g.estimated_time_of_departure_at,
      actual_time_of_departure_at = g.actual_time_of_departure_at, port_estimated_time_of_arrival_at = g.port_estimated_time_of_arrival_at,
      port_actual_time_of_arrival_at = g.port_actual_time_of_arrival_at, place_estimated_time_of_arrival_at = g.place_estimated_time_of_arrival_at
    from past join gone g on g.order_id = past.lead where c.order_id = past.order_id`,
  `insert into sailings (id, reference, vessel_id, voyage, carrier_id, port_of_loading, port_of_discharge, depot_id, cargo_cut_off_at,
      documentation_cut_off_at, vgm_cut_off_at, etd, atd, port_eta, port_ata, status, created_at, updated_at)
    select g.id, 'S-' || extract(year from $1::timestamptz at time zone 'UTC') || '-' || lpad(g.id::text, 4, '0'), g.vessel_id, g.vessel_voyage,
      k.id, g.port_of_loading, g.port_of_discharge, d.id, g.cargo_cut_off_at, g.documentation_cut_off_at,
      g.estimated_time_of_departure_at - interval '60 hours', g.estimated_time_of_departure_at, g.actual_time_of_departure_at,
      g.port_estimated_time_of_arrival_at, g.port_actual_time_of_arrival_at, 'arrived',
      g.estimated_time_of_departure_at - interval '32 days', g.port_actual_time_of_arrival_at + interval '27 hours'
    from gone g left join depots d on d.code = g.port_of_loading join vessels v on v.id = g.vessel_id
      left join lateral (select carrier_id as id from sailings s where s.vessel_id = v.id and carrier_id is not null limit 1) known on true
      left join carriers k on k.id = coalesce(known.id, 1 + (select count(*) from carriers) * (g.luck % 2) / 2 + g.vessel_id % greatest((select count(*) from carriers) / 2, 1))`,
  // Some arrivals were promised for an earlier day at first.
  `insert into sailing_dates (sailing_id, field, value, user_id, at)
    select s.id, field, value, 2, s.created_at from sailings s join gone g on g.id = s.id, lateral (values
      ('cargoCutOffAt', s.cargo_cut_off_at), ('documentationCutOffAt', s.documentation_cut_off_at), ('etd', s.etd),
      ('portEta', s.port_eta - case when g.luck = 0 then interval '4 days' else interval '0' end), ('atd', s.atd), ('portAta', s.port_ata)
    ) as dates (field, value) where value is not null order by s.id`,
  `insert into loadings (order_id, sailing_id, received_at, pieces, weight_kg, volume_cbm, position, created_at)
    select past.order_id, g.id, c.cargo_ready_at + interval '20 hours', ceil(o.shipment_volume / 0.07)::int, o.shipment_weight, o.shipment_volume,
      row_number() over (partition by g.id order by past.order_id), c.cargo_ready_at
    from past join gone g on g.order_id = past.lead join confirmations c on c.order_id = past.order_id join orders o on o.id = past.order_id`,
  // References count the sailings of each year in planning order, as the product's own references do.
  `update sailings set reference = 'past ' || id`,
  `update sailings s set reference = 'S-' || n.year || '-' || lpad(n.number::text, 4, '0') from (
      select id, year, row_number() over (partition by year order by created_at, id) as number
      from (select id, created_at, extract(year from created_at at time zone 'UTC') as year from sailings) planned
    ) n where n.id = s.id`,
  'delete from sailing_numbers',
  `insert into sailing_numbers (year, last)
    select extract(year from created_at at time zone 'UTC'), count(*) from sailings group by 1`,
  `select setval(pg_get_serial_sequence('sailings', 'id'), max(id)) from sailings`,
]

/** Queue items that were done in the last year: one reason for about every second order. */
const QUEUE = `
  insert into attention (order_id, rule, subject, severity, since, due_at, detail, in_charge_id, resolved_at, updated_at)
  select o.id, rule, '', r.severity, since, since, '{}', o.in_charge_id, done, done
  from orders o cross join lateral (
    select case when o.transportation_mode = 1 then 'quote-waiting'
      else (array['unconfirmed', 'cargo-cut-off', 'quiet', 'late-delivery', 'not-departed', 'mail-failed'])[1 + ${pick('o.id', 11, 6)}] end as rule,
      o.created_at + interval '1 hour' * (20 + ${pick('o.id', 12, 480)}) as since
  ) x cross join lateral (select since + interval '1 hour' * (2 + ${pick('o.id', 13, 60)} * ${pick('o.id', 14, 3)}) as done) y
    join attention_rules r on r.code = x.rule
  where ${pick('o.id', 15, 10)} < 6 and done < $1::timestamptz order by done`

/** Open items have been open since they were due. */
const SINCE = 'update attention set since = due_at where resolved_at is null and due_at < since'

/**
 * Gives the reports of the past year something to count: quotes, sailings that arrived, and what was done in
 * the queue.
 */
export async function insertReports(client: PoolClient, now: Date): Promise<void> {
  const run = async (step: string) => client.query(step, step.includes('$1') ? [now] : [])
  for (const step of QUOTES) await run(step)
  await priceQuotes(client)
  for (const step of [...SAILINGS, QUEUE, SINCE]) await run(step)
}
