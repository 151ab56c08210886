import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { type Client, type DeletedClient, RESTORE_DAYS } from '#contract/clients/clients.ts'
import type { Page } from '#contract/lib/envelope.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { cancelClientMails } from '#server/mail/cancel-mails.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { contains } from '#server/resource/folded.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'
import { lockClient, readClient } from './read-client.ts'
import { endSessions } from './sessions.ts'

interface Deleted {
  id: number
  orders: number
  mails: number
}

/**
 * Hides a client, its booking requests and its mails for 30 days, ends its sessions and cancels its queued mails.
 * Returns how many booking requests and mails that affected. Throws 403, 404.
 */
export async function deleteClient(tx: Tx, _: unknown, { id }: { id: number }, actor: Actor): Promise<Deleted> {
  const { username, email } = await lockClient(tx, id)
  const deleted = { deletedAt: sql<string>`now()` }
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set(deleted)
    .where('userId', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  await tx
    .updateTable('users')
    .set({ ...deleted, deletedBy: actor.userId })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('mailIn').set(deleted).where('clientId', '=', id).where('deletedAt', 'is', null).execute()
  await endSessions(tx, id)
  const mails = await cancelClientMails(tx, id)
  const orders = Number(numUpdatedRows)
  const before = { username, email, orders, mails }
  const event = { action: 'client.remove', entity: 'clients', entityId: id, before }
  await recordAudit(tx, actor, event, Object.keys(before))
  return { id, orders, mails }
}

/**
 * Restores a client, and the booking requests and mails that were deleted with it; cancelled mails stay cancelled.
 * Throws 404 if it is not deleted or its 30 days are over. The caller handles the unique violation if the
 * address is in use again.
 */
export async function restoreClient(tx: Tx, _: Services, { id }: { id: number }, actor: Actor): Promise<Client> {
  const deleted = await deletedClients(tx).select('u.deletedAt').where('u.id', '=', id).forUpdate().executeTakeFirst()
  if (!deleted?.deletedAt) throw notFound('Deleted client')
  await tx.updateTable('users').set({ deletedAt: null, deletedBy: null }).where('id', '=', id).execute()
  await tx
    .updateTable('orders')
    .set({ deletedAt: null })
    .where('userId', '=', id)
    .where('deletedAt', '=', deleted.deletedAt)
    .execute()
  await tx.updateTable('mailIn').set({ deletedAt: null }).where('clientId', '=', id).execute()
  const after = await readClient(tx, id)
  const event = { action: 'client.restore', entity: 'clients', entityId: id, after }
  await recordAudit(tx, actor, event, ['username', 'email', 'orders'])
  return after
}

const days = sql`make_interval(days => ${sql.lit(RESTORE_DAYS)})`

/** Deleted clients that can still be restored: not those that are being erased. */
const deletedClients = (db: Db, search = '') =>
  db
    .selectFrom('users as u')
    .where(sql<boolean>`u.role = array[${sql.lit(Role.CLIENT)}] and u.deleted_at > now() - ${days}`)
    .where(sql<boolean>`not exists (select from erasures e where e.user_id = u.id)`)
    .where(
      search === '' ? sql<boolean>`true` : contains([sql`concat_ws(' ', u.username, u.company_name, u.email)`], search),
    )

/** Deleted clients whose name, company or email contains the search text, latest first. */
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
