import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/orders/codes.ts'
import { ORDER_LABELS, ORDER_PANELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { shownPhone } from '#web/lib/format/phone.ts'
import type { SaveConflict } from '#web/lib/saving/save-merging.ts'
import { ORDER_FIELDS, type OrderField } from './save-order.ts'

export type PanelKey = (typeof ORDER_PANELS)[number]['key']

/** What the ids of places are called. */
export type OrderNames = Partial<Record<'shipmentOriginPort' | 'shipmentDestination', string>>

const yesNo = (value: unknown) => (value ? 'Yes' : 'No')
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)

/** How a field's value reads. */
export function showField(key: OrderField, value: unknown, names: OrderNames): string {
  switch (key) {
    case 'transportationMode':
      return MODE_LABELS[Number(value)] ?? EMPTY
    case 'shipmentTradeTerms':
      return TRADE_TERMS_LABELS[Number(value)] ?? EMPTY
    case 'status':
      return STATUS_LABELS[Number(value)] ?? EMPTY
    case 'shipmentOriginPort':
    case 'shipmentDestination':
      return names[key] || (value ? String(value) : EMPTY)
    case 'shipmentVolume':
    case 'shipmentWeight':
      return quantity(asNumber(value))
    case 'shipmentValue':
    case 'estimatedTransportation':
      return money(asNumber(value))
    case 'cargoInsurance':
    case 'customBrokerage':
      return yesNo(value)
    case 'phone':
    case 'phoneShipper':
      return shownPhone(value)
    default:
      return value === '' || value === null || value === undefined ? EMPTY : String(value)
  }
}

/** The fields of a panel, in their order. */
export const panelFields = (key: PanelKey): OrderField[] => {
  const fields = ORDER_PANELS.find((panel) => panel.key === key)?.fields ?? {}
  return ORDER_FIELDS.filter((field) => field in fields)
}

/** The names of the places an order is saved with. */
export const namesOf = ({ cityName, cartageName }: Order): OrderNames => ({
  shipmentOriginPort: cityName,
  shipmentDestination: cartageName,
})

const isField = (key: string): key is OrderField => key in ORDER_LABELS

/** Both values of what two people changed, ready to choose from; `names` are those of the places I chose. */
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
