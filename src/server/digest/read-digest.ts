import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notes/notifications.ts'
import { countQueue } from '#server/attention/read-items.ts'
import type { Db } from '#server/db/client.ts'

/** A note that a mail names. */
interface Named {
  orderId: number
  trackingCode: string
  companyName: string
  /** The first 200 characters of the note. */
  text: string
}
export interface Task extends Named {
  dueAt: string
}
export interface News extends Named {
  kind: NotificationKind
  who: string | null
}

/**
 * What waits for a person: tasks due by the end of the day, what the bell says since the last mail, and the queue, unless a colleague
 * looks after it.
 */
export interface Waiting {
  tasks: Task[]
  news: News[]
  queue: Awaited<ReturnType<typeof countQueue>>['mine']
}

/** The most of each that a mail names. */
const MOST = 50

/** Whether a colleague looks after the queue of a person now. */
async function isHandedOver(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`select from hand_overs
    where from_user_id = ${userId} and ended_at is null and until > now()`.execute(db)
  return rows.length > 0
}

/** What waits for a person on a day that ends at midnight. */
export async function readDigest(db: Db, userId: number, midnight: Date): Promise<Waiting> {
  const columns = sql`o.id as order_id, o.tracking_code, o.company_name, left(n.body, 200) as text`
  const [tasks, news, { mine }, away] = await Promise.all([
    sql<Task>`select ${columns}, n.due_at from notes n join orders o on o.id = n.order_id
      where n.assignee_id = ${userId} and n.done_at is null and n.deleted_at is null and o.deleted_at is null
        and n.due_at < ${midnight.toISOString()}::timestamptz order by n.due_at, n.id limit ${MOST}`.execute(db),
    sql<News>`select ${columns}, t.kind, u.username as who
      from notifications t join notes n on n.id = t.note_id join orders o on o.id = n.order_id left join users u on u.id = t.actor_id
      where t.user_id = ${userId} and t.read_at is null and o.deleted_at is null and t.created_at > coalesce(
        (select max(created_at) from digests where user_id = ${userId} and mail_id is not null), '-infinity')
      order by t.id limit ${MOST}`.execute(db),
    countQueue(db, [userId]),
    isHandedOver(db, userId),
  ])
  return { tasks: tasks.rows, news: news.rows, queue: away ? {} : mine }
}
