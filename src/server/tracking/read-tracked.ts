import { CompiledQuery } from 'kysely'
import { type Db, isoTime } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { placeName } from '#server/orders/read-order.ts'
import type { TrackedDates, TrackedOrder } from './tracked.ts'

/** Columns of the dates that clients are told. */
const CONFIRMED: Record<keyof TrackedDates | 'placeEstimatedArrival' | 'placeActualArrival', string> = {
  cargoCutOffAt: 'cargo_cut_off_at',
  documentationCutOffAt: 'documentation_cut_off_at',
  estimatedDeparture: 'estimated_time_of_departure_at',
  actualDeparture: 'actual_time_of_departure_at',
  estimatedArrival: 'port_estimated_time_of_arrival_at',
  actualArrival: 'port_actual_time_of_arrival_at',
  placeEstimatedArrival: 'place_estimated_time_of_arrival_at',
  placeActualArrival: 'place_actual_time_of_arrival_at',
}
const SAILED: Record<keyof TrackedDates, { column: string; field: string }> = {
  cargoCutOffAt: { column: 'cargo_cut_off_at', field: 'cargoCutOffAt' },
  documentationCutOffAt: { column: 'documentation_cut_off_at', field: 'documentationCutOffAt' },
  estimatedDeparture: { column: 'etd', field: 'etd' },
  actualDeparture: { column: 'atd', field: 'atd' },
  estimatedArrival: { column: 'port_eta', field: 'portEta' },
  actualArrival: { column: 'port_ata', field: 'portAta' },
}

const objectOf = (pairs: readonly (readonly [key: string, sql: string])[]) =>
  `json_build_object(${pairs.map(([key, value]) => `'${key}', ${value}`).join(', ')})`

/** Dates that a sailing published first, by its own names. */
const FIRST_DATES = `(select json_object_agg(first.field, first.value) from (
  select distinct on (d.field) d.field, d.value from sailing_dates d
  where d.sailing_id = s.id and d.value is not null order by d.field, d.id
) first)`
/** The history in one piece, and when it last changed. */
const HISTORY = `(select json_build_object(
  'changedAt', max(greatest(e.created_at, e.edited_at, e.withdrawn_at)),
  'entries', coalesce(
    json_agg(json_build_object('milestone', e.milestone, 'date', e.date, 'isLast', e.id = o.last_event_entry_id))
      filter (where e.milestone is not null and e.withdrawn_at is null), '[]'::json)
) from order_events e where e.order_id = o.id)`
const portName = (column: string) => `(select p.name from ports p where upper(p.code) = upper(s.${column}))`
const named = (key: 'portOfLoading' | 'portOfDischarge', column: string) =>
  `coalesce(nullif(${placeName(key)}, ''), ${portName(column)}, '')`

const CARRIAGE = objectOf([
  ['vessel', `coalesce((select v.name from vessels v where v.id = coalesce(c.vessel_id, s.vessel_id)), '')`],
  ['voyage', `coalesce(nullif(c.vessel_voyage, ''), s.voyage, '')`],
  [
    'containers',
    `coalesce((select json_agg(k.number order by k.id) from containers k
      where (k.id = l.container_id or k.order_id = o.id) and k.number <> ''), '[]'::json)`,
  ],
])

/**
 * The order's own clock, once its cargo can be had: the storage of an LCL order, the demurrage of an FCL
 * order's containers. That of a container of several orders tells their clients nothing.
 */
const PICK_UP = `case when o.transportation_mode = 0 then (
    select json_build_object('since', ready.since, 'freeUntil', f.last_free_day, 'place', coalesce(p.name, ''), 'address', coalesce(p.address, ''))
    from (select 1) one left join places p on p.id = s.destination_place_id
      left join free_times f on f.order_id = o.id and f.clock = 'storage'
      cross join lateral (select coalesce(first_entry_day(o.id, '{available}', p.time_zone), f.starts_on) as since) ready
    where ready.since is not null and f.ended_on is null and first_entry_day(o.id, '{out-for-delivery,delivered}', p.time_zone) is null)
  else (
    select json_build_object('since', min(day_in(k.available_at, p.time_zone)), 'freeUntil', min(f.last_free_day),
      'place', coalesce(string_agg(distinct p.name, ', '), ''),
      'address', case when count(distinct p.id) = 1 then min(p.address) else '' end)
    from containers k left join places p on p.id = k.terminal_place_id
      left join free_times f on f.container_id = k.id and f.clock = 'demurrage'
    where k.order_id = o.id and k.available_at <= now() and k.gated_out_at is null having count(*) > 0)
  end`

