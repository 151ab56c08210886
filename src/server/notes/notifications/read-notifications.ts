import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOf } from '#contract/lib/record-of.ts'
import { NOTE_NEWS, type NotificationCounts, type readInput } from '#contract/notes/notifications.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { ringBells } from '#server/notes/tell-colleagues.ts'
import { countRows } from '#server/resource/count-rows.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'
import type { Services } from '#server/services.ts'

/** A person's notifications of rate sets, and of notes of orders that still exist. */
const ofUser = (db: Db, userId: number) =>
  db
    .selectFrom('notifications as t')
    .leftJoin('notes as n', 'n.id', 't.noteId')
    .leftJoin('orders as o', 'o.id', 'n.orderId')
    .leftJoin('rateSets as s', 's.id', 't.rateSetId')
    .where('t.userId', '=', userId)
    .where('o.deletedAt', 'is', null)

/** How many notifications a person has not read. */
export async function countUnread(db: Db, userId: number): Promise<NotificationCounts> {
  const rows = await ofUser(db, userId)
    .where('t.readAt', 'is', null)
    .select(['t.kind', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('t.kind')
    .execute()
  const counts = recordOf(NOTE_NEWS, (kind) => rows.find((row) => row.kind === kind)?.n ?? 0)
  return { unread: rows.reduce((sum, { n }) => sum + n, 0), ...counts }
}

interface Query extends Pick<ListQuery, 'page' | 'perPage'> {
  userId: number
  unread: boolean
}

/** A page of a person's notifications, newest first. */
export async function listNotifications(db: Db, { userId, unread, ...query }: Query) {
  const found = () => ofUser(db, userId).$if(unread, (all) => all.where('t.readAt', 'is', null))
  const page = await paginate(
    query,
    () => countRows(db, sql`(${found().select('t.id')}) found`),
    (limit, offset) =>
      found()
        .leftJoin('users as u', 'u.id', 't.actorId')
        .select(['t.id', 't.kind', 't.noteId', 't.createdAt', 't.readAt'])
        .select(['n.orderId', 'n.dueAt', 't.rateSetId', 's.name as setName', 'u.id as actorId', 'u.username'])
        .select(({ fn }) => [
          fn.coalesce('o.trackingCode', sql<string>`''`).as('trackingCode'),
          fn.coalesce('o.companyName', sql<string>`''`).as('companyName'),
          sql<string>`coalesce(left(n.body, 200), s.name)`.as('text'),
        ])
        .orderBy('t.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  )
  const items = page.items.map(({ actorId, username, rateSetId, setName, ...row }) => ({
    ...row,
    rateSet: rateSetId === null ? null : { id: rateSetId, name: setName ?? '' },
    actor: actorId === null ? null : { id: actorId, name: username ?? '' },
  }))
  return { ...page, items, counts: await countUnread(db, userId) }
}

/** Marks a person's own notifications as read, never those of others. Returns the unread counts. */
export async function markRead(
  tx: Tx,
  _: Services,
  { userId, ids, orderId }: z.output<typeof readInput> & { userId: number },
  actor: Actor,
): Promise<{ counts: NotificationCounts }> {
  const which = ids
    ? sql`id = any(${ids}::int[])`
    : orderId === undefined
      ? sql`true`
      : sql`note_id in (select id from notes where order_id = ${orderId})`
  const { numAffectedRows = 0n } = await sql`
    update notifications set read_at = now() where user_id = ${userId} and read_at is null and ${which}`.execute(tx)
  if (numAffectedRows > 0n) await ringBells(tx, actor, 'read', [userId])
  return { counts: await countUnread(tx, userId) }
}
