import { REQUIRED } from '#contract/lib/messages.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { type OrderFields, orderFields } from '#contract/orders/order-fields.ts'
import { amazonRule, type Order, valueRule } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { queueOrderMail } from '#server/mail/order-mail.ts'
import { lockOrder, readOrder } from '#server/orders/read-order.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { findCartage, findOrigin, originKind } from './places.ts'

const KEYS = Object.keys(orderFields.shape) as (keyof OrderFields)[]
const FIELDS: readonly string[] = KEYS
// Made once: a schema is compiled when it is first used, which takes longer than all the rest of a save.
const someFields = orderFields.partial()

const same = (sent: unknown, stored: unknown) => sent === stored || ((sent ?? '') === '' && (stored ?? '') === '')

/**
 * The fields that the body really changes, checked. What is stored already may stay as it is, so that a quote
 * request without a shipper can still be completed. Throws 400 with every message.
 */
function changesOf(stored: Order, body: Record<string, unknown>): Partial<OrderFields> {
  const current = stored as unknown as Record<string, unknown>
  const sent = Object.fromEntries(
    KEYS.filter((key) => key in body && !same(body[key], current[key])).map((key) => [key, body[key]]),
  )
  const parsed = someFields.safeParse(sent)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return Object.fromEntries(Object.entries(parsed.data).filter(([key, value]) => !same(value, current[key])))
}

async function checkAcross(
  tx: Tx,
  stored: Order,
  patch: Partial<OrderFields>,
  sent: Record<string, unknown>,
): Promise<{ cityName?: string; cartageName?: string }> {
  const merged = { ...stored, ...patch } as unknown as OrderFields
  const has = (...keys: (keyof OrderFields)[]) => keys.some((key) => key in patch)
  const copied: { cityName?: string; cartageName?: string } = {}
  const errors: Record<string, string> = {}
  let amazon = stored.amazon
  const kindOf = (order: Pick<Order, 'transportationMode' | 'shipmentTradeTerms'>) =>
    originKind(order.transportationMode, order.shipmentTradeTerms)
  // The id of a depot says nothing of a pick-up location.
  const originMissing = kindOf(merged) !== kindOf(stored) && !('shipmentOriginPort' in sent)
  if (has('shipmentDestination')) {
    const cartage = await findCartage(tx, merged.shipmentDestination)
    if (cartage) {
      copied.cartageName = cartage.name
      amazon = cartage.amazon
    } else errors.shipmentDestination = 'This destination does not exist or is hidden'
  }
  if (has('shipmentOriginPort', 'shipmentTradeTerms', 'transportationMode')) {
    const origin = await findOrigin(tx, merged.transportationMode, merged.shipmentTradeTerms, merged.shipmentOriginPort)
    if (originMissing) errors.shipmentOriginPort = REQUIRED
    else if (origin) copied.cityName = origin.name
    else errors.shipmentOriginPort = 'This origin does not exist or is hidden'
  }
  const add = (field: string, message: string) => (errors[field] ??= message)
  if (has('cargoInsurance', 'customBrokerage', 'shipmentValue')) valueRule(merged, add)
  if (amazon && has('shipmentDestination', 'amazonRefId', 'shipmentId')) amazonRule(merged, add)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return copied
}

/** Saves what the body changes of an order, mails the client when asked, and answers the order as it is now. */
export async function editOrder(
  services: Services,
  id: number,
  body: Record<string, unknown>,
  version: string | null | undefined,
  notify: boolean,
  actor: Actor,
): Promise<Order> {
  return services.db.transaction().execute(async (tx) => {
    await lockOrder(tx, id)
    const before = await readOrder(tx, id)
    await checkVersion(tx, version, before, 'orders', () => before)
    const patch = changesOf(before, body)
    const copied = await checkAcross(tx, before, patch, body)
    if (Object.keys(patch).length > 0) {
      await tx
        .updateTable('orders')
        .set({ ...patch, ...copied, updatedAt: nextVersion() } as never)
        .where('id', '=', id)
        .execute()
    }
    const after = await readOrder(tx, id)
    await recordAudit(tx, actor, { action: 'order.update', entity: 'orders', entityId: id, before, after }, [
      ...FIELDS,
      'cityName',
      'cartageName',
    ])
    if (notify) {
      await queueOrderMail(tx, services, {
        orderId: id,
        kind: 'order-changed',
        template: { purpose: 'order-changed' },
        createdBy: actor.userId,
      })
    }
    return after
  })
}
