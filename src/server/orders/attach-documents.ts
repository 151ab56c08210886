import { sql } from 'kysely'
import { MAX_UPLOAD_SIZE } from '#contract/lib/uploads.ts'
import { TOO_HEAVY } from '#contract/orders/set-event.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'

/** The documents wanted, and their owner. */
interface WantedDocuments {
  ids: readonly number[]
  userId: number
  /** The order they are for, whose made documents count too; null for none. */
  orderId: number | null
  /** Locks them against other submissions until the transaction ends. */
  lock: boolean
}

/** Whether a document was uploaded. A manifest is made too, but belongs to a container. */
const isNotMade = sql<boolean>`not exists (select from made_documents m where m.document_id = documents.id)`

/** Whether a document was made from an order's data and has not gone out with an event. */
const isMadeFor = (orderId: number) =>
  sql<boolean>`(order_event_id is null and exists (
    select from made_documents m where m.document_id = documents.id and m.order_id = ${orderId}))`

/**
 * The caller's unattached documents, in the order in which mails attach them. Throws 400 at any other
 * document.
 */
export async function findDocuments(db: Db, { ids, userId, orderId, lock }: WantedDocuments) {
  if (ids.length === 0) return []
  const found = db
    .selectFrom('documents')
    .select(['id', 'size', 'name'])
    .where('id', 'in', ids)
    .where(({ and, eb, or }) =>
      or([
        and([eb('uploadedBy', '=', userId), eb('orderId', 'is', null), isNotMade]),
        ...(orderId === null ? [] : [isMadeFor(orderId)]),
      ]),
    )
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

/**
 * Locks the caller's unattached documents until the transaction ends, and returns their ids. Throws 400 at
 * any other document.
 */
export async function takeDocuments(
  tx: Tx,
  ids: readonly number[],
  { userId, orderId }: Pick<WantedDocuments, 'userId' | 'orderId'>,
): Promise<number[]> {
  return (await findDocuments(tx, { ids, userId, orderId, lock: true })).map(({ id }) => id)
}

/** The statement of `attachDocuments`, to send with others; none without ids. */
export const attaching = (tx: Tx, ids: number[], to: { orderId: number; orderEventId: number | null }) =>
  ids.length === 0 ? [] : [tx.updateTable('documents').set(to).where('id', 'in', ids)]

/** Attaches taken documents to an order, and to its history entry if they came with one. */
export async function attachDocuments(...given: Parameters<typeof attaching>): Promise<void> {
  for (const statement of attaching(...given)) await statement.execute()
}

/**
 * Detaches the documents of a history entry: uploads stay with their sender, made documents with the order.
 * Returns their ids.
 */
export async function detachDocuments(tx: Tx, orderEventId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('documents')
    .set({ orderId: sql<null>`case when ${isNotMade} then null else order_id end`, orderEventId: null })
    .where('orderEventId', '=', orderEventId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
