import type { Document, DocumentExchange, EventEntry } from '#contract/orders/orders.ts'
import { humanRole, mainRole, type Role } from '#contract/session/session.ts'
import type { Db } from '#server/db/client.ts'
import { planned } from '#server/db/planned.ts'
import { notFound } from '#server/errors.ts'

/** Throws 404 unless the order is there and live. */
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

const documentsOf = (db: Db, orderId: number) =>
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
    .where('d.orderId', '=', orderId)
    .orderBy('d.id', 'desc')
    .$call(planned)
    .execute()

const asDocument = ({ id, name, size, contentType, category, createdAt }: Document): Document => ({
  id,
  name,
  size,
  contentType,
  category,
  createdAt,
})

/** The documents of an order by the role of who uploaded them, newest first. */
export async function documentExchangeOf(db: Db, orderId: number): Promise<DocumentExchange> {
  await requireOrder(db, orderId)
  const groups: DocumentExchange = { user: [], admin: [], csr: [] }
  for (const row of await documentsOf(db, orderId)) {
    const role = mainRole(row.role)
    const group = role === 'ROLE_USER' ? 'user' : role === 'ROLE_CSR' ? 'csr' : 'admin'
    groups[group].push(asDocument(row))
  }
  return groups
}

const entriesOf = (db: Db, orderId: number) =>
  db
    .selectFrom('orderEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('mailTemplates as t', 't.id', 'e.emailTemplateId')
    .leftJoin('mails as m', 'm.orderEventId', 'e.id')
    .leftJoin('mailDeliveries as md', (join) => join.onRef('md.mailId', '=', 'm.id').on('md.role', '=', 'to'))
    .select([
      'e.id',
      'e.date',
      'e.comment',
      'e.eventId',
      'e.eventName',
      'e.eventPublicStatus',
      'e.emailTemplateId',
      'e.emailTemplateTitle',
      't.title',
      'u.username',
      'u.role',
      'm.id as mailId',
      'md.state',
      'md.sentAt',
      'md.reason',
    ])
    .where('e.orderId', '=', orderId)
    .orderBy('e.id', 'desc')
    .$call(planned)
    .execute()

const asUser = (username: string | null, role: Role[] | null) =>
  username !== null && role ? { username, role: mainRole(role), humanRole: humanRole(role) } : null

/** The history of an order, newest first, with documents and the state of each entry's mail. */
export async function historyOf(db: Db, orderId: number): Promise<EventEntry[]> {
  await requireOrder(db, orderId)
  const [entries, documents] = await Promise.all([entriesOf(db, orderId), documentsOf(db, orderId)])
  const byEntry = groupByEntry(documents)
  return entries.map((entry) => ({
    id: entry.id,
    date: entry.date,
    comment: entry.comment,
    documents: (byEntry.get(entry.id) ?? []).map(asDocument).reverse(),
    emailTemplate: entry.emailTemplateId && entry.title ? { id: entry.emailTemplateId, title: entry.title } : null,
    deletedEmailTemplate: entry.emailTemplateId ? null : entry.emailTemplateTitle,
    user: asUser(entry.username, entry.role),
    event: { id: entry.eventId, name: entry.eventName, publicStatus: entry.eventPublicStatus },
    mail:
      entry.mailId && entry.state
        ? { id: entry.mailId, state: entry.state, sentAt: entry.sentAt, reason: entry.reason }
        : null,
  }))
}

function groupByEntry<T extends { orderEventId: number | null }>(documents: T[]): Map<number | null, T[]> {
  const groups = new Map<number | null, T[]>()
  for (const document of documents)
    groups.set(document.orderEventId, [...(groups.get(document.orderEventId) ?? []), document])
  return groups
}
