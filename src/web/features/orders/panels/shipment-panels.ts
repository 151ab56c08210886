import { z } from 'zod'
import { withRules } from '#contract/lib/rules.ts'
import {
  amazonFields,
  contactFields,
  ORDER_PANELS,
  quoteFields,
  requestFields,
  shipmentFields,
  shipperFields,
} from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { amazonRule, valueRule } from '#contract/orders/orders.ts'
import { type PanelKey, panelFields } from '#web/model/orders/order-values.ts'
import { ORDER_FIELDS, type OrderField } from '#web/model/orders/save-order.ts'
import { isAmazonCartage } from '#web/model/reference/lanes.ts'

const { amazonRefId, shipmentId } = amazonFields
/** The ids stand here too: a destination of Amazon's needs them, and its own panel opens only afterwards. */
const quoteForm = { ...quoteFields, amazonRefId, shipmentId }

const PANEL_FORMS: Record<PanelKey, z.ZodObject> = {
  quote: z.object(quoteForm),
  contact: z.object(contactFields),
  shipment: z.object(shipmentFields),
  shipper: z.object(shipperFields),
  amazon: withRules(z.object(amazonFields), amazonRule),
  request: z.object(requestFields),
}

/** Whether a newly chosen destination needs Amazon's ids. A quote request that came without them is completed as it is. */
export function asksForAmazonIds(base: Order, destination: unknown): boolean {
  if (destination === base.shipmentDestination || !isAmazonCartage(destination)) return false
  return !base.amazon || base.amazonRefId === '' || base.shipmentId === ''
}

/** What a panel's form must hold, on this order. */
export const panelSchema = (key: PanelKey, base: Order): z.ZodObject =>
  key === 'quote'
    ? withRules(z.object(quoteForm), (value, add) => {
        valueRule(value, add)
        if (asksForAmazonIds(base, value.shipmentDestination)) amazonRule(value, add)
      })
    : PANEL_FORMS[key]

/** A panel of 'Shipment information': the fields it shows, in their order. */
export interface Panel {
  key: PanelKey
  title: string
  fields: readonly OrderField[]
}

export const PANELS: readonly Panel[] = ORDER_PANELS.map(({ key, title }) => ({ key, title, fields: panelFields(key) }))

export const CONFIRMATION = { key: 'confirmation', title: 'Booking Confirmation' } as const

/** A form's values as typed. */
export type FormValues = Record<string, unknown>

const IDS: readonly OrderField[] = [
  'shipmentOriginPort',
  'shipmentDestination',
  'transportationMode',
  'shipmentTradeTerms',
]

function typed(key: OrderField, value: Order[OrderField]): unknown {
  if (typeof value === 'boolean' || IDS.includes(key)) return value
  return value === null ? '' : String(value)
}

/** What a panel's form starts with. */
export function panelValues(key: PanelKey, order: Order): FormValues {
  const fields = ORDER_FIELDS.filter((field) => field in PANEL_FORMS[key].shape)
  return Object.fromEntries(fields.map((field) => [field, typed(field, order[field])]))
}
