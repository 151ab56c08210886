import { mainRole, Role } from '#contract/accounts/session.ts'
import type { Document, DocumentExchange } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import { requireOrder } from './lock-order.ts'

const selectDocuments = (db: Db) =>
  db
    .selectFrom('documents as d')
    .innerJoin('documentCategories as c', 'c.id', 'd.categoryId')
    .innerJoin('users as u', 'u.id', 'd.uploadedBy')
    .select([
      'd.id',
      'd.name',
      'd.size',
      'd.contentType',
      'c.name as category',
      'd.createdAt',
      'd.orderEventId',
      'u.role',
    ])

const OF_ORDER = madeOnce((db: Db, orderId: number) =>
  selectDocuments(db).where('d.orderId', '=', orderId).orderBy('d.id', 'desc').$call(planned),
)

/** The documents of an order, newest first. */
export const documentsOfOrder = async (db: Db, orderId: number) => (await db.executeQuery(OF_ORDER(db, orderId))).rows

/** The query for the documents of one history entry, newest first. */
export const documentsOfEntry = (db: Db, entryId: number) =>
  selectDocuments(db).where('d.orderEventId', '=', entryId).orderBy('d.id', 'desc').$call(planned)

/** Picks the fields that the API shows. */
export const asDocument = ({ id, name, size, contentType, category, createdAt }: Document): Document => ({
  id,
  name,
  size,
  contentType,
  category,
  createdAt,
})

/** The documents of an order, grouped by the uploader's role, newest first. Throws 404. */
export async function documentExchangeOf(db: Db, orderId: number): Promise<DocumentExchange> {
  await requireOrder(db, orderId)
  const groups: DocumentExchange = { user: [], admin: [], csr: [] }
  for (const row of await documentsOfOrder(db, orderId)) {
    const role = mainRole(row.role)
    const group = role === Role.CLIENT ? 'user' : role === Role.CSR ? 'csr' : 'admin'
    groups[group].push(asDocument(row))
  }
  return groups
}
