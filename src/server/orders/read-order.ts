import { CompiledQuery, sql } from 'kysely'
import { MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import type { BookingConfirmation } from '#contract/orders/confirmation.ts'
import {
  CONFIRMATION_COLUMNS,
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import { clientListFields, detailFields } from '#contract/orders/order-fields.ts'
import type { OrderSortKey, QuoteListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { parseTrackingCode } from '#contract/orders/tracking-code.ts'
import { type Db, isoTime } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { notFound } from '#server/errors.ts'
import { containsPattern, type ListQuery, paginate } from '#server/resource/paginate.ts'
import { columnName, columnsOf } from './columns.ts'
import { LIST_COLUMNS, orderBy } from './list-orders.ts'

const DETAIL_COLUMNS = columnsOf(Object.keys(detailFields))
const placeName = (key: string) => `coalesce(
  (select place.name from ports place where upper(place.code) = upper(c.${columnName(key)})),
  (select place.name from cities place where upper(place.code) = upper(c.${columnName(key)})), '')`
const CONFIRMATION = `json_build_object(
  ${CONFIRMATION_COLUMNS.map((key) => `'${key}', c.${columnName(key)}`).join(', ')}, 'updatedAt', c.updated_at,
  'placeNames', json_build_object(${CONFIRMATION_PLACES.map((key) => `'${key}', ${placeName(key)}`).join(', ')}),
  'vessel', (select json_build_object('id', v.id, 'name', v.name) from vessels v where v.id = c.vessel_id)
)`

/**
 * One order with everything its page shows, as one JSON column `order`; `id` is the SQL parameter with its id. Describing
 * and parsing 75 columns would take as long as finding them. Names come from subqueries, because joins slow down planning.
 */
export const orderSql = (id: '$1' | '$2') => `
  select row_to_json(found) as "order" from (
    select ${LIST_COLUMNS}, ${DETAIL_COLUMNS},
      coalesce((
        select category.is_amazon from cartages join cartage_categories category on category.id = cartages.category_id
        where cartages.id = o.shipment_destination
      ), false) as amazon,
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
        'at', p.created_at, 'by', (select author.username from users author where author.id = p.user_id)
      ) end as price,
      json_build_object(
        'canadianBusinessNumber', u.canadian_business_number, 'companyAddress', u.company_address,
        'companyName', u.company_name, 'email', u.email, 'name', u.username, 'phone', u.phone, 'confirmed', u.confirmed
      ) as "user"
    from orders o
    join users u on u.id = o.user_id
    left join confirmations c on c.order_id = o.id
    left join order_prices p on p.order_id = o.id
    where o.id = ${id} and o.deleted_at is null
  ) found`

const ORDER = `${orderSql('$1')} ${PLANNED}`

const CLIENT_LIST_COLUMNS = `${LIST_COLUMNS}, ${columnsOf(Object.keys(clientListFields))}`

const TIMES = ['updatedAt', 'lastEventTime'] as const
const CONFIRMATION_INSTANTS = ['updatedAt', ...CONFIRMATION_TIMES, ...CONFIRMATION_DAYS]

/** Rewrites times inside the JSON as ISO 8601 in UTC. */
function normaliseTimes(record: Record<string, unknown> | null, names: readonly string[]): void {
  if (!record) return
  for (const name of names) if (typeof record[name] === 'string') record[name] = isoTime(record[name])
}

/** Takes the order out of a row of `orderSql`. Throws 404 if there is no row. */
export function orderOf(row: Record<string, unknown> | undefined): Order {
  if (!row?.order) throw notFound('Order')
  // The SQL above selects the fields of an Order; a raw query has no types.
  const order = row.order as unknown as Order
  normaliseTimes(order, TIMES)
  normaliseTimes(order.price, ['at'])
  normaliseTimes(order.bookingConfirmation, CONFIRMATION_INSTANTS)
  return order
}

/** Reads a live order with everything its page shows. Throws 404. */
export async function readOrder(db: Db, id: number): Promise<Order> {
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

/** All that a page has room for, newest first. */
const MOST: ListQuery<OrderSortKey> = { page: 1, perPage: MAX_PER_PAGE, order: [], search: '' }

/**
 * A page of a client's live orders, newest first unless the query sorts otherwise. The search finds an id, a tracking code or
 * the start of one, and parts of the supplier's name and of the PO.
 */
export function ordersOfUser(db: Db, userId: number, query = MOST): Promise<Page<QuoteListItem>> {
  const { search, order } = query
  const code = parseTrackingCode(search)
  const part = containsPattern(search)
  const found = sql.join(
    [
      sql`o.id::text = ${search}`,
      ...(code === '' ? [] : [sql`o.tracking_code like ${`${code}%`}`]),
      sql`o.company_name_shipper ilike ${part}`,
      sql`o.shipment_id ilike ${part}`,
    ],
    sql` or `,
  )
  const live = sql`o.user_id = ${userId} and o.deleted_at is null`
  const where = search === '' ? live : sql`${live} and (${found})`
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders o where ${where}`.execute(db)
    return rows[0]?.n ?? 0
  }
  return paginate(query, count, async (limit, offset) => {
    const { rows } = await sql<QuoteListItem>`
      select ${sql.raw(CLIENT_LIST_COLUMNS)} from orders o where ${where}
      order by ${sql.raw(orderBy(order, 'o.'))} limit ${limit} offset ${offset}`.execute(db)
    return rows
  })
}
