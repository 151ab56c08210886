import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordLoadings } from './record-loadings.ts'

/** The receipt of an order's cargo by the CFS, with what it measured: kg and CBM. */
export interface Receipt {
  receivedAt: string | null
  pieces: number | null
  weightKg: number | null
  volumeCbm: number | null
}

/** Receipts of loaded orders, by order. */
export async function readReceipts(tx: Tx, orderIds: readonly number[]): Promise<Map<number, Receipt>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('loadings')
    .select(['orderId', 'receivedAt', 'pieces', 'weightKg', 'volumeCbm'])
    .where('orderId', 'in', orderIds)
    .execute()
  return new Map(rows.map(({ orderId, ...receipt }) => [orderId, receipt]))
}

/** Gives a loaded order back the receipt that it had before. The order must be locked. */
export async function restoreReceipt(
  tx: Tx,
  { orderId, before, after }: { orderId: number; before: Receipt; after: Receipt },
  actor: Actor,
): Promise<void> {
  const written = await tx
    .updateTable('loadings')
    .set(before)
    .where('orderId', '=', orderId)
    .returning('sailingId')
    .executeTakeFirst()
  if (!written) return
  const { sailingId } = written
  const order = { id: orderId, loading: { ...after, sailingId, reference: '', containerId: null } }
  await recordLoadings(tx, actor, { verb: 'receive', sailingId }, [order], () => ({ ...before }))
}
