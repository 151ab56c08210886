import type pg from 'pg'

/** Names of the places, rules and sailings of this measurement begin with it. */
const NAME = 'Bench'
/** Containers of a sailing. */
const OF_SAILING = 25
const DAYS = 30
/** Terminals and CFS, of both zones. */
const PLACES = 20

/**
 * Statements that add places, containers and orders at the destination. Containers arrived over the last 30 days; each fifth belongs to
 * an FCL order, as long as there are enough; two of three have been fetched, so that their detention runs. Older containers are back.
 */
const STEPS = [
  `insert into places (name, kind, port_code, country, time_zone)
  select '${NAME} ' || n, case when n % 4 = 0 then 'cfs' else 'terminal' end, 'USLAX', 'US', case when n % 2 = 0 then 'America/Los_Angeles' else 'America/New_York' end
  from generate_series(1, ${PLACES}) n`,
  `insert into free_time_rules (name, place_id, clock, days, unit, first_day, start_basis, tiers, valid_from)
  select '${NAME} ' || p.id || ' ' || c.clock, p.id, c.clock, c.days, c.unit, 'next', c.basis,
    '[{"fromDay":1,"toDay":4,"amount":85,"per":"container-day","minimum":null},{"fromDay":5,"toDay":null,"amount":170,"per":"container-day","minimum":null}]', current_date - 800
  from places p, (values ('demurrage', 4, 'working', 'discharged'), ('detention', 7, 'calendar', 'gated-out')) c (clock, days, unit, basis)
  where p.name like '${NAME} %' and p.kind = 'terminal'`,
  `update containers k set discharged_at = s.port_ata, returned_at = s.port_ata + interval '9 days', gated_out_at = s.port_ata + interval '5 days'
  from sailings s where s.id = k.sailing_id and s.status = 'arrived' and s.port_ata < now() - interval '30 days'`,
  `insert into sailings (reference, vessel_id, voyage, carrier_id, port_of_loading, port_of_discharge, etd, port_eta, atd, port_ata, status, destination_place_id)
  select '${NAME}-' || n, (select min(id) from vessels), 'R' || n, (select min(id) from carriers), 'CNNGB', 'USLAX', at - interval '20 days', at, at - interval '20 days', at, 'arrived',
    (array(select id from places where name like '${NAME} %' and kind = 'cfs'))[1 + n % (${PLACES} / 4)]
  from (select n, date_trunc('day', now(), 'UTC') - interval '1 day' * (n % ${DAYS}) as at from generate_series(1, $1::int / ${OF_SAILING}) n) t`,
  `insert into containers (sailing_id, order_id, number, size_type, max_kg, max_cbm, terminal_place_id, discharged_at, available_at, gated_out_at)
  select case when f.id is null then s.id end, f.id, 'RNCU' || lpad(s.n::text, 7, '0'), case s.n % 2 when 0 then '42G1' else '45G1' end, 26000, 58, t.ids[1 + s.n % cardinality(t.ids)],
    s.at, case when s.n % 3 > 0 then s.at + interval '1 day' end, case when s.n % 3 = 2 then least(s.at + interval '4 days', now()) end
  from (select s.id, s.port_ata + interval '1 hour' * (k % 24) as at, (row_number() over (order by s.id, k))::int as n
      from sailings s, generate_series(1, ${OF_SAILING}) k where s.reference like '${NAME}-%') s
    cross join (select array_agg(id) as ids from places where name like '${NAME} %' and kind = 'terminal') t
    left join (select o.id, 5 * row_number() over (order by o.id desc) as n from orders o
      where o.transportation_mode = 1 and o.status = 0 and o.deleted_at is null and not exists (select from containers c where c.order_id = o.id)) f on f.n = s.n
  order by s.n`,
  `insert into releases (order_id, original_bill, customs_released_at, appointment_at)
  select k.order_id, 'express', case when k.id % 2 = 0 then now() end, case when k.id % 4 = 0 then now() + interval '1 hour' * (k.id % 90) end
  from containers k where k.order_id is not null and k.number like 'RNCU%' on conflict do nothing`,
]

/** Adds so many open containers to a database that has none of these yet. */
export async function loadArrivals(client: pg.Client, containers: number): Promise<void> {
  const { rows } = await client.query(`select from places where name like '${NAME} %' limit 1`)
  if (rows.length > 0) return
  await client.query("set quayside.attention = 'off'")
  for (const step of STEPS) await client.query(step, step.includes('$1') ? [containers] : [])
  await client.query("set quayside.attention = 'on'")
  await client.query('vacuum (analyze) places, sailings, containers, free_times, free_time_rules, releases')
  await client.query('select refresh_attention(stale_attention())')
  await client.query('vacuum (analyze) attention')
}

/** A terminal with a rule for each clock, and a sailing of 25 containers: ids. */
export async function foundArrivals(client: pg.Client): Promise<{ place: number; sailing: number; rule: number }> {
  const { rows } = await client.query<{ place: number; sailing: number; rule: number }>(
    `select (select min(id) from places where name like '${NAME} %' and kind = 'terminal') as place,
      (select max(id) from sailings where reference like '${NAME}-%') as sailing,
      (select min(id) from free_time_rules where name like '${NAME} %') as rule`,
  )
  const [found] = rows
  if (!found) throw new Error('Nothing has arrived')
  return found
}

export async function countArrivals(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from arrivals')
  return rows[0]?.n ?? 0
}
