import { type RawBuilder, sql } from 'kysely'
import { DCSA_MEANINGS } from '#contract/integrations/dcsa-events.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'
import { SAILING_DATES } from './occasions.ts'
import type { EventsQuery } from './query.ts'

/** An entry of an order's history, or a date of a sailing, with the facts of its event. */
export interface Entry {
  at: string
  source: number
  id: string
  containerId: number
  /** Milestone of an order's history. */
  milestone: string | null
  /** Field of a sailing. */
  field: string | null
  createdAt: string
  date: string
  /** The tracking code of the order; for a sailing's date those of all orders aboard. */
  codes: string[]
  purchase: string
  number: string
  sizeType: string
  sailing: string | null
  portOfLoading: string
  portOfDischarge: string
  voyage: string
  vesselName: string | null
  imoNumber: string | null
}

/** Orders and sailings behind the references asked for; null for all. */
interface Scope {
  orders: number[] | null
  sailings: number[] | null
}

/** The orders and sailings that a reference names. */
async function scopeOf(db: Db, { code, container }: EventsQuery): Promise<Scope> {
  if (code === null && container === null) return { orders: null, sailings: null }
  const byCode = code === null ? sql`true` : sql`o.tracking_code = ${code}`
  const byNumber =
    container === null
      ? sql`true`
      : sql`o.id in (
          select l.order_id from containers c join loadings l on l.container_id = c.id where c.number = ${container} and c.number <> ''
          union all select c.order_id from containers c where c.number = ${container} and c.number <> '')`
  const { rows } = await sql<{ id: number; sailingId: number | null }>`
    select o.id, l.sailing_id from orders o left join loadings l on l.order_id = o.id
    where o.deleted_at is null and ${byCode} and ${byNumber}`.execute(db)
  return { orders: rows.map(({ id }) => id), sailings: rows.flatMap(({ sailingId }) => sailingId ?? []) }
}

type Condition = RawBuilder<unknown>
const all = (conditions: readonly Condition[]) => sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
/** The condition of a parameter; none if it was not sent. */
const where = <T>(sent: T | null, condition: (value: T) => Condition): Condition[] =>
  sent === null ? [] : [condition(sent)]

const MICROSECONDS = '(extract(epoch from %) * 1000000)::bigint'
const microseconds = (column: string) => sql.raw(MICROSECONDS.replace('%', column))
const instant = (microsecond: string) => sql`(to_timestamp(0) + ${microsecond}::bigint * interval '1 microsecond')`

/** Conditions on the time at which an event was entered, and on its place among the others. */
function since({ from, before, after, latestFirst }: EventsQuery, column: string, place: Condition): Condition[] {
  const at = sql.raw(column)
  const [past, from0] = latestFirst ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  return [
    ...where(from, (time) => sql`${at} >= ${new Date(time).toISOString()}`),
    ...where(before, (time) => sql`${at} < ${new Date(time).toISOString()}`),
    // The time alone is said as well, for its index.
    ...where(after, ([time]) => sql`${at} ${from0} ${instant(time)}`),
    ...where(
      after,
      ([time, source, id, containerId]) =>
        sql`${place} ${past} (${instant(time)}, ${source}::int, ${id}::bigint, ${containerId}::bigint)`,
    ),
  ]
}

const direction = ({ latestFirst }: EventsQuery) => sql.raw(latestFirst ? 'desc' : 'asc')
const vessels = (imoNumber: string) => sql`(select id from vessels where upper(imo_number) = ${imoNumber})`
const occasionsAt = ({ occasions }: EventsQuery, at: 'origin' | 'destination') =>
  occasions.flatMap(({ of, call }) => (call?.at === at ? [of] : []))

/**
 * Standing entries of the history that can no longer be undone, once for each container where they are about
 * containers.
 */
