import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/orders/codes.ts'
import type { FieldKind } from '#contract/orders/field-kinds.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import { ORDER_LABELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import type { SaveConflict } from '#web/lib/saving/save-merging.ts'

/** The names of an order's places, which it stores by id. */
export type OrderNames = Partial<Record<'shipmentOriginPort' | 'shipmentDestination', string>>

const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)
const asText = (value: unknown) => (value === '' || value === null || value === undefined ? EMPTY : String(value))
const labelIn = (labels: readonly string[]) => (value: unknown) => labels[Number(value)] ?? EMPTY

/** Formats a value by its kind; places are shown by name. */
const SHOW: Record<FieldKind, (value: unknown) => string> = {
  text: asText,
  longText: asText,
  email: asText,
  phone: shownPhone,
  quantity: (value) => quantity(asNumber(value)),
  money: (value) => money(asNumber(value)),
  flag: (value) => (value ? 'Yes' : 'No'),
  mode: labelIn(MODE_LABELS),
  terms: labelIn(TRADE_TERMS_LABELS),
  status: labelIn(STATUS_LABELS),
  origin: asText,
  destination: asText,
}

/** A field's value as text. */
export function showField(key: OrderField, value: unknown, names: OrderNames): string {
  const known = key === 'shipmentOriginPort' || key === 'shipmentDestination' ? names[key] : undefined
  return known || SHOW[ORDER_FIELDS[key].kind](value)
}

/** The names of an order's saved places. */
export const namesOf = ({ cityName, cartageName }: Order): OrderNames => ({
  shipmentOriginPort: cityName,
  shipmentDestination: cartageName,
})

const isField = (key: string): key is OrderField => key in ORDER_LABELS

/** Both values of a field that two people changed, for the conflict dialog; `names` are those of the places I chose. */
export function conflictRow(
  keys: readonly string[],
  { theirs, mine }: Pick<SaveConflict, 'theirs' | 'mine'>,
  names: OrderNames,
): { label: string; mine: string; theirs: string } {
  const fields = keys.filter(isField)
  const theirNames: OrderNames = {
    shipmentOriginPort: String(theirs.cityName ?? ''),
    shipmentDestination: String(theirs.cartageName ?? ''),
  }
  const show = (values: Record<string, unknown>, known: OrderNames) =>
    fields.map((key) => showField(key, values[key], known)).join('\n')
  return {
    label: fields.map((key) => ORDER_LABELS[key]).join(', '),
    mine: show({ ...theirs, ...mine }, { ...theirNames, ...names }),
    theirs: show(theirs, theirNames),
  }
}
