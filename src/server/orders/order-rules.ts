import { REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { ORDER_FIELD_KEYS, type OrderFields, orderFields } from '#contract/orders/order-fields.ts'
import { originKind } from '#contract/orders/origin.ts'
import { amazonRule, valueRule } from '#contract/quotes/shipment-rules.ts'
import type { StoredOrder } from './lock-order.ts'
import { DESTINATION_UNAVAILABLE, ORIGIN_UNAVAILABLE, type OriginColumns, originColumns } from './origins.ts'

const valueRequired = valueRule('shipmentValue', REQUIRED)
// Built once: compiling a schema on first use takes longer than the rest of a save.
const someFields = orderFields.partial()

/** The fields of an order that its rules read. */
export type OrderBefore = Pick<StoredOrder, keyof OrderFields>

const same = (sent: unknown, stored: unknown) => sent === stored || ((sent ?? '') === '' && (stored ?? '') === '')

/**
 * The fields of a body that differ from the stored ones, validated, or every message by its field. Unchanged
 * fields are not validated, so that a quote request without a shipper can be completed step by step.
 */
export function changedFields(
  stored: OrderBefore,
  body: Record<string, unknown>,
): { patch: Partial<OrderFields>; errors: Record<string, string> | null } {
  const current: Record<string, unknown> = { ...stored }
  const sent = Object.fromEntries(
    ORDER_FIELD_KEYS.filter((key) => key in body && !same(body[key], current[key])).map((key) => [key, body[key]]),
  )
  const parsed = someFields.safeParse(sent)
  if (!parsed.success) return { patch: {}, errors: fieldErrors(parsed.error) }
  const changed = Object.entries(parsed.data).filter(([key, value]) => !same(value, current[key]))
  return { patch: Object.fromEntries(changed), errors: null }
}

/** A change of an order: the stored fields, those that change, and the body they came from. */
export interface OrderChange {
  stored: OrderBefore
  patch: Partial<OrderFields>
  sent: Record<string, unknown>
}

/** The order as it will be. */
export const mergedOrder = ({ stored, patch }: OrderChange) => ({ ...stored, ...patch }) as OrderFields // stored codes are plain numbers

/** Whether a change needs the destination, the origin, or to know whether the stored destination is Amazon's. */
export function placesNeeded({ patch }: OrderChange) {
  const has = (...keys: (keyof OrderFields)[]) => keys.some((key) => key in patch)
  const destination = has('shipmentDestination')
  return {
    destination,
    origin: has('shipmentOriginPort', 'shipmentTradeTerms', 'transportationMode'),
    amazon: !destination && has('amazonRefId', 'shipmentId'),
  }
}

/** The places that a change needs, as far as they can be chosen. */
export interface FoundPlaces {
  destination?: { name: string; amazon: boolean } | undefined
  origin?: { name: string } | undefined
  /** Whether the stored destination delivers to Amazon. */
  amazon?: boolean
}

/** Columns of an order for a changed origin or destination: the origin's column and the names. */
export interface ChangedPlaces extends Partial<OriginColumns> {
  cityName?: string
  cartageName?: string
}

/** The rules over several fields, where one of them changes: columns of changed places, and every message. */
export function rulesAcross(change: OrderChange, found: FoundPlaces) {
  const { stored, patch, sent } = change
  const merged = mergedOrder(change)
  const needed = placesNeeded(change)
  const columns: ChangedPlaces = {}
  const errors: Record<string, string> = {}
  if (needed.destination) {
    if (found.destination) columns.cartageName = found.destination.name
    else errors.shipmentDestination = DESTINATION_UNAVAILABLE
  }
  if (needed.origin) {
    const kind = originKind(merged)
    // Ids of depots, locations and ports overlap: the old id would point to an unrelated place.
    if (kind !== originKind(stored) && !('shipmentOriginPort' in sent)) errors.shipmentOriginPort = REQUIRED
    else if (found.origin)
      Object.assign(columns, originColumns(kind, merged.shipmentOriginPort), { cityName: found.origin.name })
    else errors.shipmentOriginPort = ORIGIN_UNAVAILABLE
  }
  const add = (field: string, message: string) => (errors[field] ??= message)
  if (['cargoInsurance', 'customBrokerage', 'shipmentValue'].some((key) => key in patch)) valueRequired(merged, add)
  if (found.destination?.amazon || found.amazon) amazonRule(merged, add)
  return { columns, errors }
}
