import { type RawBuilder, sql } from 'kysely'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { NoteNews } from '#contract/notes/notifications.ts'
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
  kind: NoteNews
  who: string | null
}

/** The first rows, and the number of all. */
export interface Some<Row> {
  first: Row[]
  total: number
}

/**
 * Everything that waits for a person: tasks due by the end of the day, notifications since the last mail, and
 * the queue, unless a colleague looks after it. Like the queue, tasks are about orders in progress only.
 */
export interface Waiting {
  tasks: Some<Task>
  news: Some<News>
  queue: Awaited<ReturnType<typeof countQueue>>['mine']
  /** Number of tasks that are in the queue as well. */
  tasksInQueue: number
}

/** Most rows of each kind that a mail names. */
const MOST = 50

/** Rows of a statement with a `total`. */
async function someOf<Row>(db: Db, statement: RawBuilder<Row & { total: number }>): Promise<Some<Row>> {
  const { rows } = await statement.execute(db)
  return { first: rows, total: rows[0]?.total ?? 0 }
}

/** Whether a colleague looks after the queue of a person now. */
async function isHandedOver(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`select from hand_overs
    where from_user_id = ${userId} and ended_at is null and until > now()`.execute(db)
  return rows.length > 0
}

/**
 * Number of a person's own tasks in the queue now. Tasks in the queue are always overdue, so that a snooze
 * lasts until its time.
 */
async function countTasksInQueue(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from attention
    where rule = 'note-due' and in_charge_id = ${userId} and detail ->> 'assigneeId' = ${String(userId)}
      and resolved_at is null and waived_reason is null and (snoozed_until > now()) is not true`.execute(db)
  return rows[0]?.n ?? 0
}

/** Everything that waits for a person on a day that ends at midnight. */
export async function readDigest(db: Db, userId: number, midnight: Date): Promise<Waiting> {
  const columns = sql`count(*) over ()::int as total, o.id as order_id, o.tracking_code, o.company_name, left(n.body, 200) as text`
  const [tasks, news, { mine }, away, tasksInQueue] = await Promise.all([
    someOf(
      db,
      sql<Task & { total: number }>`select ${columns}, n.due_at from notes n join orders o on o.id = n.order_id
        where n.assignee_id = ${userId} and n.done_at is null and n.deleted_at is null and o.status = ${OrderStatus.IN_PROGRESS}
          and o.deleted_at is null and n.due_at < ${midnight.toISOString()}::timestamptz order by n.due_at, n.id limit ${MOST}`,
    ),
    someOf(
      db,
      sql<News & { total: number }>`select ${columns}, t.kind, u.username as who
        from notifications t join notes n on n.id = t.note_id join orders o on o.id = n.order_id left join users u on u.id = t.actor_id
        where t.user_id = ${userId} and t.read_at is null and o.deleted_at is null and t.created_at > coalesce(
          (select max(created_at) from digests where user_id = ${userId} and mail_id is not null), '-infinity')
        order by t.id limit ${MOST}`,
    ),
    countQueue(db, [userId]),
    isHandedOver(db, userId),
    countTasksInQueue(db, userId),
  ])
  return away ? { tasks, news, queue: {}, tasksInQueue: 0 } : { tasks, news, queue: mine, tasksInQueue }
}
