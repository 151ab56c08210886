import { type RawBuilder, sql } from 'kysely'
import { INTERRUPTIONS } from '#contract/reference/milestones.ts'
import { CARGO } from '#server/orders/cargo-sql.ts'

/** Days to count, by the clock of the forwarder. */
export interface Days {
  /** As yyyy-MM-dd, in order. */
  days: readonly string[]
  /** True for days that are the same everywhere, stored as 00:00 UTC. */
  everywhere?: true
  /** Today, where it may be among them: open items need not be counted back from past days. */
  today?: string
}
type Count = (days: Days) => RawBuilder<unknown>

const DAY_MS = 86_400_000

/** Days one after the other, the last one included. */
export interface Stretch {
  first: string
  last: string
}

/** Unbroken stretches of sorted days: one look into an index finds each. */
export function stretches(days: readonly string[]): Stretch[] {
  const found: Stretch[] = []
  for (const day of days) {
    const open = found.at(-1)
    if (open && Date.parse(day) - Date.parse(open.last) === DAY_MS) open.last = day
    else found.push({ first: day, last: day })
  }
  return found
}

/** The instant at which a day begins: of a column with a day, or of the day after it. */
const startOf = (day: RawBuilder<unknown>, { everywhere }: Pick<Days, 'everywhere'>) =>
  everywhere
    ? sql`${day}::timestamp at time zone 'UTC'`
    : sql`instant_of(${day}::timestamp, (select walls from clock), (select offsets from clock))`

/** Unbroken stretches of days, with the instants at which they begin and end. */
export function ofDays({ days, everywhere }: Days): RawBuilder<unknown> {
  const all = stretches(days)
  return sql`(
    select first, last, ${startOf(sql`first`, { everywhere })} as starts, ${startOf(sql`(last + 1)`, { everywhere })} as ends
    from unnest(${all.map(({ first }) => first)}::date[], ${all.map(({ last }) => last)}::date[]) as stretch (first, last)) d`
}

const SOURCES = {
  orders: { alias: 'o', where: sql`and deleted_at is null` },
  quotes: { alias: 'q', where: sql`` },
  sailings: { alias: 's', where: sql`and status <> 'cancelled'` },
  order_events: { alias: 'e', where: sql`` },
}

/**
 * Rows of a table whose time is within the days, without deleted orders and cancelled sailings. Each stretch
 * is a look of its own into an index: for a plain join the planner expects a ninth of the table, and reads
 * all of it. `whose` narrows it to one person, where that person's index should be used.
 */
export const rowsWithin = (
  table: keyof typeof SOURCES,
  time: string,
  days: Days,
  whose: RawBuilder<unknown> = sql`true`,
) =>
  sql`${ofDays(days)} cross join lateral (
    select * from ${sql.table(table)} where ${sql.ref(time)} >= d.starts and ${sql.ref(time)} < d.ends ${SOURCES[table].where} and ${whose} offset 0
  ) ${sql.ref(SOURCES[table].alias)}`

/** The day of an instant. */
const dayOf = (column: string, { everywhere }: Pick<Days, 'everywhere'> = {}) =>
  everywhere
    ? sql`utc_day(${sql.ref(column)})`
    : sql`shown_at(${sql.ref(column)}, (select until from clock), (select offsets from clock))::date`

/** Condition of `orders o` aboard a sailing. */
export const LIVE = sql.raw(CARGO.live)
const interrupts = sql.raw(`'${INTERRUPTIONS[0]}'`)

/** The lane of `orders o`: the code of its origin's port or depot, and its destination's code. */
export const LANE = sql`
  left join locations p on p.id = o.origin_location_id
  left join depots depot on depot.id = coalesce(o.origin_depot_id, p.depot_id)
  left join ports port on port.id = o.origin_port_id
  left join cartages c on c.id = o.shipment_destination`
export const ORIGIN = sql`coalesce(depot.code, port.code, '')`
export const DESTINATION = sql`coalesce(c.dest, '')`

/** Orders by the day they were booked; volume, weight and price leave out cancelled ones. */
const volume: Count = (days) => sql`
  select ${dayOf('o.created_at')} as day, ${ORIGIN} as origin, ${DESTINATION} as destination,
    count(*) filter (where o.status <> 1)::int as orders, count(*) filter (where o.status = 1)::int as cancelled,
    coalesce(sum(o.shipment_volume) filter (where o.status <> 1), 0) as cbm,
    coalesce(sum(o.shipment_weight) filter (where o.status <> 1), 0) as kg,
    coalesce(sum(o.estimated_transportation) filter (where o.status <> 1), 0) as usd
  from ${rowsWithin('orders', 'created_at', days)} ${LANE}
  group by 1, 2, 3`

