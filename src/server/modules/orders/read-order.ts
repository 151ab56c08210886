import { CompiledQuery, sql } from 'kysely'
import type { Order, QuoteListItem } from '#contract/orders.ts'
import { type Db, isoTime, type Tx } from '#server/db/client.ts'
import { notFound } from '#server/lib/errors.ts'
import { PLANNED, planned } from '#server/lib/planned.ts'
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
const CONFIRMATION_COLUMNS = CONFIRMATION_KEYS.map((key) => `c.${snake(key)} as "confirmation.${key}"`).join(', ')

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
    (select count(*)::int from documents d where d.order_id = o.id) as "documentCount",
    ${CONFIRMATION_COLUMNS}, c.updated_at as "confirmation.updatedAt",
    c.vessel_id as "confirmation.vesselId",
    (select v.name from vessels v where v.id = c.vessel_id) as "confirmation.vesselName",
    p.lines as "price.lines", p.inputs as "price.inputs", p.calculated as "price.calculated", p.booked as "price.booked",
    p.manual as "price.manual", p.created_at as "price.at",
    (select author.username from users author where author.id = p.user_id) as "price.by",
    u.canadian_business_number as "user.canadianBusinessNumber", u.company_address as "user.companyAddress",
    u.company_name as "user.companyName", u.email as "user.email", u.username as "user.name", u.phone as "user.phone",
    u.confirmed as "user.confirmed"
  from orders o
  join users u on u.id = o.user_id
  left join confirmations c on c.order_id = o.id
  left join order_prices p on p.order_id = o.id
  where o.id = ${id} and o.deleted_at is null) found`

const ORDER = `${orderSql('$1')} ${PLANNED}`

const CONFIRMATION_TIMES = CONFIRMATION_KEYS.filter((key) => key.endsWith('At')).map((key) => `confirmation.${key}`)
const TIMES = ['updatedAt', 'lastEventTime', 'price.at', 'confirmation.updatedAt', ...CONFIRMATION_TIMES]

type Flat = Record<string, unknown>

/** Keys of what was found by the object that they belong to, which stands before the dot of 'price.lines'; with those in it. */
type Columns = Record<'own' | 'user' | 'price' | 'confirmation', [column: string, key: string][]>

function columnsOf(row: Flat): Columns {
  const columns: Columns = { own: [], user: [], price: [], confirmation: [] }
  for (const column of Object.keys(row)) {
    const [object, key] = column.split('.')
    if (key === undefined) columns.own.push([column, column])
    else if (object === 'user' || object === 'price' || object === 'confirmation') columns[object].push([column, key])
  }
  return columns
}

// They are those of the SQL above for every order, and found once.
let known: Columns | undefined

function pick(row: Flat, columns: Columns[keyof Columns]): Flat {
  const picked: Flat = {}
  for (const [column, key] of columns) picked[key] = row[column]
  return picked
}

function confirmationOf(row: Flat, columns: Columns): Flat | null {
  if (row['confirmation.updatedAt'] === null) return null
  const { vesselId, vesselName, ...rest } = pick(row, columns.confirmation)
  return { ...rest, vessel: vesselId ? { id: vesselId, name: vesselName } : null }
}

const isFlat = (value: unknown): value is Flat => typeof value === 'object' && value !== null

/** The order of a row of `orderSql`. Throws 404 where there is none. */
export function orderOf(found: Flat | undefined): Order {
  const row = found?.order
  if (!isFlat(row)) throw notFound('Order')
  for (const column of TIMES) row[column] = row[column] && isoTime(String(row[column]))
  known ??= columnsOf(row)
  const order = pick(row, known.own)
  order.user = pick(row, known.user)
  order.price = row['price.at'] === null ? null : pick(row, known.price)
  order.bookingConfirmation = confirmationOf(row, known)
  // The SQL above selects what an Order holds; its columns have no types of their own.
  return order as unknown as Order
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
  return orderOf((await db.executeQuery<Flat>(CompiledQuery.raw(ORDER, [id]))).rows[0])
}

/** All live orders of a client, newest first. */
export async function ordersOfUser(db: Db, userId: number): Promise<QuoteListItem[]> {
  const { rows } = await sql<QuoteListItem>`
    select ${sql.raw(LIST_COLUMNS)}, o.company_name_shipper as "companyNameShipper", o.shipment_id as "shipmentId" from orders o
    where o.user_id = ${userId} and o.deleted_at is null order by o.id desc limit 1000`.execute(db)
  return rows
}
