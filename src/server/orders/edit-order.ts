import { REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { ORDER_FIELD_KEYS, type OrderFields, orderFields } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { originKind } from '#contract/orders/origin.ts'
import { amazonRule, valueRule } from '#contract/quotes/shipment-rules.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { lockStoredOrder, type StoredOrder } from './lock-order.ts'
import {
  DESTINATION_UNAVAILABLE,
  findDestination,
  findOrigin,
  isAmazon,
  ORIGIN_UNAVAILABLE,
  type OriginColumns,
  originColumns,
} from './origins.ts'
import { readOrder } from './read-order.ts'

const valueRequired = valueRule('shipmentValue', REQUIRED)
// Built once: compiling a schema on first use takes longer than the rest of a save.
const someFields = orderFields.partial()

const same = (sent: unknown, stored: unknown) => sent === stored || ((sent ?? '') === '' && (stored ?? '') === '')

/**
 * The fields that the body actually changes, validated. Unchanged fields are not validated, so that a quote
 * request without a shipper can be completed step by step. Throws 400 with every message.
 */
function changesOf(stored: StoredOrder, body: Record<string, unknown>): Partial<OrderFields> {
  const current: Record<string, unknown> = { ...stored }
  const sent = Object.fromEntries(
    ORDER_FIELD_KEYS.filter((key) => key in body && !same(body[key], current[key])).map((key) => [key, body[key]]),
  )
  const parsed = someFields.safeParse(sent)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return Object.fromEntries(Object.entries(parsed.data).filter(([key, value]) => !same(value, current[key])))
}

/** Columns of an order for a changed origin or destination: the origin's column and the names. */
interface ChangedPlaces extends Partial<OriginColumns> {
  cityName?: string
  cartageName?: string
}

/** Checks rules over several fields where one of them changes. Throws 400 at the fields. */
async function checkAcross(
  tx: Tx,
  stored: StoredOrder,
  patch: Partial<OrderFields>,
  sent: Record<string, unknown>,
): Promise<ChangedPlaces> {
  const merged = { ...stored, ...patch } as OrderFields // stored codes are plain numbers
  const has = (...keys: (keyof OrderFields)[]) => keys.some((key) => key in patch)
  const changed: ChangedPlaces = {}
  const errors: Record<string, string> = {}
  let amazon = false
  if (has('shipmentDestination')) {
    const destination = await findDestination(tx, merged.shipmentDestination)
    if (destination) {
      changed.cartageName = destination.name
      amazon = destination.amazon
    } else errors.shipmentDestination = DESTINATION_UNAVAILABLE
  } else if (has('amazonRefId', 'shipmentId')) amazon = await isAmazon(tx, stored.shipmentDestination)
  if (has('shipmentOriginPort', 'shipmentTradeTerms', 'transportationMode')) {
    const kind = originKind(merged)
    const origin = await findOrigin(tx, kind, merged.shipmentOriginPort)
    // Ids of depots, locations and ports overlap: the old id would point to an unrelated place.
    if (kind !== originKind(stored) && !('shipmentOriginPort' in sent)) errors.shipmentOriginPort = REQUIRED
    else if (origin) Object.assign(changed, originColumns(kind, merged.shipmentOriginPort), { cityName: origin.name })
    else errors.shipmentOriginPort = ORIGIN_UNAVAILABLE
  }
  const add = (field: string, message: string) => (errors[field] ??= message)
  if (has('cargoInsurance', 'customBrokerage', 'shipmentValue')) valueRequired(merged, add)
  if (amazon && has('shipmentDestination', 'amazonRefId', 'shipmentId')) amazonRule(merged, add)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return changed
}

/** The order to change, and the change. */
export interface OrderEdit {
  orderId: number
  /** Any part of the order; unknown and read-only keys are ignored. */
  body: Record<string, unknown>
  /** The version that the edit started from, if known. */
  version?: string | null
  /** Whether the client gets the mail 'Order changed'. */
  notify: boolean
}

/**
 * Saves the changes and returns the updated order. Throws 404, 409 for a stale version, 400 at the fields.
 */
export async function editOrder(
  tx: Tx,
  services: MailSettings,
  { orderId, body, version, notify }: OrderEdit,
  actor: Actor,
): Promise<Order> {
  const before = await lockStoredOrder(tx, orderId)
  await checkVersion(tx, version, before, 'orders', () => readOrder(tx, orderId))
  const patch = changesOf(before, body)
  const places = await checkAcross(tx, before, patch, body)
  const { shipmentOriginPort: _, ...fields } = patch
  const saving = tx
    .updateTable('orders')
    .set({ ...fields, ...places, updatedAt: nextVersion() })
    .where('id', '=', orderId)
  // Stored values equal the sent ones: the rules allow no more decimals than the columns have.
  const event = {
    action: 'order.update',
    entity: 'orders',
    entityId: orderId,
    before,
    after: { ...before, ...patch, ...places },
  }
  if (Object.keys(patch).length > 0) await saving.execute()
  await recordAudit(tx, actor, event, [...ORDER_FIELD_KEYS, 'cityName', 'cartageName'])
  if (notify) await queueOrderMail(tx, services, { orderId, template: { purpose: MailPurpose.ORDER_CHANGED } }, actor)
  return readOrder(tx, orderId)
}
