import { type RawBuilder, sql } from 'kysely'
import { INTERRUPTIONS } from '#contract/reference/milestones.ts'
import { CARGO } from '#server/orders/cargo-sql.ts'

/** Days to count, by the clock of the forwarder. */
export interface Days {
  /** As yyyy-MM-dd. */
  days: readonly string[]
  zone: string
}
type Count = (days: Days) => RawBuilder<unknown>

/** The days with the instants at which they begin and end. */
const ofDays = ({ days, zone }: Days) => sql`(
  select day, day::timestamp at time zone ${zone} as starts, (day + 1)::timestamp at time zone ${zone} as ends
  from unnest(${days}::date[]) as day) d`

const live = sql.raw(CARGO.live)
const interrupts = sql.raw(`'${INTERRUPTIONS[0]}'`)

/** The lane of `orders o`: the code of its origin's port or depot, and its destination's code. */
const LANE = sql`
  left join locations p on p.id = o.origin_location_id
  left join depots depot on depot.id = coalesce(o.origin_depot_id, p.depot_id)
  left join ports port on port.id = o.origin_port_id
  left join cartages c on c.id = o.shipment_destination`
const ORIGIN = sql`coalesce(depot.code, port.code, '')`
const DESTINATION = sql`coalesce(c.dest, '')`

/** Orders by the day they were made; volume, weight and price are of those that were not cancelled. */
const volume: Count = (days) => sql`
  select d.day, ${ORIGIN} as origin, ${DESTINATION} as destination,
    count(*) filter (where o.status <> 1)::int as orders, count(*) filter (where o.status = 1)::int as cancelled,
    coalesce(sum(o.shipment_volume) filter (where o.status <> 1), 0) as cbm,
    coalesce(sum(o.shipment_weight) filter (where o.status <> 1), 0) as kg,
    coalesce(sum(o.estimated_transportation) filter (where o.status <> 1), 0) as usd
  from ${ofDays(days)} join orders o on o.created_at >= d.starts and o.created_at < d.ends and o.deleted_at is null ${LANE}
  group by 1, 2, 3`

/** Quotes by the day they were asked for. */
const quotes: Count = (days) => sql`
  select d.day, q.kind, q.origin, q.destination, q.user_id, count(*)::int as asked, count(q.price)::int as priced,
    count(q.booked_at)::int as booked, coalesce(sum(q.price), 0) as quoted_usd, coalesce(sum(q.booked_price), 0) as booked_usd
  from ${ofDays(days)} join quotes q on q.asked_at >= d.starts and q.asked_at < d.ends
  group by 1, 2, 3, 4, 5`

/** Sailings by the day of their arrival, which is a day anywhere, with the days since the arrival that was promised first. */
const arrivals: Count = (days) => sql`
  select d.day, s.port_of_loading as origin, s.port_of_discharge as destination, s.carrier_id,
    (s.port_ata at time zone 'UTC')::date - (first.value at time zone 'UTC')::date as days_late,
    count(*)::int as sailings, coalesce(sum(aboard.orders), 0)::int as orders
  from ${ofDays({ ...days, zone: 'UTC' })} join sailings s on s.port_ata >= d.starts and s.port_ata < d.ends and s.status <> 'cancelled'
    left join lateral (
      select value from sailing_dates where sailing_id = s.id and field = 'portEta' and value is not null order by id limit 1
    ) first on true
    cross join lateral (
      select count(*) as orders from loadings l join orders o on o.id = l.order_id where l.sailing_id = s.id and ${live}
    ) aboard
  group by 1, 2, 3, 4, 5`

/**
 * Orders by the day they reached a milestone, with the days since the one that they reached before it, and from the booking to
 * the delivery. The first standing entry of a milestone counts; steps that go back in time are left out.
 */
const steps: Count = (days) => sql`
  with reached as materialized (
    -- When the orders with a milestone on these days reached each of theirs.
    select e.order_id, e.milestone, min(e.date) as at from order_events e
    where e.milestone < ${interrupts} and e.withdrawn_at is null and e.order_id in (
      select own.order_id from ${ofDays(days)} join order_events own on own.date >= d.starts and own.date < d.ends
        join orders o on o.id = own.order_id and o.deleted_at is null
      where own.milestone < ${interrupts} and own.withdrawn_at is null)
    group by 1, 2
  ),
  pairs as (
    select order_id, lag(milestone) over before as came_from, lag(at) over before as came_at, milestone as reached, at
    from reached window before as (partition by order_id order by milestone)
    union
    select last.order_id, first.milestone, first.at, last.milestone, last.at
    from reached last join reached first on first.order_id = last.order_id and first.milestone = 'booked'
    where last.milestone = 'delivered'
  )
  select d.day, p.came_from, p.reached, d.day - (p.came_at at time zone ${days.zone})::date as days, count(*)::int as orders
  from pairs p join ${ofDays(days)} on p.at >= d.starts and p.at < d.ends
  where p.came_at <= p.at
  group by 1, 2, 3, 4`

/** What members of staff did: events set, and LCL bookings made. */
const staff: Count = (days) => sql`
  select day, user_id, sum(events)::int as events, sum(bookings)::int as bookings from (
    select d.day, e.user_id, 1 as events, 0 as bookings
    from ${ofDays(days)} join order_events e on e.created_at >= d.starts and e.created_at < d.ends
    union all
    select d.day, p.user_id, 0, 1
    from ${ofDays(days)} join orders o on o.created_at >= d.starts and o.created_at < d.ends and o.deleted_at is null
      join order_prices p on p.order_id = o.id
  ) done join users u on u.id = done.user_id and u.role <> array['ROLE_USER']
  group by 1, 2`

/** The queue by rule: what came and went, and what was open at the end of the day, or is now. Waived things are not open. */
const queue: Count = (days) => sql`
  select d.day, a.rule, count(*) filter (where a.since >= d.starts)::int as opened,
    count(*) filter (where a.resolved_at < d.ends)::int as closed,
    count(*) filter (where (a.resolved_at is null or a.resolved_at >= d.ends) and (a.waived_at is null or a.waived_at >= d.ends))::int as open
  from ${ofDays(days)} cross join lateral (
    select * from attention where resolved_at is null and since < d.ends
    union all select * from attention where resolved_at >= d.starts and since < d.ends
  ) a
  group by 1, 2`

/** The kept figures: their tables, their columns after the day, and how a day is counted from what is there. */
export const COUNTED = {
  report_volume: { columns: ['origin', 'destination', 'orders', 'cancelled', 'cbm', 'kg', 'usd'], count: volume },
  report_quotes: {
    columns: ['kind', 'origin', 'destination', 'user_id', 'asked', 'priced', 'booked', 'quoted_usd', 'booked_usd'],
    count: quotes,
  },
  report_arrivals: {
    columns: ['origin', 'destination', 'carrier_id', 'days_late', 'sailings', 'orders'],
    count: arrivals,
  },
  report_steps: { columns: ['came_from', 'reached', 'days', 'orders'], count: steps },
  report_staff: { columns: ['user_id', 'events', 'bookings'], count: staff },
  report_queue: { columns: ['rule', 'opened', 'closed', 'open'], count: queue },
} as const satisfies Record<string, { columns: readonly string[]; count: Count }>
export type Counted = keyof typeof COUNTED
