import { sql } from 'kysely'
import { humanRole, mainRole, type Role } from '#contract/accounts/session.ts'
import { RecipientRole } from '#contract/mail/mail-codes.ts'
import type { EventEntry } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/client.ts'
import { madeOnce, planned } from '#server/db/tuning/planned.ts'
import { notFound } from '#server/errors.ts'
import { asDocument, documentsOfEntry, documentsOfOrder } from './document-exchange.ts'
import { requireOrder } from './lock-order.ts'

/** How long an entry can be undone: as long as mails to clients are held. */
interface Hold {
  mailHoldSeconds: number
}

const selectEntries = (db: Db, { mailHoldSeconds }: Hold) =>
  db
    .selectFrom('orderEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('users as editor', 'editor.id', 'e.editedBy')
    .leftJoin('users as withdrawer', 'withdrawer.id', 'e.withdrawnBy')
    .leftJoin('mailTemplates as t', 't.id', 'e.emailTemplateId')
    .leftJoin('mails as m', 'm.orderEventId', 'e.id')
    .leftJoin('mailDeliveries as md', (join) =>
      join.onRef('md.mailId', '=', 'm.id').on('md.role', '=', RecipientRole.TO),
    )
    .select([
      'e.id',
      'e.date',
      'e.comment',
      'e.eventId',
      'e.eventName',
      'e.eventPublicStatus',
      'e.milestone',
      sql<EventEntry['carried']>`e.carried`.as('carried'),
      'e.emailTemplateId',
      'e.emailTemplateTitle',
      't.title',
      'u.username',
      'u.role',
      'e.createdAt',
      'editor.username as editedBy',
      'e.editedAt',
      'withdrawer.username as withdrawnBy',
      'e.withdrawnAt',
      'e.withdrawReason',
      'm.id as mailId',
      'm.sendAt',
      'md.state',
      'md.sentAt',
      'md.reason',
      sql<string>`coalesce(m.send_at, e.created_at + make_interval(secs => ${mailHoldSeconds}::float8))`.as(
        'undoUntil',
      ),
    ])

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>
type DocumentRow = Awaited<ReturnType<typeof documentsOfOrder>>[number]

const asUser = (username: string | null, role: Role[] | null) =>
  username !== null && role ? { username, role: mainRole(role), humanRole: humanRole(role) } : null

const asEntry = (entry: EntryRow, documents: DocumentRow[]): EventEntry => ({
  id: entry.id,
  date: entry.date,
  comment: entry.comment,
  documents: documents.map(asDocument).reverse(),
  emailTemplate: entry.emailTemplateId && entry.title ? { id: entry.emailTemplateId, title: entry.title } : null,
  deletedEmailTemplate: entry.emailTemplateId ? null : entry.emailTemplateTitle,
  user: asUser(entry.username, entry.role),
  event: { id: entry.eventId, name: entry.eventName, publicStatus: entry.eventPublicStatus },
  milestone: entry.milestone,
  carried: entry.carried,
  mail:
    entry.mailId && entry.state
      ? { id: entry.mailId, state: entry.state, sendAt: entry.sendAt, sentAt: entry.sentAt, reason: entry.reason }
      : null,
  createdAt: entry.createdAt,
  undoUntil: entry.undoUntil,
  editedBy: entry.editedBy,
  editedAt: entry.editedAt,
  withdrawnBy: entry.withdrawnBy,
  withdrawnAt: entry.withdrawnAt,
  withdrawReason: entry.withdrawReason,
})

const ENTRIES = madeOnce((db: Db, mailHoldSeconds: number, orderId: number) =>
  selectEntries(db, { mailHoldSeconds }).where('e.orderId', '=', orderId).orderBy('e.id', 'desc').$call(planned),
)

/** The history of an order, newest first, with documents and the state of each entry's mail. Throws 404. */
export async function historyOf(db: Db, hold: Hold, orderId: number): Promise<EventEntry[]> {
  const [entries, documents] = await Promise.all([
    db.executeQuery(ENTRIES(db, hold.mailHoldSeconds, orderId)).then(({ rows }) => rows),
    documentsOfOrder(db, orderId),
    requireOrder(db, orderId),
  ])
  const byEntry = new Map<number | null, DocumentRow[]>()
  for (const document of documents)
    byEntry.set(document.orderEventId, [...(byEntry.get(document.orderEventId) ?? []), document])
  return entries.map((entry) => asEntry(entry, byEntry.get(entry.id) ?? []))
}

const ENTRY = madeOnce((db: Db, mailHoldSeconds: number, id: number) =>
  selectEntries(db, { mailHoldSeconds }).where('e.id', '=', id).$call(planned),
)
const ENTRY_DOCUMENTS = madeOnce(documentsOfEntry)

/** Reads one history entry. Throws 404. */
export async function readEntry(db: Db, { mailHoldSeconds }: Hold, id: number): Promise<EventEntry> {
  const [{ rows }, documents] = await Promise.all([
    db.executeQuery(ENTRY(db, mailHoldSeconds, id)),
    db.executeQuery(ENTRY_DOCUMENTS(db, id)),
  ])
  const [entry] = rows
  if (!entry) throw notFound('History entry')
  return asEntry(entry, documents.rows)
}
