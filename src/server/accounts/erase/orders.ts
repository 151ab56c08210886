import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'
import { FILES_NOTED } from './files-noted.ts'
import { eraseMailsOfOrders } from './mail-in.ts'
import { clearTrailOf, keepOrderWords } from './trail.ts'

/** Orders in one transaction: each may have hundreds of rows. */
const AT_ONCE = 20

/** The text that replaces one that named the client. */
const ERASED = 'The client was erased'

const idsOf = async (tx: Tx, table: 'documents' | 'mails', orderIds: readonly number[]) =>
  (await tx.selectFrom(table).select('id').where('orderId', 'in', orderIds).execute()).map(({ id }) => id)

/**
 * Removes the client's words from rows that refer to these orders and stay: the trail, rows of runs and kept
 * quotes.
 */
async function clearAround(tx: Tx, userId: number, orderIds: readonly number[]): Promise<void> {
  await keepOrderWords(tx, userId, orderIds)
  await clearTrailOf(tx, userId, 'orders', orderIds)
  await clearTrailOf(tx, userId, 'confirmations', orderIds)
  await clearTrailOf(tx, userId, 'documents', await idsOf(tx, 'documents', orderIds))
  await clearTrailOf(tx, userId, 'mails', await idsOf(tx, 'mails', orderIds))
  const ids = sql`any(${[...orderIds]}::int[])`
  await sql`update run_items set input = without_texts(input), result = without_texts(result),
    reason = case when reason is not null then ${ERASED} end where order_id = ${ids}`.execute(tx)
  await sql`update quotes set client_id = null, inputs = without_texts(inputs) where order_id = ${ids}`.execute(tx)
  await sql`delete from drafts where kind = 'set-event' and record_id = ${ids}`.execute(tx)
  await sql`delete from recents where entity = 'orders' and entity_id = ${ids}`.execute(tx)
}

/**
 * Removes some of a client's booking requests with history, notes, documents and mails, and notes their
 * files. Returns false if none was left.
 */
export async function eraseSomeOrders(tx: Tx, userId: number): Promise<boolean> {
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute()
  if (orders.length === 0) return false
  const ids = orders.map(({ id }) => id)
  await clearAround(tx, userId, ids)
  await eraseMailsOfOrders(tx, userId, ids)
  // A mail about several orders names them all.
  await sql`delete from mails where order_id = any(${ids}::int[])
    or id in (select mail_id from mail_orders where order_id = any(${ids}::int[]))`.execute(tx)
  await sql`delete from mail_documents where document_id in (select id from documents where order_id = any(${ids}::int[]))`.execute(
    tx,
  )
  await sql`with gone as (delete from documents where order_id = any(${ids}::int[]) returning storage_key) ${FILES_NOTED}`.execute(
    tx,
  )
  await tx.deleteFrom('orders').where('id', 'in', ids).execute()
  return true
}
