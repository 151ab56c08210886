import type pg from 'pg'
import type { Period } from '#contract/reports/period.ts'

type Row = Record<string, unknown>
/** For each report the parts of its answer that are compared: figures, rows of figures, or null for none. */
export type PlainFigures = Record<string, Record<string, Row | Row[] | null>>

/**
 * The figures of a period counted from the tables of the product alone, in plain SQL. Written without looking
 * at src/server/reports, so that a mistake there shows.
 */
export async function plainFigures(pool: pg.Pool, { from, to }: Period): Promise<PlainFigures> {
  // The database's own rules of this zone: a test that uses others names them in the form of POSIX.
  const { zone } = (await pool.query('select zone from clock')).rows[0]
  const rows = async (sql: string) => (await pool.query(sql)).rows
  const within = (column: string) => `(${column} at time zone '${zone}')::date between '${from}' and '${to}'`
  const names =
    '(select code, name from ports union all select code, name from cities where code not in (select code from ports))'
  const nameOf = (code: string) =>
    `coalesce((select name from ${names} place where place.code = ${code} limit 1), nullif(${code}, ''), 'Unknown')`

  const orders = `(
    select o.*, coalesce(
      (select code from depots where id = o.origin_depot_id),
      (select depots.code from locations join depots on depots.id = depot_id where locations.id = o.origin_location_id),
      (select code from ports where id = o.origin_port_id), '') as origin,
      coalesce((select dest from cartages where id = o.shipment_destination), '') as destination
    from orders o where deleted_at is null and ${within('created_at')}) o`
  const volume = `count(*) filter (where status in (0, 2))::int as orders, count(*) filter (where status = 1)::int as cancelled,
    coalesce(sum(case when status <> 1 then shipment_volume end), 0) as cbm, coalesce(sum(case when status <> 1 then shipment_weight end), 0) as kg,
    coalesce(sum(case when status <> 1 then estimated_transportation end), 0) as usd`
  const lane = `origin, ${nameOf('origin')} as "originName", destination, ${nameOf('destination')} as "destinationName"`

  const quotes = `(select * from quotes where ${within('asked_at')}) q`
  const asked = `count(*)::int as asked, count(*) filter (where price is not null)::int as priced,
    count(*) filter (where booked_at is not null)::int as booked,
    round(100.0 * count(*) filter (where booked_at is not null) / nullif(count(*), 0), 1) as "bookedShare",
    coalesce(sum(price), 0) as "quotedUsd", coalesce(sum(booked_price), 0) as "bookedUsd"`

  const arrived = `(
    select s.*, (port_ata at time zone 'UTC')::date - (select (value at time zone 'UTC')::date from sailing_dates d
        where d.sailing_id = s.id and d.field = 'portEta' and d.value is not null order by d.id limit 1) as late,
      (select count(*) from loadings join orders on orders.id = order_id where sailing_id = s.id and orders.status <> 1 and orders.deleted_at is null) as aboard
    from sailings s where status <> 'cancelled' and (port_ata at time zone 'UTC')::date between '${from}' and '${to}') s`
  const punctual = `count(*)::int as sailings, coalesce(sum(aboard), 0)::int as orders, count(late)::int as promised,
    count(*) filter (where late <= 0)::int as "onTime", round(100.0 * count(*) filter (where late <= 0) / nullif(count(late), 0), 1) as "onTimeShare",
    round(avg(late), 1) as "averageLate"`

  const firsts = `with firsts as materialized (
    select order_id, milestone, min(date) as at from order_events e join orders o on o.id = order_id
    where o.deleted_at is null and withdrawn_at is null and milestone not in ('on-hold', 'customs-exam') group by order_id, milestone)`
  const day = (column: string) => `(${column} at time zone '${zone}')::date`
  const took = `count(*)::int as orders, percentile_disc(0.5) within group (order by days) as median, percentile_disc(0.9) within group (order by days) as p90`
  const steps = `(
    select milestone as came, reached, ${day('reached_at')} - ${day('at')} as days from (
      select milestone, at, lead(milestone) over one_order as reached, lead(at) over one_order as reached_at
      from firsts window one_order as (partition by order_id order by milestone)) each_step
    where at <= reached_at and ${within('reached_at')}) s`
  const whole = `(
    select ${day('delivered')} - ${day('booked')} as days from (
      select min(at) filter (where milestone = 'booked') as booked, min(at) filter (where milestone = 'delivered') as delivered
      from firsts group by order_id) each_order
    where booked <= delivered and ${within('delivered')}) s`

  const end = `((least('${to}'::date, ${day('now()')}) + 1)::timestamp at time zone '${zone}')`
  const queue = `count(*) filter (where ${within('since')})::int as opened, count(*) filter (where ${within('resolved_at')})::int as closed,
    count(*) filter (where since < ${end} and (resolved_at is null or resolved_at >= ${end}) and (waived_at is null or waived_at >= ${end}))::int as open`

  const [totals] = await rows(`select ${volume} from ${orders}`)
  const [quoted] = await rows(`select ${asked} from ${quotes}`)
  const [came] = await rows(`select ${punctual} from ${arrived}`)
  const [through] = await rows(`${firsts} select ${took} from ${whole}`)
  const [waited] = await rows(`select ${queue} from attention`)
  return {
    volume: {
      totals,
      lanes: await rows(`select ${lane}, ${volume} from ${orders} group by origin, destination`),
    },
    quotes: {
      totals: quoted,
      kinds: await rows(`select kind, ${asked} from ${quotes} group by kind`),
      lanes: await rows(`select ${lane}, ${asked} from ${quotes} group by origin, destination`),
      people: await rows(`
        select user_id as id, coalesce((select username from users where id = user_id), 'Clients and visitors') as name, ${asked}
        from ${quotes} group by user_id`),
    },
    'on-time': {
      totals: came,
      lanes: await rows(`
        select ${lane}, ${punctual} from (select port_of_loading as origin, port_of_discharge as destination, * from ${arrived}) s
        group by origin, destination`),
      carriers: await rows(`
        select carrier_id as id, coalesce((select name from carriers where id = carrier_id), 'No carrier') as name, ${punctual}
        from ${arrived} group by carrier_id`),
    },
    milestones: {
      steps: await rows(
        `${firsts} select came, reached, ${took} from ${steps} where (came, reached) <> ('booked', 'delivered') group by came, reached`,
      ),
      whole: through.orders === 0 ? null : through,
    },
    workload: { totals: waited },
  }
}

