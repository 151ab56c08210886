import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { planned } from '#server/db/tuning/planned.ts'
import type { Orders } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { type OriginColumns, originId } from './origins.ts'

/** Throws 404 unless the order exists and is not deleted. */
export async function requireOrder(db: Db, id: number): Promise<void> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$call(planned)
    .executeTakeFirst()
  if (!found) throw notFound('Order')
}

/** Locks a live order until the transaction ends. Answers its last history entry. Throws 404. */
export async function lockOrder(tx: Tx, id: number): Promise<{ lastEventEntryId: number | null }> {
  const order = await tx
    .selectFrom('orders')
    .select('lastEventEntryId')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .$call(planned)
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

/** The fields stored with an order, under the API's names, without those that come from other tables. */
export type StoredOrder = Omit<Selectable<Orders>, keyof OriginColumns> & { shipmentOriginPort: number | null }

/** Locks a live order and answers its stored fields, for an edit to compare with. Throws 404. */
export async function lockStoredOrder(tx: Tx, id: number): Promise<StoredOrder> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  const { originLocationId, originDepotId, originPortId, ...fields } = order
  return { ...fields, shipmentOriginPort: originId({ originLocationId, originDepotId, originPortId }) }
}
