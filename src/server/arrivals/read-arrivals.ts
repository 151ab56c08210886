import { type RawBuilder, sql } from 'kysely'
import { ARRIVAL_FILTERS } from '#contract/arrivals/arrival-filters.ts'
import type { ARRIVAL_SORTS, Arrival } from '#contract/arrivals/arrivals.ts'
import { MOST_COUNTED } from '#contract/lib/envelope.ts'
import { inBatches } from '#server/db/batches.ts'
import type { Db } from '#server/db/client.ts'
import type { CountKept } from '#server/resource/filtered-page.ts'
import type { Condition, FilterClock, FilterColumns } from '#server/resource/filters/columns.ts'
import { filterConditions } from '#server/resource/filters/conditions.ts'
import { keptFilters } from '#server/resource/filters/read-filters.ts'
import { containsNumber } from '#server/resource/folded.ts'
import { clampPage, type ListQuery } from '#server/resource/paginate.ts'
import type { Reader } from '#server/resource/store.ts'

const FILTERED: FilterColumns<typeof ARRIVAL_FILTERS> = {
  sailing: { sql: 'a.sailing_id' },
  place: { sql: 'a.place_id' },
  inCharge: { sql: 'a.in_charge_id' },
}

/** More rows than there ever are: totals are exact. */
const EVERY = 1_000_000

const SEARCHED = ['number', 'tracking_code', 'company_name', 'reference'].map((column) => sql`a.${sql.raw(column)}`)

/** What the sort keys compare. */
const SORTED: Record<(typeof ARRIVAL_SORTS)[number], RawBuilder<unknown>> = {
  lastFreeDay: sql`a.last_free_day`,
  accrued: sql`t.accrued`,
  appointmentAt: sql`r.appointment_at`,
}

/** What a sort key needs beside the rows: nothing else reads it for all of them. */
const JOINED: Partial<Record<keyof typeof SORTED, RawBuilder<unknown>>> = {
  accrued: sql`left join shown_free_times t on t.id = a.free_time_id and t.ended_on is null`,
  appointmentAt: sql`left join releases r on r.order_id = a.order_id`,
}

/** What a query finds, and the order of its rows: what is unknown comes last, and ids decide between equal rows. */
function narrowed({ search, where = {}, order }: ListQuery, clock: FilterClock) {
  const conditions: Condition[] = filterConditions(ARRIVAL_FILTERS, FILTERED, where, clock)
  if (search !== '') conditions.push(containsNumber(SEARCHED, search))
  const joined = [...new Set(order.flatMap(({ key }) => JOINED[key as keyof typeof SORTED] ?? []))] // sortable columns
  const joins = joined.length > 0 ? sql.join(joined, sql` `) : sql``
  const narrowing = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  const from = sql`arrivals a ${joins} where ${narrowing}`
  const keys = order.map(({ key, direction }) => {
    const by = SORTED[key as keyof typeof SORTED] // one of the sortable columns
    return sql`${by} ${sql.raw(direction)} nulls last`
  })
  return {
    from,
    sorted: sql.join([...keys, sql`a.last_free_day nulls last`, sql`a.container_id nulls last`, sql`a.order_id`]),
  }
}

/** Rows as callers receive them, from arrivals `a` with their places in the order. */
const shown = <Row = Arrival>(arrivals: RawBuilder<unknown>, more = sql``) => sql<Row>`
  with a as materialized (${arrivals}),
    clocks as materialized (select t.* from shown_free_times t where t.id = any(array(select free_time_id from a)))
  select a.key,
    case when a.container_id is not null then json_build_object('id', a.container_id, 'number', a.number) end as container,
    case when a.order_id is not null
      then json_build_object('id', a.order_id, 'trackingCode', a.tracking_code, 'companyName', a.company_name) end as "order",
    case when a.sailing_id is not null then json_build_object('id', a.sailing_id, 'reference', a.reference) end as sailing,
    t.clock, t.last_free_day, t.last_free_day - t.today as days_left,
    case when t.accrued is not null
      then json_build_object('amount', t.accrued, 'currency', t.currency, 'perDay', t.per_day) end as accrued,
    case when a.order_id is not null then json_build_object('freight', coalesce(r.freight, false), 'bill', coalesce(r.bill, false),
      'customs', coalesce(r.customs, false), 'carrier', coalesce(r.carrier, false)) end as release,
    r.appointment_at,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.username) end as in_charge,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as place${more}
  from a
    left join clocks t on t.id = a.free_time_id
    left join release_legs r on r.order_id = a.order_id
    left join users u on u.id = a.in_charge_id
    left join places p on p.id = a.place_id
  order by a.n`

/** The list of arrivals. `clock` is asked for by filters of days, of which it has none yet. */
export function arrivalReads(db: Db, clock: FilterClock): Reader<Arrival> {
  const countUpTo = async (query: ListQuery, most: number, from = db): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${narrowed(query, clock).from} limit ${most + 1}) found`.execute(from)
    return rows[0]?.n ?? 0
  }
  /** A page with the total beside each row: counting by itself would find all rows once more. */
  const pageOf = async (query: ListQuery, page: number, from: Db) => {
    const { perPage } = query
    const { from: all, sorted } = narrowed(query, clock)
    const found = sql`select *, row_number() over () as n from (
      select a.*, count(*) over () as total from ${all} order by ${sorted} limit ${perPage} offset ${(page - 1) * perPage}) a`
    return (await shown<Arrival & { total: number }>(found, sql`, a.total::int`).execute(from)).rows
  }
  return {
    countUpTo,
    list: async (query, from = db) => {
      const { page, perPage } = query
      let rows = await pageOf(query, page, from)
      let currentPageNumber = page
      if (rows.length === 0 && page > 1) {
        currentPageNumber = clampPage(page, perPage, await countUpTo(query, EVERY, from))
        rows = await pageOf(query, currentPageNumber, from)
      }
      const items = rows.map(({ total: _, ...row }) => row)
      return { items, totalCount: rows[0]?.total ?? 0, numItemsPerPage: perPage, currentPageNumber }
    },
    all: (query, from) => {
      const { from: all, sorted } = narrowed(query, clock)
      const numbered = sql`select a.*, row_number() over (order by ${sorted}) as n from ${all}`
      return inBatches<Arrival>(from, shown(numbered).compile(from))
    },
  }
}

/** How many arrivals a view shows, counted up to one more than `most`. Throws 400 at a filter that cannot be read. */
export const countArrivals: CountKept = (db, { filters, search }, { userId, ...clock }, most = MOST_COUNTED) => {
  const where = keptFilters(ARRIVAL_FILTERS, filters, userId)
  return arrivalReads(db, clock).countUpTo({ page: 1, perPage: 1, order: [], search, where }, most)
}
