import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import { TOO_HEAVY } from '#contract/orders/set-event.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'

/** Which documents, and whose. */
interface WantedDocuments {
  ids: readonly number[]
  userId: number
  /** Keeps them from other submissions until the transaction ends. */
  lock: boolean
}

/** The caller's unattached documents, in the order in which mails attach them. Throws 400 at any other document. */
export async function findDocuments(db: Db, { ids, userId, lock }: WantedDocuments) {
  if (ids.length === 0) return []
  const found = db
    .selectFrom('documents')
    .select(['id', 'size', 'name'])
    .where('id', 'in', ids)
    .where('uploadedBy', '=', userId)
    .where('orderId', 'is', null)
    .orderBy('id')
  const rows = await (lock ? found.forUpdate() : found).execute()
  const errors: Record<string, string> = {}
  for (const [index, id] of ids.entries()) {
    if (!rows.some((row) => row.id === id))
      errors[`documents.${index}`] = 'This document was not uploaded by you or is already attached'
    else if (ids.indexOf(id) !== index) errors[`documents.${index}`] = 'This document is listed twice'
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (rows.reduce((sum, row) => sum + row.size, 0) > MAX_UPLOAD_SIZE) {
    throw invalid(Object.fromEntries(ids.map((_, index) => [`documents.${index}`, TOO_HEAVY])))
  }
  return rows
}

/** Locks the caller's unattached documents until the transaction ends, and returns their ids. Throws 400 at any other document. */
export async function takeDocuments(tx: Tx, ids: readonly number[], userId: number): Promise<number[]> {
  return (await findDocuments(tx, { ids, userId, lock: true })).map(({ id }) => id)
}

/** The statement of `attachDocuments`, to send with others; no ids, no statement. */
export const attaching = (tx: Tx, ids: number[], to: { orderId: number; orderEventId: number | null }) =>
  ids.length === 0 ? [] : [tx.updateTable('documents').set(to).where('id', 'in', ids)]

/** Attaches documents that were taken to an order, and to its history entry if they came with one. */
export async function attachDocuments(...given: Parameters<typeof attaching>): Promise<void> {
  for (const statement of attaching(...given)) await statement.execute()
}

/** Detaches the documents of a history entry, which stay with whoever uploaded them. Returns their ids. */
export async function detachDocuments(tx: Tx, orderEventId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('documents')
    .set({ orderId: null, orderEventId: null })
    .where('orderEventId', '=', orderEventId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
