import { sql } from 'kysely'
import { type Client, type DeletedClient, RESTORE_DAYS } from '#contract/clients/clients.ts'
import type { Page } from '#contract/lib/envelope.ts'
import { MailState } from '#contract/mails/mails.ts'
import { Role } from '#contract/session/session.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { CLIENT_DELETED } from '#server/mail/outbox.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { containsPattern, type ListQuery, paginate } from '#server/resource/paginate.ts'
import { lockClient, readClient } from './read-clients.ts'
import { endSessionsOf, withFreeEmail } from './save-client.ts'

/**
 * Hides a client and its booking requests, ends its sessions and cancels its waiting mail, all or nothing.
 * Answers how many requests and mails went. Throws 403, 404.
 */
export function deleteClient(db: Db, id: number, actor: Actor): Promise<{ id: number; orders: number; mails: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await lockClient(tx, id)
    const gone = { deletedAt: sql<string>`now()` }
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set(gone)
      .where('userId', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    await tx
      .updateTable('users')
      .set({ ...gone, deletedBy: actor.userId })
      .where('id', '=', id)
      .execute()
    await endSessionsOf(tx, id)
    const mails = await cancelQueuedMails(tx, id)
    const orders = Number(numUpdatedRows)
    const told = { username: before.username, email: before.email, orders, mails }
    await recordAudit(
      tx,
      actor,
      { action: 'client.remove', entity: 'clients', entityId: id, before: told },
      Object.keys(told),
    )
    return { id, orders, mails }
  })
}

/**
 * Brings a client back with the booking requests that went with it; cancelled mail stays cancelled.
 * Throws 404 when it is not deleted or its 30 days are over, 409 when its address was taken meanwhile.
 */
export function restoreClient(db: Db, id: number, actor: Actor): Promise<Client> {
  return withFreeEmail(() =>
    db.transaction().execute(async (tx) => {
      const deleted = await deletedClients(tx)
        .select('u.deletedAt')
        .where('u.id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!deleted?.deletedAt) throw notFound('Deleted client')
      await tx.updateTable('users').set({ deletedAt: null, deletedBy: null }).where('id', '=', id).execute()
      await tx
        .updateTable('orders')
        .set({ deletedAt: null })
        .where('userId', '=', id)
        .where('deletedAt', '=', deleted.deletedAt)
        .execute()
      const after = await readClient(tx, id)
      await recordAudit(tx, actor, { action: 'client.restore', entity: 'clients', entityId: id, after }, [
        'username',
        'email',
        'orders',
      ])
      return after
    }),
  )
}

const days = sql`make_interval(days => ${sql.lit(RESTORE_DAYS)})`

/** Deleted clients that can still be restored. */
const deletedClients = (db: Db, search = '') =>
  db
    .selectFrom('users as u')
    .where(sql<boolean>`u.role = array[${sql.lit(Role.CLIENT)}] and u.deleted_at > now() - ${days}`)
    .where(sql<boolean>`concat_ws(' ', u.username, u.company_name, u.email) ilike ${containsPattern(search)}`)

/** The deleted clients whose name, company or email holds the searched text, the last one first. */
export function listDeletedClients(
  db: Db,
  query: Pick<ListQuery, 'page' | 'perPage' | 'search'>,
): Promise<Page<DeletedClient>> {
  return paginate(
    query,
    async () =>
      (await deletedClients(db, query.search).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
    (limit, offset) =>
      deletedClients(db, query.search)
        .leftJoin('users as by', 'by.id', 'u.deletedBy')
        .select(['u.id', 'u.username', 'u.companyName', 'u.email', 'by.username as deletedBy'])
        .select(sql<string>`u.deleted_at`.as('deletedAt'))
        .select(sql<string>`u.deleted_at + ${days}`.as('purgedAt'))
        .select(sql<number>`(select count(*) from orders o where o.user_id = u.id)`.as('orders'))
        .orderBy('u.deletedAt', 'desc')
        .orderBy('u.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

/** Mails of the client's orders that wait to be sent. */
async function cancelQueuedMails(tx: Db, userId: number): Promise<number> {
  const { rows } = await sql`
    update mail_deliveries d set state = ${MailState.CANCELLED}, reason = ${CLIENT_DELETED}, next_attempt_at = null, updated_at = now()
    from mails m left join orders o on o.id = m.order_id
    where m.id = d.mail_id and d.state = ${MailState.QUEUED} and (o.user_id = ${userId} or m.user_id = ${userId}) returning d.id`.execute(
    tx,
  )
  return rows.length
}
