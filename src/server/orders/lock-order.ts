import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import type { Orders } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { type OriginColumns, originId } from './origins.ts'

const LIVE = madeOnce((db: Db, id: number) =>
  db.selectFrom('orders').select('id').where('id', '=', id).where('deletedAt', 'is', null).$call(planned),
)

/** Throws 404 unless the order exists and is not deleted. */
export async function requireOrder(db: Db, id: number): Promise<void> {
  if ((await db.executeQuery(LIVE(db, id))).rows.length === 0) throw notFound('Order')
}

const LOCK = madeOnce((db: Db, id: number) =>
  db
    .selectFrom('orders')
    .select(['lastEventEntryId', 'inChargeId'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .$call(planned),
)

/**
 * Locks a live order until the transaction ends. Returns its last history entry and who is in charge. Throws
 * 404.
 */
export async function lockOrder(
  tx: Tx,
  id: number,
): Promise<{ lastEventEntryId: number | null; inChargeId: number | null }> {
  const [order] = (await tx.executeQuery(LOCK(tx, id))).rows
  if (!order) throw notFound('Order')
  return order
}

/** The fields stored with an order, under the API's names, without those that come from other tables. */
export type StoredOrder = Omit<Selectable<Orders>, keyof OriginColumns> & { shipmentOriginPort: number | null }

const LOCK_ALL = madeOnce((db: Db, id: number) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).where('deletedAt', 'is', null).forUpdate(),
)

/** Locks a live order and returns its stored fields, for an edit to compare with. Throws 404. */
export async function lockStoredOrder(tx: Tx, id: number): Promise<StoredOrder> {
  const [order] = (await tx.executeQuery(LOCK_ALL(tx, id))).rows
  if (!order) throw notFound('Order')
  const { originLocationId, originDepotId, originPortId, ...fields } = order
  return { ...fields, shipmentOriginPort: originId({ originLocationId, originDepotId, originPortId }) }
}
