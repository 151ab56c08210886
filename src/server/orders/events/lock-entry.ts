import { sql } from 'kysely'
import { mainRole, Role } from '#contract/accounts/session.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import type { Carried } from './carry.ts'

const OF_THE_CLIENT = 'An entry made by the client cannot be changed'
const WITHDRAWN = 'This event was withdrawn.'

/**
 * Locks an order by one of its history entries, until the transaction ends, and returns the entry with its
 * mail. Throws 404, even if the entry is gone only once the lock is acquired; 403 for an entry made by the
 * client, 409 for a withdrawn one.
 */
export async function lockEntry(tx: Tx, id: number) {
  const found = await tx.selectFrom('orderEvents').select('orderId').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Entry')
  await lockOrder(tx, found.orderId)
  const entry = await tx
    .selectFrom('orderEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('mails as m', 'm.orderEventId', 'e.id')
    .select(['e.id', 'e.orderId', 'e.eventId', 'e.eventName', 'e.eventPublicStatus', 'e.date', 'e.comment'])
    .select(['e.emailTemplateTitle', 'e.userId', 'e.createdAt', 'e.withdrawnAt', 'u.role'])
    .select(sql<Carried[]>`e.carried`.as('carried'))
    .select(['m.id as mailId', 'm.templateId', 'm.sendAt'])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!entry) throw notFound('Entry')
  if (entry.role && mainRole(entry.role) === Role.CLIENT) throw forbidden(OF_THE_CLIENT)
  if (entry.withdrawnAt) throw new AppError(409, WITHDRAWN)
  return entry
}
