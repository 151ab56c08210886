import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { FILES_NOTED } from './files-noted.ts'
import { clearTrailOf } from './trail.ts'

/** Mails in one transaction: each may have fifty files. */
const AT_ONCE = 100

/**
 * Removes some of the mails that came in from a client or about its orders, a condition on `m`, with their raw texts
 * and files. Documents that were filed from them belong to orders. Returns false if none was left.
 */
async function eraseMails(tx: Tx, userId: number, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ id: number; threadId: number }>`
    select m.id, m.thread_id from mail_in m where ${which} order by m.id limit ${sql.lit(AT_ONCE)} for update`.execute(
    tx,
  )
  if (rows.length === 0) return false
  const ids = sql`any(${rows.map(({ id }) => id)}::int[])`
  const threads = [...new Set(rows.map(({ threadId }) => threadId))]
  await clearTrailOf(
    tx,
    userId,
    'mailIn',
    rows.map(({ id }) => id),
  )
  await sql`delete from drafts where kind = 'reply' and record_id = ${ids}`.execute(tx)
  await sql`with gone as (delete from mail_in_files where mail_id = ${ids} and storage_key is not null returning storage_key) ${FILES_NOTED}`.execute(
    tx,
  )
  await sql`with deleted as (delete from mail_in where id = ${ids} returning raw_key),
    gone as (select raw_key as storage_key from deleted where raw_key <> '') ${FILES_NOTED}`.execute(tx)
  // Items name senders; those of mails that stay are made again.
  await sql`delete from attention where rule = 'client-mail' and subject = any(${threads}::text[])`.execute(tx)
  await sql`delete from mail_threads t where t.id = any(${threads}::int[]) and not exists (select from mail_in m where m.thread_id = t.id)`.execute(
    tx,
  )
  await sql`select refresh_client_mail(${threads}::int[])`.execute(tx)
  return true
}

/** Removes some of the mails from a client, or to it alone. Returns false if none was left. */
export const eraseSomeMails = (tx: Tx, userId: number): Promise<boolean> =>
  eraseMails(
    tx,
    userId,
    sql`(m.client_id = ${userId} or lower(m.from_address) = (select lower(email) from users where id = ${userId}))`,
  )

/** Removes the mails that are linked with these orders, also with others: they name them all. */
export async function eraseMailsOfOrders(tx: Tx, userId: number, orderIds: readonly number[]): Promise<void> {
  const which = sql`m.id in (select mail_id from mail_in_orders where order_id = any(${[...orderIds]}::int[]))`
  while (await eraseMails(tx, userId, which));
}
