import type { OrderField } from '#contract/orders/field-table.ts'
import { ORDER_LABELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isOrderField, showOrderField } from '#contract/orders/show-field.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import type { SaveConflict } from '#web/lib/saving/save-merging.ts'

/** Names of an order's places, which it stores by id. */
export type OrderNames = Partial<Record<'shipmentOriginPort' | 'shipmentDestination', string>>

/** A field's value as text. */
export function showField(key: OrderField, value: unknown, names: OrderNames): string {
  const known = key === 'shipmentOriginPort' || key === 'shipmentDestination' ? names[key] : undefined
  return known || showOrderField(key, value) || EMPTY
}

/** Names of an order's saved places. */
export const namesOf = ({ cityName, cartageName }: Order): OrderNames => ({
  shipmentOriginPort: cityName,
  shipmentDestination: cartageName,
})

/** Both values of a field in conflict, for the dialog; `names` are those of the places I chose. */
export function conflictRow(
  keys: readonly string[],
  { theirs, mine }: Pick<SaveConflict, 'theirs' | 'mine'>,
  names: OrderNames,
): { label: string; mine: string; theirs: string } {
  const fields = keys.filter(isOrderField)
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
