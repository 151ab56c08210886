import { ORDER_STATUSES, TRADE_TERMS, TRANSPORTATION_MODES } from '#contract/order-fields.ts'
import type { Order } from '#contract/orders.ts'
import { EMPTY } from '#web/lib/dates.ts'
import { money, quantity } from '#web/lib/money.ts'
import type { SaveConflict } from '#web/lib/save-merging.ts'
import type { ConflictRow } from '#web/ui/conflict-dialog.tsx'
import type { OrderField } from './save-order.ts'

/** How each field of an order is called. */
export const FIELD_LABELS: Record<OrderField, string> = {
  transportationMode: 'Transportation mode',
  shipmentTradeTerms: 'Shipment trade terms',
  shipmentOriginPort: 'Origin',
  shipmentDestination: 'Destination',
  shipmentVolume: 'Volume, CBM',
  shipmentWeight: 'Weight, KG',
  cargoInsurance: 'Cargo insurance',
  customBrokerage: 'Customs brokerage',
  shipmentValue: 'Shipment value, USD',
  estimatedTransportation: 'Transport cost, USD',
  yourName: 'Name',
  companyName: 'Company name',
  companyAddress: 'Company address',
  email: 'Email',
  phone: 'Phone',
  additionalInfo: 'Additional info',
  shipmentDescription: 'Description of goods',
  shipmentPurchase: 'Shipment purchase reference',
  suppliersInvoiceNumber: "Supplier's invoice number",
  otherReferenceUsed: 'Other reference used',
  companyNameShipper: 'Company name',
  companyAddressShipper: 'Company address',
  namePersonCharge: 'Name of the person in charge',
  emailShipper: 'Email',
  phoneShipper: 'Phone',
  additionalInformationShipper: 'Additional info',
  amazonRefId: 'Amazon Ref ID',
  shipmentId: 'Shipment ID (PO)',
  merchantName: 'Merchant name',
  additionalInformation: 'Additional information',
  status: 'Status',
}

/** What the ids of places are called. */
export type OrderNames = Partial<Record<'shipmentOriginPort' | 'shipmentDestination', string>>

const yesNo = (value: unknown) => (value ? 'Yes' : 'No')
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)

/** How a field's value reads. */
export function showField(key: OrderField, value: unknown, names: OrderNames): string {
  switch (key) {
    case 'transportationMode':
      return TRANSPORTATION_MODES[Number(value)] ?? EMPTY
    case 'shipmentTradeTerms':
      return TRADE_TERMS[Number(value)] ?? EMPTY
    case 'status':
      return ORDER_STATUSES[Number(value)] ?? EMPTY
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
      return value ? `+${value}` : EMPTY
    default:
      return value === '' || value === null || value === undefined ? EMPTY : String(value)
  }
}

/** The names of the places an order is saved with. */
export const namesOf = ({ cityName, cartageName }: Order): OrderNames => ({
  shipmentOriginPort: cityName,
  shipmentDestination: cartageName,
})

const isField = (key: string): key is OrderField => key in FIELD_LABELS

/** Both values of what two people changed, ready to choose from; `names` are those of the places I chose. */
export function conflictRow(
  keys: readonly string[],
  { theirs, mine }: Pick<SaveConflict, 'theirs' | 'mine'>,
  names: OrderNames,
): ConflictRow {
  const fields = keys.filter(isField)
  const theirNames: OrderNames = {
    shipmentOriginPort: String(theirs.cityName ?? ''),
    shipmentDestination: String(theirs.cartageName ?? ''),
  }
  const show = (values: Record<string, unknown>, known: OrderNames) =>
    fields.map((key) => showField(key, values[key], known)).join('\n')
  return {
    label: fields.map((key) => FIELD_LABELS[key]).join(', '),
    mine: show({ ...theirs, ...mine }, { ...theirNames, ...names }),
    theirs: show(theirs, theirNames),
  }
}