const quotesBy =
  (...columns: string[]): Count =>
  (days) => {
    const about = sql.join(columns.map((column) => sql.ref(`q.${column}`)))
    return sql`
      select ${dayOf('q.asked_at')} as day, ${about}, count(*)::int as asked, count(q.price)::int as priced,
        count(q.booked_at)::int as booked, coalesce(sum(q.price), 0) as quoted_usd, coalesce(sum(q.booked_price), 0) as booked_usd
      from ${rowsWithin('quotes', 'asked_at', days)} group by 1, ${about}`
  }

/** Quotes by the day they were asked for. */
const quotes = quotesBy('kind', 'origin', 'destination')
/**
 * Quotes by the person who asked, in a table of their own: split by person as well, each day would have
 * several times as many rows.
 */
const askers = quotesBy('user_id')

/** The first promised arrival of `sailings s`, as `first.value`. */
export const FIRST_PROMISE = sql`
  left join lateral (
    select value from sailing_dates where sailing_id = s.id and field = 'portEta' and value is not null order by id limit 1
  ) first on true`
export const DAYS_LATE = sql`(s.port_ata at time zone 'UTC')::date - (first.value at time zone 'UTC')::date`

/** Sailings by the day of their arrival, a day everywhere, with the days since the first promised arrival. */
const arrivals: Count = ({ days }) => {
  const everywhere = { days, everywhere: true } as const
  return sql`
    select ${dayOf('s.port_ata', everywhere)} as day, s.port_of_loading as origin, s.port_of_discharge as destination, s.carrier_id,
      ${DAYS_LATE} as days_late, count(*)::int as sailings, coalesce(sum(aboard.orders), 0)::int as orders
    from ${rowsWithin('sailings', 'port_ata', everywhere)} ${FIRST_PROMISE}
      cross join lateral (
        select count(*) as orders from loadings l join orders o on o.id = l.order_id where l.sailing_id = s.id and ${LIVE}
      ) aboard
    group by 1, 2, 3, 4, 5`
}

/**
 * Orders with a milestone on these days, and the days from one milestone to the next: the first standing
 * entry of each counts. From booking to delivery is a step of its own; steps that go back in time are left
 * out.
 */
export const stepsOf: Count = (days) => sql`
  with reached as materialized (
    select e.order_id, e.milestone, min(e.date) as at from order_events e
    where e.milestone < ${interrupts} and e.withdrawn_at is null and e.order_id in (
      select e.order_id from ${rowsWithin('order_events', 'date', days)}
        join orders o on o.id = e.order_id and o.deleted_at is null
      where e.milestone < ${interrupts} and e.withdrawn_at is null)
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
  select p.order_id, p.came_from, p.reached, p.at, ${dayOf('p.at')} as day, ${dayOf('p.at')} - ${dayOf('p.came_at')} as days
  from pairs p join ${ofDays(days)} on p.at >= d.starts and p.at < d.ends
  where p.came_at <= p.at`

/** Steps by the day they were made. */
const steps: Count = (days) => sql`
  select day, came_from, reached, days, count(*)::int as orders from (${stepsOf(days)}) step group by 1, 2, 3, 4`

/** Work of members of staff: events set, and LCL bookings made. */
const staff: Count = (days) => sql`
  select day, user_id, sum(events)::int as events, sum(bookings)::int as bookings from (
    select ${dayOf('e.created_at')} as day, e.user_id, 1 as events, 0 as bookings
    from ${rowsWithin('order_events', 'created_at', days)}
    union all
    select ${dayOf('o.created_at')}, p.user_id, 0, 1
    from ${rowsWithin('orders', 'created_at', days)} join order_prices p on p.order_id = o.id
  ) done join users u on u.id = done.user_id and u.role <> array['ROLE_USER']
  group by 1, 2`

