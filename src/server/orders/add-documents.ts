import type { z } from 'zod'
import type { DocumentExchange } from '#contract/orders/orders.ts'
import type { addDocumentsInput } from '#contract/orders/set-event.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { attachDocuments, takeDocuments } from './attach-documents.ts'
import { documentExchangeOf } from './document-exchange.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Adds uploads to an order without an event; no mail goes out and the order's version stays. Returns the
 * order's documents. Throws 404 for the order, 400 at the documents.
 */
export async function addDocuments(
  tx: Tx,
  _: Services,
  { orderId, documents, uploadedBy }: z.output<typeof addDocumentsInput> & { orderId: number; uploadedBy: number },
  actor: Actor,
): Promise<DocumentExchange> {
  await lockOrder(tx, orderId)
  const ids = await takeDocuments(tx, documents, { userId: uploadedBy, orderId: null })
  await attachDocuments(tx, ids, { orderId, orderEventId: null })
  const after = { documents: ids }
  await recordAudit(tx, actor, { action: 'order.add-documents', entity: 'orders', entityId: orderId, after }, [
    'documents',
  ])
  return documentExchangeOf(tx, orderId)
}
