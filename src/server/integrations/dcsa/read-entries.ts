import { type RawBuilder, sql } from 'kysely'
import { DCSA_MEANINGS } from '#contract/integrations/dcsa-events.ts'
import { MILESTONES } from '#contract/reference/milestones.ts'
import type { Db } from '#server/db/client.ts'
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

const among = (column: string, ids: number[] | null) =>
  ids === null ? sql`true` : sql`${sql.raw(column)} = any(${ids}::int[])`

const MICROSECONDS = '(extract(epoch from %) * 1000000)::bigint'
const microseconds = (column: string) => sql.raw(MICROSECONDS.replace('%', column))
const instant = (microsecond: string) => sql`(to_timestamp(0) + ${microsecond}::bigint * interval '1 microsecond')`

/**
 * Standing entries of the history that can no longer be undone, once for each container where they are about
 * containers.
 */
function ofOrders({ types, after, limit, container }: EventsQuery, { orders }: Scope): RawBuilder<unknown> {
  const [at, source, id, containerId] = after
  const wanted = MILESTONES.filter((each) => types.some((type) => type === DCSA_MEANINGS[each]?.eventType))
  const aboutContainers = MILESTONES.filter((each) => DCSA_MEANINGS[each]?.eventType === 'EQUIPMENT')
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
      and ${among('e.order_id', orders)}
      and e.created_at <= now() - make_interval(secs => (select seconds from webhook_hold))
      and e.created_at >= ${instant(at)}
      and (e.created_at, 1, e.id, coalesce(c.id, 0)) > (${instant(at)}, ${source}::int, ${id}::bigint, ${containerId}::bigint)
    order by e.created_at, e.id, coalesce(c.id, 0) limit ${limit + 1}`
}

/** Dates of sailings as they were set, each with the orders aboard. */
function ofSailings({ types, after, limit }: EventsQuery, { orders, sailings }: Scope): RawBuilder<unknown> {
  const [at, source, id] = after
  return sql`
    select ${microseconds('d.at')} as at, 2 as source, d.id, 0 as container_id, null as milestone, d.field, d.at as created_at,
      d.value as date, (
        select coalesce(array_agg(o.tracking_code order by o.id), '{}') from loadings l join orders o on o.id = l.order_id
        where l.sailing_id = s.id and o.deleted_at is null and ${among('o.id', orders)}
      ) as codes, '' as purchase, '' as number, '' as size_type, s.reference as sailing, s.port_of_loading, s.port_of_discharge,
      s.voyage, v.name as vessel_name, v.imo_number
    from sailing_dates d join sailings s on s.id = d.sailing_id and s.status <> 'cancelled' join vessels v on v.id = s.vessel_id
    where d.field in ('etd', 'atd', 'portEta', 'portAta') and d.value is not null and ${types.includes('TRANSPORT')}
      and ${among('d.sailing_id', sailings)} and d.at >= ${instant(at)}
      and (d.at, 2, d.id) > (${instant(at)}, ${source}::int, ${id}::bigint)
    order by d.at, d.id limit ${limit + 1}`
}

/** Entries up to one more than the limit, in the order in which they were made. */
export async function readEntries(db: Db, query: EventsQuery): Promise<Entry[]> {
  const scope = await scopeOf(db, query)
  const { rows } = await sql<Entry>`
    select at::text as at, source, id::text as id, container_id, milestone, field, created_at, date, codes, purchase, number, size_type,
      sailing, port_of_loading, port_of_discharge, voyage, vessel_name, imo_number
    from ((${ofOrders(query, scope)}) union all (${ofSailings(query, scope)})) entries
    order by entries.at, source, entries.id, container_id limit ${query.limit + 1}`.execute(db)
  return rows
}
