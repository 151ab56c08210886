import type { Db } from '#server/db/client.ts'

/** The deliveries of the mails about an order, oldest first. */
export const mailsOf = (db: Db, orderId: number) =>
  db
    .selectFrom('mailDeliveries')
    .innerJoin('mails', 'mails.id', 'mailDeliveries.mailId')
    .select(['mails.kind', 'address', 'role'])
    .where('orderId', '=', orderId)
    .orderBy('mailDeliveries.id')
    .execute()
