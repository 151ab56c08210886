import { CompiledQuery } from 'kysely'
import type { OrderStatus } from '#contract/codes/order-codes.ts'
import type { FurtherOfOrder } from '#contract/orders/order-list.ts'
import { nextCutOff } from '#contract/orders/progress.ts'
import { MISSING } from '#contract/papers/paper-codes.ts'
import { type Db, isoTime } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'

/** Dates of a confirmation `c` and of the sailing `s`, by the names that `nextCutOff` knows. */
const DATES = {
  cargoCutOffAt: 'c.cargo_cut_off_at',
  documentationCutOffAt: 'c.documentation_cut_off_at',
  estimatedTimeOfDepartureAt: 'c.estimated_time_of_departure_at',
  actualTimeOfDepartureAt: 'c.actual_time_of_departure_at',
  portEstimatedTimeOfArrivalAt: 'c.port_estimated_time_of_arrival_at',
  portActualTimeOfArrivalAt: 'c.port_actual_time_of_arrival_at',
  placeActualTimeOfArrivalAt: 'c.place_actual_time_of_arrival_at',
  receivedAt: 'l.received_at',
  sailingCargoCutOffAt: 's.cargo_cut_off_at',
  sailingDocumentationCutOffAt: 's.documentation_cut_off_at',
} as const
type Dated = Record<keyof typeof DATES, string | null>

const MISSING_STATES = MISSING.map((state) => `'${state}'`).join(', ')

/** Open items of the queue that are not snoozed, of an order `o`: the most urgent, and how many there are. */
const ATTENTION = `(
  select json_build_object('rule', a.rule, 'dueAt', a.due_at, 'things', count(*) over ()) from attention a
  where a.order_id = o.id and a.resolved_at is null and a.waived_reason is null and (a.snoozed_until > now()
    and (a.due_at is null or a.due_at <= a.snoozed_at or a.due_at > now())) is not true
  order by a.severity desc, a.due_at, a.id limit 1
)`

/** What further columns show of an order `o`, as one JSON value; null dates are left out. */
export const FURTHER = `(
  select json_build_object(
    'transportationMode', o.transportation_mode, 'shipmentTradeTerms', o.shipment_trade_terms,
    'estimatedTransportation', o.estimated_transportation, 'lastMilestone', o.last_milestone, 'status', o.status,
    'sailing', case when s.id is not null then json_build_object('id', s.id, 'reference', s.reference) end,
    'papers', (
      select json_build_object('there', count(*) filter (where p.state not in (${MISSING_STATES})), 'total', count(*))
      from order_requirements p where p.order_id = o.id and not p.no_longer_asked
    ),
    'attention', ${ATTENTION},
    ${Object.entries(DATES)
      .map(([name, column]) => `'${name}', ${column}`)
      .join(', ')}
  )
  from (select) one left join confirmations c on c.order_id = o.id
    left join loadings l on l.order_id = o.id left join sailings s on s.id = l.sailing_id
)`

/** The value of `FURTHER` as the database answers it. */
export type FoundFurther = Omit<FurtherOfOrder, 'nextCutOff' | keyof Dated> & Dated & { status: OrderStatus }

const isoOrNull = (time: string | null) => (time === null ? null : isoTime(time))

/** What further columns show, from `FURTHER`, at an instant (ms). */
export function furtherOf(found: FoundFurther, now: number): FurtherOfOrder {
  // As many dates as there were.
  const dates = Object.fromEntries(
    Object.keys(DATES).map((name) => [name, isoOrNull(found[name as keyof Dated])]),
  ) as Dated
  const { status, lastMilestone, transportationMode, attention } = found
  const cutOffs = {
    cargoCutOffAt: dates.cargoCutOffAt ?? dates.sailingCargoCutOffAt,
    documentationCutOffAt: dates.documentationCutOffAt ?? dates.sailingDocumentationCutOffAt,
  }
  const reached = { status, lastMilestone, receivedAt: dates.receivedAt, bookingConfirmation: dates }
  return {
    transportationMode,
    shipmentTradeTerms: found.shipmentTradeTerms,
    estimatedTransportation: found.estimatedTransportation,
    lastMilestone,
    cargoCutOffAt: dates.cargoCutOffAt,
    nextCutOff: nextCutOff({ ...reached, transportationMode }, cutOffs, now),
    estimatedTimeOfDepartureAt: dates.estimatedTimeOfDepartureAt,
    portEstimatedTimeOfArrivalAt: dates.portEstimatedTimeOfArrivalAt,
    sailing: found.sailing,
    papers: found.papers,
    attention: attention && { ...attention, dueAt: isoOrNull(attention.dueAt) },
  }
}

const READ = `select o.id, ${FURTHER} as more from orders o where o.id = any($1::int[]) ${PLANNED}`

/** Rows of a list with what further columns show of each, in one statement. */
export async function withFurther<Row extends { id: number }>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { more?: FurtherOfOrder })[]> {
  if (rows.length === 0) return []
  const query = CompiledQuery.raw(READ, [rows.map(({ id }) => id)])
  const found = (await db.executeQuery<{ id: number; more: FoundFurther }>(query)).rows
  const now = Date.now()
  const byId = new Map(found.map(({ id, more }) => [id, furtherOf(more, now)]))
  return rows.map((row) => {
    const more = byId.get(row.id)
    return more ? { ...row, more } : row
  })
}
