import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** A document that the client was sent. */
export interface SharedDocument {
  id: number
  name: string
  category: string
  /** Bytes. */
  size: number
  contentType: string
  storageKey: string
  /** When it was sent. */
  sentAt: string
}

const read = async (db: Db, where: RawBuilder<unknown>): Promise<SharedDocument[]> =>
  (
    await sql<SharedDocument>`
      select d.id, d.name, c.name as category, d.size, d.content_type, d.storage_key, e.created_at as sent_at
      from documents d join document_categories c on c.id = d.category_id join order_events e on e.id = d.order_event_id
      where ${where} and d.order_id = e.order_id and e.withdrawn_at is null
        and exists (
          select from mail_documents a join mails m on m.id = a.mail_id
            join mail_deliveries t on t.mail_id = m.id and t.role = 'to'
          where a.document_id = d.id and m.order_event_id = e.id and t.state <> 'cancelled'
            and not (t.state = 'queued' and t.attempts = 0 and coalesce(t.next_attempt_at > now(), false))
        )
        and not exists (select from order_requirements p where p.document_id = d.id and p.state = 'rejected')
      order by d.id desc`.execute(db)
  ).rows

/**
 * Documents of an order that are meant for its client, newest first: those that went with a mail to the
 * client about an event that stands. Not those still held, uploaded by the client, kept by staff beside the
 * order, or rejected as a paper.
 */
export const sharedDocuments = (db: Db, orderId: number) => read(db, sql`d.order_id = ${orderId}`)

/** One of these documents. */
export const sharedDocument = async (db: Db, orderId: number, id: number): Promise<SharedDocument | undefined> =>
  (await read(db, sql`d.order_id = ${orderId} and d.id = ${id}`))[0]
