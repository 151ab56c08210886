import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { REQUIRED } from '#contract/lib/messages.ts'
import { withRules } from '#contract/lib/rules.ts'
import { ORDER_FIELDS, type OrderField } from '#contract/orders/field-table.ts'
import type { OrderPanel } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { amazonRule, valueRule } from '#contract/quotes/shipment-rules.ts'
import { isAmazonCartage } from '#web/features/reference/shared/lanes.ts'

const AMAZON_IDS = ['amazonRefId', 'shipmentId'] as const
const valueRequired = valueRule('shipmentValue', REQUIRED)

/** Fields of a panel's form. QUOTE SUMMARY has Amazon's ids too: their panel opens only after the save. */
const formFields = ({ key, fields }: OrderPanel): readonly OrderField[] =>
  key === 'quote' ? [...fields, ...AMAZON_IDS] : fields

/** True if a newly chosen destination needs Amazon's ids. A quote request can be edited without them. */
export function asksForAmazonIds(base: Order, destination: unknown): boolean {
  if (destination === base.shipmentDestination || !isAmazonCartage(destination)) return false
  return !base.amazon || base.amazonRefId === '' || base.shipmentId === ''
}

/** The schema of a panel's form for this order. */
export function panelSchema(panel: OrderPanel, base: Order): z.ZodObject {
  const schema = z.object(Object.fromEntries(formFields(panel).map((field) => [field, ORDER_FIELDS[field].input])))
  if (panel.key === 'amazon') return withRules(schema, amazonRule)
  if (panel.key !== 'quote') return schema
  return withRules(schema, (value, add) => {
    valueRequired(value, add)
    if (asksForAmazonIds(base, value.shipmentDestination)) amazonRule(value, add)
  })
}

export const CONFIRMATION = { key: 'confirmation', title: 'Booking Confirmation' } as const

/** Names of the edited panel, as others read them. */
const PANEL_WORDS: Record<string, string> = {
  quote: 'Quote summary',
  contact: 'Contact',
  shipment: 'Shipment',
  shipper: 'Shipper',
  amazon: 'Amazon FBA booking',
  request: 'Additional information',
  [CONFIRMATION.key]: CONFIRMATION.title,
}

/** The name of a panel in a sentence: 'Shipment'; null for none. */
export const panelWords = (key: string | undefined) => (key === undefined ? null : (PANEL_WORDS[key] ?? null))

/** Typed values of a form. */
export type FormValues = Record<string, unknown>

/** A value as its input needs it: codes, ids and flags unchanged, any other as text. */
function typed(key: OrderField, value: Order[OrderField]): unknown {
  if (['flag', 'mode', 'terms', 'status', 'origin', 'destination'].includes(ORDER_FIELDS[key].kind)) return value
  return value === null ? '' : String(value)
}

/** The initial values of a panel's form, typed as its inputs need them. */
export const panelValues = (panel: OrderPanel, order: Order): FormValues =>
  Object.fromEntries(formFields(panel).map((field) => [field, typed(field, order[field])]))

/** The part of a panel's form that its fields use. */
export type PanelForm = Pick<
  UseFormReturnType<FormValues>,
  'values' | 'getInputProps' | 'setFieldValue' | 'setValues' | 'errors'
>
