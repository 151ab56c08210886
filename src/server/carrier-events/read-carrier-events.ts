import { type RawBuilder, sql } from 'kysely'
import {
  CARRIER_EVENT_STATES,
  type CarrierEventPage,
  type CarrierEventRow,
  type CarrierEventState,
  type CarrierEventWhole,
} from '#contract/carrier-events/carrier-event-rows.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { type ListQuery, paginateCapped } from '#server/resource/paginate.ts'

const ROW = sql`e.id, json_build_object('id', f.id, 'name', f.name) as feed, e.external_id, e.container_number as container, e.booking,
  e.master_bill, e.type, e.code, e.milestone, e.classifier, e.at, e.zone_assumed, e.place_code, e.place_name, e.vessel_imo, e.vessel, e.voyage,
  e.stated_at, e.received_at, e.state, e.reason, case when s.id is not null then json_build_object('id', s.id, 'reference', s.reference) end as sailing,
  e.container_id, e.field, carrier_said_value(e.field, s.etd, s.port_eta, s.atd, s.port_ata, 
    k.discharged_at, k.available_at, k.gated_out_at, k.returned_at) as ours`
const FROM = sql`carrier_events e join feeds f on f.id = e.feed_id left join sailings s on s.id = e.sailing_id
  left join containers k on k.id = e.container_id`

/** A part of the events. */
export interface EventFilter {
  state: CarrierEventState | null
  feedId: number | null
  sailingId: number | null
}

const conditionsOf = ({ feedId, sailingId }: EventFilter): RawBuilder<unknown> =>
  sql`${feedId === null ? sql`true` : sql`e.feed_id = ${feedId}`} and ${sailingId === null ? sql`true` : sql`e.sailing_id = ${sailingId}`}`

async function countsOf(db: Db, filter: EventFilter): Promise<CarrierEventPage['counts']> {
  const { rows } = await sql<{
    state: CarrierEventState
    n: number
  }>`select e.state, count(*)::int as n from carrier_events e
    where ${conditionsOf(filter)} group by e.state`.execute(db)
  const counts = new Map(rows.map(({ state, n }) => [state, n]))
  return Object.fromEntries(
    CARRIER_EVENT_STATES.map((state) => [state, counts.get(state) ?? 0]),
  ) as CarrierEventPage['counts'] // all states
}

/** Events, those that came last first, and how many there are in each state. */
export async function listCarrierEvents(
  db: Db,
  query: Pick<ListQuery, 'page' | 'perPage'>,
  filter: EventFilter,
): Promise<CarrierEventPage> {
  const counts = await countsOf(db, filter)
  const total = filter.state === null ? Object.values(counts).reduce((sum, n) => sum + n, 0) : counts[filter.state]
  const where = sql`${conditionsOf(filter)} and ${filter.state === null ? sql`true` : sql`e.state = ${filter.state}`}`
  const page = await paginateCapped(
    query,
    async () => total,
    async (limit, offset) => {
      const ids = sql`select e.id from carrier_events e where ${where} order by e.received_at desc, e.id desc limit ${limit} offset ${offset}`
      const { rows } = await sql<CarrierEventRow>`select ${ROW} from ${FROM} where e.id in (${ids})
        order by e.received_at desc, e.id desc`.execute(db)
      return rows
    },
  )
  return { ...page, counts }
}

/** The sailings that an unmatched event is most likely about: of its vessel, voyage, ports and time. */
const NEAREST = sql`(
  select coalesce(json_agg(json_build_object('id', n.id, 'reference', n.reference, 'vessel', n.vessel, 'voyage', n.voyage,
    'etd', iso_utc(n.etd), 'portEta', iso_utc(n.port_eta)) order by n.place), '[]')
  from (
    select s.id, s.reference, v.name as vessel, s.voyage, s.etd, s.port_eta, row_number() over (
      order by (v.imo_number <> '' and v.imo_number = e.vessel_imo) or fold(v.name) = fold(e.vessel) desc nulls last,
        s.voyage_key = voyage_key(e.voyage) desc nulls last,
        carrier_code(s.port_of_loading) = e.place_code or carrier_code(s.port_of_discharge) = e.place_code desc nulls last,
        s.carrier_id = f.carrier_id desc nulls last, abs(extract(epoch from coalesce(s.atd, s.etd, s.port_eta) - e.at)), s.id) as place
    from sailings s join vessels v on v.id = s.vessel_id
    where s.status <> 'cancelled' and coalesce(s.atd, s.etd, s.port_eta) between e.at - interval '60 days' and e.at + interval '60 days'
  ) n where n.place <= 5)`

/** An event with what came, and the sailings that an unmatched one is most likely about. Throws 404. */
export async function readCarrierEvent(db: Db, id: number): Promise<CarrierEventWhole> {
  const { rows } = await sql<CarrierEventWhole>`select ${ROW}, e.raw,
    case when e.state = 'unmatched' then ${NEAREST} else '[]' end as nearest from ${FROM} where e.id = ${id}`.execute(
    db,
  )
  const [event] = rows
  if (!event) throw notFound('Carrier event')
  return event
}
