import { sql } from 'kysely'
import type { Note } from '#contract/notes/notes.ts'
import type { Db } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { type ListQuery, paginate } from '#server/resource/paginate.ts'

/** SQL: an account as `{id, name}`, null if there is none. */
const named = (table: string) =>
  sql<{ id: number; name: string } | null>`case when ${sql.ref(`${table}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.username`)}) end`

const MENTIONED = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', u.id, 'name', u.username) order by array_position(n.mentions, u.id)), '[]')
  from users u where u.id = any(n.mentions))`

const VERSIONS = sql<Note['versions']>`(
  select coalesce(json_agg(json_build_object('body', v.body,
    'until', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by v.id), '[]')
  from note_versions v where v.note_id = n.id)`

const selectNotes = (db: Db) =>
  db
    .selectFrom('notes as n')
    .leftJoin('users as author', 'author.id', 'n.authorId')
    .leftJoin('users as assignee', (join) =>
      join.onRef('assignee.id', '=', 'n.assigneeId').on('assignee.disabledAt', 'is', null),
    )
    .leftJoin('users as doer', 'doer.id', 'n.doneBy')
    .select(['n.id', 'n.orderId', 'n.body', 'n.authorId', 'n.mentions', 'n.dueAt', 'n.assigneeId', 'n.doneAt'])
    .select(['n.createdAt', 'n.editedAt', 'n.updatedAt', MENTIONED.as('mentioned'), VERSIONS.as('versions')])
    .select([named('author').as('author'), named('assignee').as('assignee'), named('doer').as('doneBy')])
    .where('n.deletedAt', 'is', null)

/** Throws 404 for a note that does not exist, was deleted, or is another order's. */
export async function readNote(db: Db, { orderId, noteId }: { orderId: number; noteId: number }): Promise<Note> {
  const found = await selectNotes(db).where('n.id', '=', noteId).where('n.orderId', '=', orderId).executeTakeFirst()
  if (!found) throw notFound('Note')
  return found
}

/**
 * A page of the notes of an order, newest first, and how many of all are tasks that are not done. Throws 404.
 */
export async function listNotes(db: Db, orderId: number, query: Pick<ListQuery, 'page' | 'perPage'>) {
  const [counted] = await Promise.all([
    db
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(sql<number>`count(*) filter (where done_at is null and num_nonnulls(due_at, assignee_id) > 0)`.as('open'))
      .where('orderId', '=', orderId)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow(),
    requireOrder(db, orderId),
  ])
  const page = await paginate(
    query,
    async () => counted.all,
    (limit, offset) =>
      selectNotes(db).where('n.orderId', '=', orderId).orderBy('n.id', 'desc').limit(limit).offset(offset).execute(),
  )
  return { ...page, open: counted.open }
}
