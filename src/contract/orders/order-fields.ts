import { z } from 'zod'
import { keysOf, recordOf } from '#contract/lib/record-of.ts'
import type { OrderFieldRow, PanelKey } from './field-kinds.ts'
import { ORDER_FIELDS, type OrderField, type OrderFieldTable } from './field-table.ts'

type KeysWith<Mark extends keyof OrderFieldRow> = {
  [K in OrderField]: OrderFieldTable[K] extends Record<Mark, unknown> ? K : never
}[OrderField]
type Inputs = { [K in OrderField]: OrderFieldTable[K]['input'] }
type Rows<K extends OrderField> = { [Each in K]: OrderFieldTable[Each]['row'] }

/** The keys of all fields, in the order of the panels. */
export const ORDER_FIELD_KEYS = keysOf(ORDER_FIELDS)

const rowOf = (key: OrderField): OrderFieldRow => ORDER_FIELDS[key]
const entries = <T>(keys: readonly OrderField[], value: (row: OrderFieldRow, key: OrderField) => T) =>
  Object.fromEntries(keys.map((key) => [key, value(rowOf(key), key)]))
const marked = <Mark extends keyof OrderFieldRow>(mark: Mark) =>
  ORDER_FIELD_KEYS.filter((key): key is KeysWith<Mark> => rowOf(key)[mark] !== undefined)

const described = ({ label, note }: OrderFieldRow) => (note ? `${label}. ${note}` : label)

/** Row schemas of fields, each with its meaning and unit for the API document. */
const rowsOf = <K extends OrderField>(keys: readonly K[]) =>
  // entries() keeps the keys, not the type of each.
  entries(keys, (row) => row.row.describe(described(row))) as Rows<K>

/** The fields of an order that a save may change. The cast: as in rowsOf. */
export const orderFields = z.object(entries(ORDER_FIELD_KEYS, (row) => row.input.describe(described(row))) as Inputs)
export type OrderFields = z.infer<typeof orderFields>

/** Labels of the fields within their panels. */
export const ORDER_LABELS = recordOf(ORDER_FIELD_KEYS, (key) => rowOf(key).label)

/** Labels of the fields where no panel names the record. */
export const FULL_ORDER_LABELS = entries(ORDER_FIELD_KEYS, ({ label, fullLabel }) => fullLabel ?? label)

const LISTED = marked('list')
/** Fields in a row of the orders list. */
export const listFields = rowsOf(LISTED)
/** Additional fields in a row of a client's orders. */
export const clientListFields = rowsOf(marked('clientList'))
/** Fields that only the whole order has. */
export const detailFields = rowsOf(
  ORDER_FIELD_KEYS.filter((key): key is Exclude<OrderField, KeysWith<'list'>> => !LISTED.some((each) => each === key)),
)

const TITLES: Record<PanelKey, string> = {
  quote: 'QUOTE SUMMARY',
  contact: 'Contact',
  shipment: 'SHIPMENT',
  shipper: 'SHIPPER',
  amazon: 'AMAZON FBA BOOKING',
  request: 'Additional information or request',
}
const PANEL_KEYS = keysOf(TITLES)

/** A panel of 'Shipment information' and its fields, in order. */
export interface OrderPanel {
  key: PanelKey
  title: string
  fields: readonly OrderField[]
}
/** The panels of 'Shipment information' before Booking Confirmation. */
export const ORDER_PANELS: readonly OrderPanel[] = PANEL_KEYS.map((key) => ({
  key,
  title: TITLES[key],
  fields: ORDER_FIELD_KEYS.filter((field) => rowOf(field).panel === key),
}))

export type BookingField = KeysWith<'booking'>
type BookingInputs = {
  [K in BookingField]: OrderFieldTable[K]['booking'] extends { input: infer I extends z.ZodType }
    ? I
    : OrderFieldTable[K]['input']
}

/** Fields that staff fill in when they book an LCL order. */
export const BOOKING_FIELDS = marked('booking')
/** The rules of these fields in that form. The cast: as in rowsOf. */
export const bookingFields = entries(BOOKING_FIELDS, ({ booking, input }) => booking?.input ?? input) as BookingInputs

/** Fields of the booking form that start with the values of the copied order. */
export const COPIED_FIELDS = BOOKING_FIELDS.filter((key) => rowOf(key).copied)

/** The label of a field in the booking form; by default that of its panel. */
export const bookingLabel = (key: OrderField): string => rowOf(key).booking?.label ?? rowOf(key).label

/** True if a form marks the field as required. The booking form may require more than a save. */
export const isRequired = (key: OrderField, form: 'panel' | 'booking' = 'panel'): boolean =>
  !rowOf(key).optional || (form === 'booking' && rowOf(key).booking?.input !== undefined)

/** Fields with a variable in mails. */
export const MAILED_FIELDS = marked('mail').map((key) => ({
  key,
  kind: ORDER_FIELDS[key].kind,
  ...ORDER_FIELDS[key].mail,
}))
