import { CompiledQuery, sql } from 'kysely'
import type { Order, QuoteListItem } from '#contract/orders/orders.ts'
import { type Db, isoTime, type Tx } from '#server/db/client.ts'
import { PLANNED, planned } from '#server/db/planned.ts'
import { notFound } from '#server/errors.ts'
import { LIST_COLUMNS } from './list-orders.ts'

/** What an order has beyond its list row. */
const MORE_KEYS = [
  'email',
  'phone',
  'companyAddress',
  'additionalInfo',
  'companyNameShipper',
  'companyAddressShipper',
  'namePersonCharge',
  'emailShipper',
  'phoneShipper',
  'additionalInformationShipper',
  'amazonRefId',
  'shipmentId',
  'merchantName',
  'transportationMode',
  'shipmentTradeTerms',
  'shipmentOriginPort',
  'shipmentDestination',
  'shipmentWeight',
  'estimatedTransportation',
  'shipmentValue',
  'cargoInsurance',
  'customBrokerage',
  'shipmentDescription',
  'shipmentPurchase',
  'suppliersInvoiceNumber',
  'otherReferenceUsed',
  'additionalInformation',
] as const

const CONFIRMATION_KEYS = [
  'placeOfReceipt',
  'portOfLoading',
  'portOfDischarge',
  'placeOfDelivery',
  'cargoReadyAt',
  'cargoCutOffAt',
  'documentationCutOffAt',
  'estimatedTimeOfDepartureAt',
  'actualTimeOfDepartureAt',
  'portEstimatedTimeOfArrivalAt',
  'portActualTimeOfArrivalAt',
  'placeEstimatedTimeOfArrivalAt',
  'placeActualTimeOfArrivalAt',
  'vesselVoyage',
  'bookingClauses',
] as const

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const MORE_COLUMNS = MORE_KEYS.map((key) => `o.${snake(key)} as "${key}"`).join(', ')
const CONFIRMATION = CONFIRMATION_KEYS.map((key) => `'${key}', c.${snake(key)}`).join(', ')

/**
 * One order with everything its page shows, by a parameter that is its id, as one column `order` in JSON: to describe and
 * take apart 75 columns would take as long as to find them. What is one name is a query of its own: with every join
 * planning gets dearer.
 */
export const orderSql = (id: '$1' | '$2') => `
  select row_to_json(found) as "order" from (
    select ${LIST_COLUMNS}, ${MORE_COLUMNS},
      coalesce((
        select category.is_amazon from cartages join cartage_categories category on category.id = cartages.category_id
        where cartages.id = o.shipment_destination
      ), false) as amazon,
      (select count(*) from documents d where d.order_id = o.id) as "documentCount",
      case when c.order_id is not null then json_build_object(
        ${CONFIRMATION}, 'updatedAt', c.updated_at,
        'vessel', (select json_build_object('id', v.id, 'name', v.name) from vessels v where v.id = c.vessel_id)
      ) end as "bookingConfirmation",
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

const TIMES = ['updatedAt', 'lastEventTime'] as const
const CONFIRMATION_TIMES = ['updatedAt', ...CONFIRMATION_KEYS.filter((key) => key.endsWith('At'))]

/** Times that stand in JSON, in our form. */
function mendTimes(record: Record<string, unknown> | null, names: readonly string[]): void {
  if (!record) return
  for (const name of names) if (typeof record[name] === 'string') record[name] = isoTime(record[name])
}

/** The order of a row of `orderSql`. Throws 404 where there is none. */
export function orderOf(row: Record<string, unknown> | undefined): Order {
  if (!row?.order) throw notFound('Order')
  // The SQL above selects what an Order holds; its columns have no types of their own.
  const order = row.order as unknown as Order
  mendTimes(order, TIMES)
  mendTimes(order.price, ['at'])
  mendTimes(order.bookingConfirmation, CONFIRMATION_TIMES)
  return order
}

/** Holds a live order until the transaction ends. Throws 404. */
export async function lockOrder(tx: Tx, id: number): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .$call(planned)
    .executeTakeFirst()
  if (!order) throw notFound('Order')
}

/** A live order as a whole, in one query. Throws 404. */
export async function readOrder(db: Db, id: number): Promise<Order> {
  return orderOf((await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(ORDER, [id]))).rows[0])
}

/** All live orders of a client, newest first. */
export async function ordersOfUser(db: Db, userId: number): Promise<QuoteListItem[]> {
  const { rows } = await sql<QuoteListItem>`
    select ${sql.raw(LIST_COLUMNS)}, o.company_name_shipper as "companyNameShipper", o.shipment_id as "shipmentId" from orders o
    where o.user_id = ${userId} and o.deleted_at is null order by o.id desc limit 1000`.execute(db)
  return rows
}
