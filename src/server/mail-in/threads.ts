import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { ownPartsOf } from '#server/mail/own-message-ids.ts'

/** The advisory lock of threads: two mails that arrive at once may join the same two. */
const LOCK = 6_201_047
/** Characters of the longest Message-ID that is kept as it is. */
const LONGEST = 250

/** The key of a Message-ID: itself, or its hash if it is long. */
const keyOf = (messageId: string) =>
  messageId.length <= LONGEST ? messageId : `sha256:${createHash('sha256').update(messageId).digest('hex')}`

/**
 * The thread of a mail that has and names these Message-IDs, unknown ones too: the connected part that they join,
 * under the smallest id of the parts. Locked until the transaction ends.
 */
export async function joinThread(tx: Tx, messageIds: readonly string[]): Promise<number> {
  const keys = [...new Set(messageIds.map(keyOf))].sort()
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
  const found = await sql<{ id: number }>`
    select distinct thread_id as id from mail_thread_ids where message_id = any(${keys}::text[]) order by 1`.execute(tx)
  const [first, ...others] = found.rows.map(({ id }) => id)
  const threadId =
    first ?? (await sql<{ id: number }>`insert into mail_threads default values returning id`.execute(tx)).rows[0]?.id
  if (threadId === undefined) throw new Error('The thread is not there')
  if (others.length > 0) await merge(tx, threadId, others)
  await sql`insert into mail_thread_ids (message_id, thread_id) select key, ${threadId} from unnest(${keys}::text[]) key
    on conflict do nothing`.execute(tx)
  // Mails of ours join when somebody answers them.
  await sql`update mails set thread_id = ${threadId} where message_id = any(${ownPartsOf(messageIds)}::text[])
    and thread_id is distinct from ${threadId}`.execute(tx)
  return threadId
}

/** Moves all of these threads to another. Claims, states and links belong to mails, and stay. */
async function merge(tx: Tx, into: number, threads: readonly number[]): Promise<void> {
  for (const table of ['mail_thread_ids', 'mail_in', 'mails'])
    await sql`update ${sql.raw(table)} set thread_id = ${into} where thread_id = any(${[...threads]}::int[])`.execute(
      tx,
    )
  await sql`delete from mail_threads where id = any(${[...threads]}::int[])`.execute(tx)
}

/** Writes what a thread shows: the subject of its first mail, and when it began and went on last. */
export const describeThread = (tx: Tx, threadId: number) =>
  sql`update mail_threads t set subject = m.subject, first_at = m.first_at, last_at = m.last_at
    from (
      select (array_agg(subject order by received_at, message_id))[1] as subject, min(received_at) as first_at, max(received_at) as last_at
      from mail_in where thread_id = ${threadId}
    ) m where t.id = ${threadId} and m.first_at is not null`.execute(tx)