const TRACKED = `
  select row_to_json(found) as tracked from (
    select o.tracking_code as "trackingCode", o.status, o.transportation_mode as "transportationMode",
      o.shipment_trade_terms as "shipmentTradeTerms", o.created_at as "createdAt", o.city_name as "cityName",
      o.cartage_name as "cartageName", o.last_event_public_status as "lastEventPublicStatus",
      o.last_event_time as "lastEventTime",
      ${HISTORY} as history,
      ${named('portOfLoading', 'port_of_loading')} as "portOfLoading",
      ${named('portOfDischarge', 'port_of_discharge')} as "portOfDischarge",
      ${placeName('placeOfDelivery')} as "placeOfDelivery",
      case when c.order_id is not null then
        ${objectOf(Object.entries(CONFIRMED).map(([key, column]) => [key, `c.${column}`]))} end as confirmation,
      case when s.id is not null then ${objectOf([
        ['now', objectOf(Object.entries(SAILED).map(([key, { column }]) => [key, `s.${column}`]))],
        ['first', FIRST_DATES],
      ])} end as sailing,
      greatest(o.updated_at, c.updated_at, s.updated_at) as "savedAt", l.received_at as "receivedAt",
      case when shows.tracking_shows_vessel then ${CARRIAGE} end as carriage,
      case when shows.tracking_shows_free_time then ${PICK_UP} end as "pickUp"
    from orders o cross join company_profile shows left join confirmations c on c.order_id = o.id
      left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
    where o.deleted_at is null and`

const BY_CODE = `${TRACKED} o.tracking_code = any($1::text[])) found ${PLANNED}`
const BY_ID = `${TRACKED} o.id = $1) found ${PLANNED}`

const isoDates = <Dates extends Record<string, string | null>>(dates: Dates): Dates =>
  Object.fromEntries(Object.entries(dates).map(([key, value]) => [key, value && isoTime(value)])) as Dates // the same keys

/** An order as the statement returns it. */
type Found = Omit<TrackedOrder, 'lastEventMilestone' | 'reached' | 'sailing' | 'datesAt'> & {
  savedAt: string
  /** When the CFS received the cargo, whether an event says so or not. */
  receivedAt: string | null
  history: { changedAt: string | null; entries: (Reached & { isLast: boolean })[] }
  sailing: { now: TrackedDates; first: Record<string, string> | null } | null
}
type Reached = TrackedOrder['reached'][number]

/** The first time of each milestone. */
function firstOfEach(entries: readonly Reached[]): Reached[] {
  const earliest = new Map<Reached['milestone'], string>()
  for (const { milestone, date } of entries) {
    const known = earliest.get(milestone)
    if (!known || date < known) earliest.set(milestone, date)
  }
  return [...earliest].map(([milestone, date]) => ({ milestone, date }))
}

const firstDates = (first: Record<string, string> | null): TrackedDates =>
  Object.fromEntries(
    Object.entries(SAILED).map(([key, { field }]) => [key, first?.[field] ? isoTime(first[field]) : null]),
  ) as TrackedDates // its keys

/** The order, with times as ISO 8601 in UTC. */
function trackedOf({ savedAt, receivedAt, history, sailing, ...order }: Found): TrackedOrder {
  const entries = history.entries.map((entry) => ({ ...entry, date: isoTime(entry.date) }))
  const receipt = receivedAt ? [{ milestone: 'received' as const, date: isoTime(receivedAt) }] : []
  const changes = [savedAt, history.changedAt, receivedAt].flatMap((at) => (at ? [isoTime(at)] : []))
  return {
    ...order,
    createdAt: isoTime(order.createdAt),
    lastEventTime: order.lastEventTime && isoTime(order.lastEventTime),
    lastEventMilestone: entries.find(({ isLast }) => isLast)?.milestone ?? null,
    reached: firstOfEach([...entries, ...receipt]),
    confirmation: order.confirmation && isoDates(order.confirmation),
    sailing: sailing && { now: isoDates(sailing.now), first: firstDates(sailing.first) },
    datesAt: changes.sort().at(-1) ?? '',
  }
}

/** Reads, in one statement, the sources of the public facts of live orders. */
async function read(db: Db, text: string, value: number | readonly string[]): Promise<TrackedOrder[]> {
  const { rows } = await db.executeQuery<{ tracked: Found }>(CompiledQuery.raw(text, [value]))
  return rows.map(({ tracked }) => trackedOf(tracked))
}

/** Orders by full tracking codes, those that exist. */
export async function readAllTracked(db: Db, codes: readonly string[]): Promise<Map<string, TrackedOrder>> {
  const orders = await read(db, BY_CODE, codes)
  return new Map(orders.map((order) => [order.trackingCode, order]))
}

/** The order with a full tracking code; null if no live order has it. */
export const readTracked = async (db: Db, code: string) => (await readAllTracked(db, [code])).get(code) ?? null
/** The order with this id; null if there is none. */
export const readTrackedById = async (db: Db, id: number) => (await read(db, BY_ID, id))[0] ?? null
