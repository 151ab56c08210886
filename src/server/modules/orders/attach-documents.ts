import type { z } from 'zod'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import type { DocumentExchange } from '#contract/orders/orders.ts'
import { type addDocumentsInput, TOO_HEAVY } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { documentExchangeOf } from '#server/orders/document-exchange.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { recordAudit } from '#server/resource/audit.ts'

/** Locks the caller's unattached documents until the transaction ends. Throws 400 at any other document. */
export async function takeDocuments(tx: Tx, ids: number[], userId: number): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'size', 'name'])
    .where('id', 'in', ids)
    .where('uploadedBy', '=', userId)
    .where('orderId', 'is', null)
    .forUpdate()
    .execute()
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
  return ids
}

/** Attaches documents that were taken to an order, and to its history entry if they came with one. */
export async function attachDocuments(
  tx: Tx,
  ids: number[],
  to: { orderId: number; orderEventId: number | null },
): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('documents').set(to).where('id', 'in', ids).execute()
}

/**
 * Adds uploads to an order without an event; no mail goes out and the order's version stays. Answers the order's documents.
 * Throws 404 for the order, 400 at the documents.
 */
export async function addDocuments(
  tx: Tx,
  { orderId, documents }: z.output<typeof addDocumentsInput> & { orderId: number },
  actor: Actor & { userId: number },
): Promise<DocumentExchange> {
  await lockOrder(tx, orderId)
  const ids = await takeDocuments(tx, documents, actor.userId)
  await attachDocuments(tx, ids, { orderId, orderEventId: null })
  const after = { documents: ids }
  await recordAudit(tx, actor, { action: 'order.add-documents', entity: 'orders', entityId: orderId, after }, [
    'documents',
  ])
  return documentExchangeOf(tx, orderId)
}