/** Keys that tell the rows of a part apart; all others are figures. */
const ABOUT = ['origin', 'originName', 'destination', 'destinationName', 'kind', 'id', 'name', 'came', 'reached']
/** Figures that are unknown where there is nothing; all others are 0 then. */
const UNKNOWN = ['bookedShare', 'onTimeShare', 'averageLate', 'median', 'p90']

const fieldsOf = (row: Row, which: (field: string) => boolean): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => which(field)))
const aboutOf = (row: Row) => fieldsOf(row, (field) => ABOUT.includes(field))
const figuresOf = (row: Row) => fieldsOf(row, (field) => !ABOUT.includes(field))
const nothingLike = (row: Row): Row =>
  Object.fromEntries(Object.keys(figuresOf(row)).map((field) => [field, UNKNOWN.includes(field) ? null : 0]))

/**
 * The expected part of a report: the figures of a period, each beside its own of the period before if they
 * are compared.
 */
export function beside(now: Row | Row[] | null | undefined, before?: Row | Row[] | null): unknown {
  if (!Array.isArray(now)) {
    const known = now ?? (before as Row | null | undefined) // a part has one form
    if (!known) return null
    return { ...(now ?? nothingLike(known)), before: before === undefined ? null : (before ?? nothingLike(known)) }
  }
  const earlier = Array.isArray(before) ? before : undefined
  const about = (row: Row) => JSON.stringify(aboutOf(row))
  const all = new Map([...(earlier ?? []), ...now].map((row) => [about(row), row]))
  const figuresIn = (rows: Row[], row: Row) => {
    const found = rows.find((each) => about(each) === about(row))
    return found ? figuresOf(found) : nothingLike(row)
  }
  return inAnyOrder(
    [...all.values()].map((row) => ({
      ...aboutOf(row),
      ...figuresIn(now, row),
      before: earlier ? figuresIn(earlier, row) : null,
    })),
  )
}

const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** A list of rows in whatever order. */
function inAnyOrder(rows: object[]) {
  const text = (row: object) => JSON.stringify(row, sorted)
  return {
    asymmetricMatch: (other: unknown) =>
      Array.isArray(other) && JSON.stringify(other.map(text).sort()) === JSON.stringify(rows.map(text).sort()),
    toString: () => 'InAnyOrder',
    toAsymmetricMatcher: () => JSON.stringify(rows, null, 1),
  }
}
