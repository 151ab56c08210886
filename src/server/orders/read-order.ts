import { CompiledQuery } from 'kysely'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_COLUMNS,
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import { detailFields } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { nextCutOff, orderProgress } from '#contract/orders/progress.ts'
import { type Db, isoTime } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { notFound } from '#server/errors.ts'
import { columnName, columnsOf } from './columns.ts'
import { LIST_COLUMNS } from './list/list-columns.ts'
import { type FoundSailing, ORDER_SAILING, orderSailingOf } from './order-sailing.ts'

const DETAIL_COLUMNS = columnsOf(Object.keys(detailFields))
/** SQL for the name of a place of a confirmation `c`; ports win over cities, and an unknown code has none. */
export const placeName = (key: string) => `coalesce(
  (select place.name from ports place where upper(place.code) = upper(c.${columnName(key)})),
  (select place.name from cities place where upper(place.code) = upper(c.${columnName(key)})), '')`
const CONFIRMATION = `json_build_object(
  ${CONFIRMATION_COLUMNS.map((key) => `'${key}', c.${columnName(key)}`).join(', ')}, 'updatedAt', c.updated_at,
  'placeNames', json_build_object(${CONFIRMATION_PLACES.map((key) => `'${key}', ${placeName(key)}`).join(', ')}),
  'vessel', (select json_build_object('id', v.id, 'name', v.name) from vessels v where v.id = c.vessel_id)
)`

/**
 * One order with everything its page shows, as one JSON column `order`; $1 is its id. Describing and parsing
 * 75 columns would take as long as finding them. Names come from subqueries, because joins slow down
 * planning.
 */
export const ORDER_SQL = `
  select row_to_json(found) as "order" from (
    select ${LIST_COLUMNS}, ${DETAIL_COLUMNS},
      coalesce((
        select category.is_amazon from cartages join cartage_categories category on category.id = cartages.category_id
        where cartages.id = o.shipment_destination
      ), false) as amazon,
      o.last_milestone as "lastMilestone",
      case when o.last_milestone >= 'departed' then (
        select min(e.date) from order_events e
        where e.order_id = o.id and e.milestone = 'departed' and e.withdrawn_at is null
      ) end as "departedAt",
      (
        select json_build_object('id', s.id, 'name', s.username) from users s
        where s.id = o.in_charge_id and s.disabled_at is null
      ) as "inCharge",
      ${ORDER_SAILING} as sailing,
      (select count(*) from documents d where d.order_id = o.id) as "documentCount",
      (
        select t.days from delivery_times t
        where t.cartage_id = o.shipment_destination and t.depot_id = coalesce(
          o.origin_depot_id, (select l.depot_id from locations l where l.id = o.origin_location_id)
        )
      ) as "deliveryDays",
      case when c.order_id is not null then ${CONFIRMATION} end as "bookingConfirmation",
      case when p.order_id is not null then json_build_object(
        'lines', p.lines, 'inputs', p.inputs, 'calculated', p.calculated, 'booked', p.booked, 'manual', p.manual,
        'rates', p.rates, 'at', p.created_at, 'by', (select author.username from users author where author.id = p.user_id)
      ) end as price,
      (
        select json_build_object('id', f.id, 'reference', f.reference, 'answeredName', f.answered_name, 'answeredAt', f.answered_at)
        from offers f where f.id = p.offer_id
      ) as offer,
      json_build_object(
        'canadianBusinessNumber', u.canadian_business_number, 'companyAddress', u.company_address,
        'companyName', u.company_name, 'email', u.email, 'name', u.username, 'phone', u.phone, 'confirmed', u.confirmed
      ) as "user"
    from orders o
    join users u on u.id = o.user_id
    left join confirmations c on c.order_id = o.id
    left join order_prices p on p.order_id = o.id
    where o.id = $1 and o.deleted_at is null
  ) found`

const ORDER = `${ORDER_SQL} ${PLANNED}`

const TIMES = ['updatedAt', 'lastEventTime', 'departedAt'] as const
const CONFIRMATION_INSTANTS = ['updatedAt', ...CONFIRMATION_TIMES, ...CONFIRMATION_DAYS]

/** Rewrites times inside the JSON as ISO 8601 in UTC. */
function normaliseTimes(record: Record<string, unknown> | null, names: readonly string[]): void {
  if (!record) return
  for (const name of names) if (typeof record[name] === 'string') record[name] = isoTime(record[name])
}

/** Progress and next cut-off of an order at an instant (ms); its sailing says what its confirmation leaves open. */
function travelOf(order: Order, sailing: FoundSailing | null, now: number): Pick<Order, 'progress' | 'nextCutOff'> {
  const travelling = { ...order, receivedAt: sailing?.receivedAt ?? null }
  const dateOf = (field: 'cargoCutOffAt' | 'documentationCutOffAt') =>
    order.bookingConfirmation?.[field] ?? (sailing?.said[field] as string | null | undefined) ?? null // a date
  const cutOffs = { cargoCutOffAt: dateOf('cargoCutOffAt'), documentationCutOffAt: dateOf('documentationCutOffAt') }
  return { progress: orderProgress(travelling, now), nextCutOff: nextCutOff(travelling, cutOffs, now) }
}

/** Takes the order out of a row of `ORDER_SQL`. Throws 404 if there is no row. */
function orderOf(row: Record<string, unknown> | undefined): Order {
  if (!row?.order) throw notFound('Order')
  // The SQL above selects the fields of an Order, and its sailing with dates to compare; a raw query has no
  // types.
  const found = row.order as unknown as Order & { sailing: FoundSailing | null }
  const aboard = found.sailing
  const order: Order = found
  normaliseTimes(order, TIMES)
  normaliseTimes(order.price, ['at'])
  normaliseTimes(order.offer, ['answeredAt'])
  normaliseTimes(order.bookingConfirmation, CONFIRMATION_INSTANTS)
  order.sailing = orderSailingOf(aboard, order.bookingConfirmation)
  Object.assign(order, travelOf(order, aboard, Date.now()))
  return order
}

/** Reads a live order with everything its page shows. Throws 404. */
export async function readOrder(db: Db, id: number): Promise<Order> {
  // A raw query has no types.
  return orderOf((await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(ORDER, [id]))).rows[0])
}

const READ_CONFIRMATION = `select ${CONFIRMATION} as confirmation from confirmations c where c.order_id = $1 ${PLANNED}`

/** The booking confirmation of an order; null if it has none yet. */
export async function readConfirmation(db: Db, orderId: number): Promise<BookingConfirmation | null> {
  const query = CompiledQuery.raw(READ_CONFIRMATION, [orderId])
  const row = (await db.executeQuery<{ confirmation: BookingConfirmation }>(query)).rows[0]
  if (!row) return null
  normaliseTimes(row.confirmation, CONFIRMATION_INSTANTS)
  return row.confirmation
}