function ofOrders(query: EventsQuery, { orders }: Scope): RawBuilder<unknown> {
  const { container, occasions, masterBill, callOf, imoNumber, voyage, port, limit } = query
  const wanted = MILESTONES.filter((each) => occasions.some(({ of }) => of === each))
  const aboutContainers = MILESTONES.filter((each) => DCSA_MEANINGS[each]?.eventType === 'EQUIPMENT')
  const way = direction(query)
  const conditions = [
    ...since(query, 'e.created_at', sql`(e.created_at, 1, e.id, coalesce(c.id, 0))`),
    ...where(orders, (ids) => sql`e.order_id = any(${ids}::int[])`),
    ...where(
      masterBill,
      (bill) => sql`e.order_id in (
        select l.order_id from sailings s join loadings l on l.sailing_id = s.id where upper(s.master_bill) = upper(${bill}) and ${bill} <> '')`,
    ),
    ...where(
      callOf,
      (name) => sql`e.order_id in (
        select l.order_id from sailings s join loadings l on l.sailing_id = s.id where s.reference = ${name}
        union all select o.id from orders o
          where o.tracking_code = ${name} and not exists (select from loadings l where l.order_id = o.id))`,
    ),
    ...where(
      imoNumber,
      (imo) => sql`e.order_id in (select order_id from confirmations where vessel_id in ${vessels(imo)})`,
    ),
    ...where(
      voyage,
      (number) =>
        sql`e.order_id in (select order_id from confirmations where vessel_voyage = ${number} and vessel_voyage <> '')`,
    ),
    ...where(
      port,
      (unlocode) => sql`case when e.milestone::text = any(${occasionsAt(query, 'origin')}::text[])
        then f.port_of_loading else f.port_of_discharge end = ${unlocode}`,
    ),
  ]
  return sql`
    select ${microseconds('e.created_at')} as at, 1 as source, e.id, coalesce(c.id, 0) as container_id, e.milestone::text, null as field,
      e.created_at, e.date, array[o.tracking_code] as codes, o.shipment_purchase as purchase, coalesce(c.number, '') as number,
      coalesce(c.size_type, '') as size_type, s.reference as sailing, coalesce(f.port_of_loading, '') as port_of_loading,
      coalesce(f.port_of_discharge, '') as port_of_discharge, coalesce(f.vessel_voyage, '') as voyage, v.name as vessel_name, v.imo_number
    from order_events e join orders o on o.id = e.order_id and o.deleted_at is null
      left join confirmations f on f.order_id = o.id left join vessels v on v.id = f.vessel_id
      left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
      left join lateral (
        select id, number, size_type from containers where id = l.container_id
        union all select id, number, size_type from containers where order_id = o.id
      ) c on e.milestone = any(${aboutContainers}::milestone[]) ${container === null ? sql`` : sql`and c.number = ${container}`}
    where e.milestone is not null and e.withdrawn_at is null and e.milestone = any(${wanted}::milestone[])
      and e.created_at <= now() - make_interval(secs => (select seconds from webhook_hold)) and ${all(conditions)}
    order by e.created_at ${way}, e.id ${way}, coalesce(c.id, 0) ${way} limit ${limit + 1}`
}

/** Dates of sailings as they were set, each with the orders aboard. */
function ofSailings(query: EventsQuery, { orders, sailings }: Scope): RawBuilder<unknown> {
  const { occasions, masterBill, callOf, imoNumber, voyage, port, limit } = query
  const fields = SAILING_DATES.filter((each) => occasions.some(({ of }) => of === each))
  const aboard = all(where(orders, (ids) => sql`o.id = any(${ids}::int[])`))
  const way = direction(query)
  const conditions = [
    ...since(query, 'd.at', sql`(d.at, 2, d.id, 0)`),
    ...where(sailings, (ids) => sql`d.sailing_id = any(${ids}::int[])`),
    ...where(masterBill, (bill) => sql`upper(s.master_bill) = upper(${bill}) and ${bill} <> ''`),
    ...where(callOf, (name) => sql`s.reference = ${name}`),
    ...where(imoNumber, (imo) => sql`s.vessel_id in ${vessels(imo)}`),
    ...where(voyage, (number) => sql`s.voyage = ${number}`),
    ...where(
      port,
      (unlocode) => sql`case when d.field = any(${occasionsAt(query, 'origin')}::text[])
        then s.port_of_loading else s.port_of_discharge end = ${unlocode}`,
    ),
  ]
  return sql`
    select ${microseconds('d.at')} as at, 2 as source, d.id, 0 as container_id, null as milestone, d.field, d.at as created_at,
      d.value as date, (
        select coalesce(array_agg(o.tracking_code order by o.id), '{}') from loadings l join orders o on o.id = l.order_id
        where l.sailing_id = s.id and o.deleted_at is null and ${aboard}
      ) as codes, '' as purchase, '' as number, '' as size_type, s.reference as sailing, s.port_of_loading, s.port_of_discharge,
      s.voyage, v.name as vessel_name, v.imo_number
    from sailing_dates d join sailings s on s.id = d.sailing_id and s.status <> 'cancelled' join vessels v on v.id = s.vessel_id
    where d.field = any(${fields}::text[]) and d.value is not null and ${all(conditions)}
    order by d.at ${way}, d.id ${way} limit ${limit + 1}`
}

/** Entries up to one more than the limit, in the order in which they were made. */
export async function readEntries(db: Db, query: EventsQuery): Promise<Entry[]> {
  if (query.occasions.length === 0) return []
  const way = direction(query)
  const scope = await scopeOf(db, query)
  const { rows } = await sql<Entry>`
    select at::text as at, source, id::text as id, container_id, milestone, field, created_at, date, codes, purchase, number, size_type,
      sailing, port_of_loading, port_of_discharge, voyage, vessel_name, imo_number
    from ((${ofOrders(query, scope)}) union all (${ofSailings(query, scope)})) entries
    order by entries.at ${way}, source ${way}, entries.id ${way}, container_id ${way} limit ${query.limit + 1}`.execute(
    db,
  )
  return rows
}
