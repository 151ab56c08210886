import { sql } from 'kysely'
import { type AttachedKind, isMissing, MADE_KIND_LABELS } from '#contract/made-documents/made-documents.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_PLACES, CONFIRMATION_TIMES } from '#contract/orders/confirmation.ts'
import type { Db } from '#server/db/client.ts'
import { readPrintedCompany } from '#server/settings/company.ts'
import { missingOf } from './missing.ts'

/** Why a document cannot be made: 'Arrival notice: Vessel is missing, Port of discharge is missing'. */
export const lacksWords = (kind: AttachedKind, messages: readonly string[]) =>
  `${MADE_KIND_LABELS[kind]}: ${messages.join(', ')}`

const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`

/**
 * Those of these orders whose document cannot be made as they are now, each with all that it lacks, as
 * `makeDocument` would name it. Three statements, however many they are.
 */
export async function lackingOrders(db: Db, kind: AttachedKind, ids: readonly number[]): Promise<Map<number, string>> {
  const [company, orders, confirmations] = await Promise.all([
    readPrintedCompany(db),
    db
      .selectFrom('orders as o')
      .leftJoin('orderPrices as p', 'p.orderId', 'o.id')
      .select(['o.id', 'o.shipmentDescription', 'o.shipmentWeight', 'o.shipmentVolume'])
      .select(['o.estimatedTransportation', 'p.orderId as pricedId'])
      .where('o.id', '=', anyOf(ids))
      .execute(),
    db
      .selectFrom('confirmations')
      .select(['orderId', 'vesselId as vessel', 'vesselVoyage'])
      .select([...CONFIRMATION_PLACES, ...CONFIRMATION_TIMES, ...CONFIRMATION_DAYS])
      .where('orderId', '=', anyOf(ids))
      .execute(),
  ])
  const order = new Map(orders.map((row) => [row.id, row]))
  const confirmation = new Map(confirmations.map((row) => [row.orderId, row]))
  const lacking = new Map<number, string>()
  for (const id of ids) {
    const found = order.get(id)
    if (!found) continue
    const price = found.pricedId !== null || Boolean(found.estimatedTransportation)
    const data = { company, order: found, confirmation: confirmation.get(id) ?? null, price }
    const missing = missingOf(kind, data, null)
    if (missing.length > 0)
      lacking.set(
        id,
        lacksWords(
          kind,
          missing.map(({ label }) => isMissing(label)),
        ),
      )
  }
  return lacking
}
