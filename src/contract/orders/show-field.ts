import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { formatMoney, formatPhone, formatQuantity } from '#contract/lib/format.ts'
import type { FieldKind } from './field-kinds.ts'
import { ORDER_FIELDS, type OrderField } from './field-table.ts'

const asText = (value: unknown) => String(value ?? '')
const asNumber = (format: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? format(value) : ''
const labelIn = (labels: readonly string[]) => (value: unknown) => labels[Number(value)] ?? ''

/** Formats of values, by kind of field. */
const SHOW: Record<FieldKind, (value: unknown) => string> = {
  text: asText,
  longText: asText,
  email: asText,
  phone: formatPhone,
  quantity: asNumber(formatQuantity),
  money: asNumber(formatMoney),
  flag: (value) => (value ? 'Yes' : 'No'),
  mode: labelIn(MODE_LABELS),
  terms: labelIn(TRADE_TERMS_LABELS),
  status: labelIn(STATUS_LABELS),
  origin: asText,
  destination: asText,
}

/** The value of an order's field as people read it; '' when empty. Places stay ids. */
export const showOrderField = (key: OrderField, value: unknown): string => SHOW[ORDER_FIELDS[key].kind](value)

export const isOrderField = (key: string): key is OrderField => key in ORDER_FIELDS
