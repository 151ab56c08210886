import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { ORDER_FIELD_KEYS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { lockStoredOrder, type StoredOrder } from './lock-order.ts'
import {
  changedFields,
  type FoundPlaces,
  mergedOrder,
  type OrderChange,
  placesNeeded,
  rulesAcross,
} from './order-rules.ts'
import { findDestination, findOrigin, isAmazon } from './origins.ts'
import { readOrder } from './read-order.ts'

/** The places that a change needs, looked up and kept until the transaction ends. */
async function findPlaces(tx: Tx, change: OrderChange): Promise<FoundPlaces> {
  const needed = placesNeeded(change)
  const merged = mergedOrder(change)
  return {
    destination: needed.destination ? await findDestination(tx, merged.shipmentDestination) : undefined,
    origin: needed.origin ? await findOrigin(tx, originKind(merged), merged.shipmentOriginPort) : undefined,
    amazon: needed.amazon && (await isAmazon(tx, change.stored.shipmentDestination)),
  }
}

/** What a body changes, by the rules of a save. Throws 400 with every message. */
async function checkedChange(tx: Tx, stored: StoredOrder, sent: Record<string, unknown>) {
  const { patch, errors } = changedFields(stored, sent)
  if (errors) throw invalid(errors)
  const change = { stored, patch, sent }
  const across = rulesAcross(change, await findPlaces(tx, change))
  if (Object.keys(across.errors).length > 0) throw invalid(across.errors)
  return { patch, places: across.columns }
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
  const { patch, places } = await checkedChange(tx, before, body)
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