/** The queue of past days: items open at the beginning of a stretch count as moves of the day before it. */
const queueThen: Count = (days) => sql`
  with items as materialized (
    select d.first, d.last, a.rule, greatest(${dayOf('a.since')}, d.first - 1) as came,
      ${dayOf('a.resolved_at')} as done, case when a.gone_at is not null then greatest(${dayOf('a.gone_at')}, ${dayOf('a.since')}, d.first - 1) end as gone
    from ${ofDays(days)} cross join lateral (
      select rule, since, resolved_at, waived_at as gone_at from attention where resolved_at is null and since < d.ends
      union all
      select rule, since, resolved_at, least(resolved_at, waived_at) from attention where resolved_at >= d.starts and since < d.ends
    ) a
  ),
  moves as (
    select first, rule, day, sum(opened) as opened, sum(closed) as closed, sum(moved) as moved from (
      select first, rule, came as day, case when came >= first then 1 else 0 end as opened, 0 as closed, 1 as moved from items
      union all select first, rule, done, 0, 1, 0 from items where done between first and last
      union all select first, rule, gone, 0, 0, -1 from items where gone <= last
    ) each_one group by 1, 2, 3
  ),
  kept as (
    select every.first, every.rule, every.day, coalesce(m.opened, 0) as opened, coalesce(m.closed, 0) as closed,
      sum(m.moved) over (partition by every.first, every.rule order by every.day) as open
    from (
      select known.first, known.rule, day::date as day
      from (select distinct first, last, rule from items) known, generate_series(known.first - 1, known.last, interval '1 day') day
    ) every left join moves m on m.first = every.first and m.rule = every.rule and m.day = every.day
  )
  select day, rule, opened::int as opened, closed::int as closed, coalesce(open, 0)::int as open from kept
  where day >= first and (opened > 0 or closed > 0 or open > 0)`

/** The queue of today: open items are kept (migration 0030), so only moves since midnight are looked for. */
const queueNow: Count = (days) => sql`
  select d.first as day, rule, sum(opened)::int as opened, sum(closed)::int as closed, sum(open)::int as open
  from ${ofDays(days)} cross join lateral (
    select rule, 0 as opened, 0 as closed, n as open from attention_totals
    union all select a.rule, 1, 0, 0 from attention_rules r join attention a on a.rule = r.code and a.since >= d.starts
      where a.resolved_at is null and a.waived_reason is null
    union all select rule, 1, 0, 0 from attention where waived_by is not null and resolved_at is null and since >= d.starts
    union all select rule, case when since >= d.starts then 1 else 0 end, 1, 0 from attention where resolved_at >= d.starts
  ) moves group by 1, 2 having sum(opened) > 0 or sum(closed) > 0 or sum(open) > 0`

/**
 * The queue by rule: items opened and closed, and those open at the end of the day, or now. Waived items are
 * not open.
 */
const queue: Count = ({ days, today }) => {
  const past = days.filter((day) => day !== today)
  if (today === undefined || past.length === days.length) return queueThen({ days })
  return sql`(${queueThen({ days: past })}) union all (${queueNow({ days: [today] })})`
}

const QUOTED = ['asked', 'priced', 'booked', 'quoted_usd', 'booked_usd'] as const

/**
 * The kept figures: their tables, the subject of a row, its figures, and how a day is counted from its
 * sources. Where a day has many rows, `months` says that the sums of each month are kept as well.
 */
export const COUNTED = {
  report_volume: {
    about: ['origin', 'destination'],
    figures: ['orders', 'cancelled', 'cbm', 'kg', 'usd'],
    count: volume,
    months: true,
  },
  report_quotes: { about: ['kind', 'origin', 'destination'], figures: QUOTED, count: quotes, months: true },
  report_askers: { about: ['user_id'], figures: QUOTED, count: askers, months: true },
  report_arrivals: {
    about: ['origin', 'destination', 'carrier_id', 'days_late'],
    figures: ['sailings', 'orders'],
    count: arrivals,
    months: false,
  },
  report_steps: { about: ['came_from', 'reached', 'days'], figures: ['orders'], count: steps, months: true },
  report_staff: { about: ['user_id'], figures: ['events', 'bookings'], count: staff, months: true },
  report_queue: { about: ['rule'], figures: ['opened', 'closed', 'open'], count: queue, months: false },
} as const satisfies Record<
  string,
  { about: readonly string[]; figures: readonly string[]; count: Count; months: boolean }
>
export type Counted = keyof typeof COUNTED

/** The columns of a table after the day. */
export const columnsOf = (counted: Counted): string[] => [...COUNTED[counted].about, ...COUNTED[counted].figures]

/** The first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The table with the sums of the months. */
export const monthsOf = (counted: Counted): string => `${counted}_months`
