import { sql } from 'kysely'
import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { EXPORTED_FIELDS, IMPORT_FIELDS } from '#contract/imports/import-fields.ts'
import { listedEvent } from '#contract/imports/listed-events.ts'
import { CONFIRMATION_COLUMNS, CONFIRMATION_DAYS } from '#contract/orders/confirmation.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import { inBatches } from '#server/db/batches.ts'
import { type Db, isoTime } from '#server/db/client.ts'
import { columnName, columnsOf } from '#server/orders/columns.ts'
import { cellsOf } from '#server/resource/exports/serve-export.ts'
import { orderOf, sortedFrom } from '#server/resource/filtered-page.ts'
import { allOf } from '#server/resource/filters/narrowed.ts'
import { dateCell, dayCell, isTwice, type SheetBatches, type SheetCell } from '#server/sheets/sheet-table.ts'
import type { OrdersExport } from './export-orders.ts'
import { narrowedOrders } from './order-conditions.ts'
import { sortKeys } from './sort-orders.ts'

/** An order as an import reads it. */
type Row = Record<OrderField, string | number | boolean | null> & {
  trackingCode: string
  clientEmail: string
  created: string
  cityName: string
  cartageName: string
  originDepot: string | null
  inCharge: string | null
  events: [name: string, date: string][] | null
  confirmation: Record<string, string | null> | null
}

const CONFIRMED = CONFIRMATION_COLUMNS.filter((key) => key !== 'bookingClauses')

/** Ids of records that others share their name with, found once for all orders. */
const sharing = (ids: string, name: string, from: string) =>
  `(select array_agg(id) from (select ${ids} as id, count(*) over (partition by ${name}) as n from ${from}) each_name where n > 1)::integer[]`
/** A name with its record's id if others share it, as the import finds it again ('ByName'). */
const labelled = (id: string, name: string, shared: string) =>
  `case when ${id} = any(${shared}) then ${name} || ' (ID ' || ${id} || ')' else ${name} end`

const SHARED_PORTS = sharing('id', 'compared_form(name)', 'ports')
const SHARED_LOCATIONS = sharing(
  'l.id',
  'compared_form(c.name), l.depot_id',
  'locations l join cities c on c.id = l.city_id',
)
const SHARED_CARTAGES = sharing('id', 'compared_form(name)', 'cartages')
const SHARED_VESSELS = sharing('id', 'compared_form(name)', 'vessels')
// An order keeps the name that its place had: with the id it is found only while the place still has it.
const ORIGIN = `case
  when exists (select from ports p where p.id = o.origin_port_id and p.name = o.city_name)
    then ${labelled('o.origin_port_id', 'o.city_name', SHARED_PORTS)}
  when exists (select from locations l join cities c on c.id = l.city_id where l.id = o.origin_location_id and c.name = o.city_name)
    then ${labelled('o.origin_location_id', 'o.city_name', SHARED_LOCATIONS)}
  else o.city_name end`
const DESTINATION = `case
  when exists (select from cartages t where t.id = o.shipment_destination and t.name = o.cartage_name)
    then ${labelled('o.shipment_destination', 'o.cartage_name', SHARED_CARTAGES)}
  else o.cartage_name end`

const COLUMNS = `${columnsOf(ORDER_FIELD_KEYS)}, o.tracking_code as "trackingCode", o.created_at as created,
  ${ORIGIN} as "cityName", ${DESTINATION} as "cartageName",
  (select u.email from users u where u.id = o.user_id) as "clientEmail",
  (select d.name from locations l join depots d on d.id = l.depot_id where l.id = o.origin_location_id) as "originDepot",
  (select s.email from users s where s.id = o.in_charge_id and s.disabled_at is null and s.deleted_at is null) as "inCharge",
  (select json_agg(json_build_array(e.event_name, e.date) order by e.id) from order_events e
    where e.order_id = o.id and e.withdrawn_at is null) as events,
  (select json_build_object(${CONFIRMED.map((key) => `'${key}', c.${columnName(key)}`).join(', ')},
    'vessel', (select ${labelled('v.id', 'v.name', SHARED_VESSELS)} from vessels v where v.id = c.vessel_id)) from confirmations c where c.order_id = o.id) as confirmation`

const FIELDS = EXPORTED_FIELDS.orders

const LABELS: Partial<Record<OrderField, readonly string[]>> = {
  transportationMode: MODE_LABELS,
  shipmentTradeTerms: TRADE_TERMS_LABELS,
  status: STATUS_LABELS,
}

function fieldCell(row: Row, field: OrderField): SheetCell {
  const { kind } = ORDER_FIELDS[field]
  if (kind === 'origin') return row.cityName
  if (kind === 'destination') return row.cartageName
  const value = row[field]
  const labels = LABELS[field]
  if (labels) return labels[Number(value)] ?? ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value ?? ''
}

const isField = (field: string): field is OrderField => field in ORDER_FIELDS

/** A time that an import reads back: one that the clock shows twice is text with its offset, also in a workbook. */
const timeCell = (iso: string, timeZone: string): SheetCell =>
  isTwice(iso, timeZone) ? iso : dateCell(iso, { timeZone })

const isDay = (field: string) => CONFIRMATION_DAYS.some((each) => each === field)

function cellOf(row: Row, field: string, timeZone: string): SheetCell {
  if (isField(field)) return fieldCell(row, field)
  if (field === 'events') return (row.events ?? []).map(([name, date]) => listedEvent(name, isoTime(date))).join('; ')
  if (field === 'created') return timeCell(row.created, timeZone)
  if (field === 'trackingCode' || field === 'clientEmail') return row[field]
  if (field === 'originDepot' || field === 'inCharge') return row[field] ?? ''
  const value = row.confirmation?.[field] ?? ''
  if (!field.endsWith('At') || value === '') return value
  return isDay(field) ? dayCell(isoTime(value), { timeZone }) : timeCell(isoTime(value), timeZone)
}

/**
 * All orders of a view, in its order, with every field that an import reads: as codes and dates for programs.
 */
export function wholeOrdersSheet(db: Db, { narrowing, order, timeZone, now }: OrdersExport): SheetBatches {
  const list = narrowedOrders(narrowing, { timeZone, now })
  const keys = sortKeys(order)
  const sorted = sql.raw(orderOf(keys))
  const query = sql<Row>`select ${sql.raw(COLUMNS)} from ${sortedFrom(list.from, keys)} where ${allOf(list)} order by ${sorted}`
  return {
    headings: FIELDS.map((field) => IMPORT_FIELDS.orders[field] ?? field),
    batches: cellsOf(inBatches<Row>(db, query.compile(db)), (row) =>
      FIELDS.map((field) => cellOf(row, field, timeZone)),
    ),
  }
}
