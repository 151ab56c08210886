import { sql } from 'kysely'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { noSuch } from '#contract/lib/messages.ts'
import type { LinkMailInput, MailIn } from '#contract/mail-in/mail-in.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { auditMail, tellOfMail, writeMail } from './change-mail.ts'
import { linkOrders, passOrdersOn } from './link-orders.ts'
import { lockMail } from './lock-mail.ts'
import { readMailIn } from './read-mail-in.ts'

const ONE_OF_TWO = 'Choose orders or a sailing, not both'
const NEITHER = 'Choose orders or a sailing'

/** The live orders of these ids. Throws 400 at each other. */
async function existing(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  const live = new Set(rows.map(({ id }) => id))
  const errors: FieldErrors = {}
  for (const [at, id] of ids.entries()) if (!live.has(id)) errors[`orderIds.${at}`] = noSuch('order')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return [...live].sort((a, b) => a - b)
}

/** All live orders aboard a sailing. Throws 400. */
async function aboard(tx: Tx, sailingId: number): Promise<number[]> {
  const sailing = await tx.selectFrom('sailings').select('id').where('id', '=', sailingId).executeTakeFirst()
  if (!sailing) throw invalid({ sailingId: noSuch('sailing') })
  const { rows } = await sql<{ id: number }>`
    select o.id from loadings l join orders o on o.id = l.order_id and o.deleted_at is null
    where l.sailing_id = ${sailingId} order by o.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Links a mail with orders, or with all orders aboard a sailing. What is linked stays, and the mail counts as
 * verified; mails that answer it take over its orders. Throws 404, 400.
 */
export async function linkMail(
  tx: Tx,
  _: unknown,
  { id, orderIds, sailingId }: LinkMailInput & { id: number },
  actor: Actor,
): Promise<MailIn> {
  const mail = await lockMail(tx, id)
  if (orderIds !== undefined && sailingId !== undefined) throw invalid({ sailingId: ONE_OF_TWO })
  if (orderIds === undefined && sailingId === undefined) throw invalid({ orderIds: NEITHER })
  const linked = orderIds === undefined ? await aboard(tx, sailingId ?? 0) : await existing(tx, orderIds)
  await linkOrders(tx, id, { matched: 'hand', verified: true, orderIds: linked, sailingId: sailingId ?? null })
  await passOrdersOn(tx, id)
  const after = {
    orders: [...new Set([...mail.orderIds, ...linked])].sort((a, b) => a - b),
    sailingId: sailingId ?? null,
  }
  await auditMail(tx, actor, id, 'link', { before: { orders: mail.orderIds }, after })
  for (const orderId of linked) await tellOfMail(tx, actor, { id, orderId }, 'link')
  return readMailIn(tx, id)
}

/** Takes orders off a mail; without any left it is unmatched. Throws 404. */
export async function unlinkMail(
  tx: Tx,
  _: unknown,
  { id, orderIds }: { id: number; orderIds?: number[] | undefined },
  actor: Actor,
): Promise<MailIn> {
  const mail = await lockMail(tx, id)
  const gone = orderIds === undefined ? sql`true` : sql`order_id = any(${orderIds}::int[])`
  await sql`delete from mail_in_orders where mail_id = ${id} and ${gone}`.execute(tx)
  const { rows } = await sql<{
    id: number
  }>`select order_id as id from mail_in_orders where mail_id = ${id} order by 1`.execute(tx)
  if (rows.length === 0)
    // Without its orders, the client is the sender again.
    await writeMail(
      tx,
      id,
      sql`matched = null, verified = false, sailing_id = null, client_id = case when one_sender then (
        select u.id from users u where lower(u.email) = lower(from_address) and u.role = array['ROLE_USER'] and u.deleted_at is null) end`,
    )
  else await writeMail(tx, id, sql`matched = matched`)
  await auditMail(tx, actor, id, 'unlink', {
    before: { orders: mail.orderIds },
    after: { orders: rows.map((row) => row.id) },
  })
  for (const orderId of mail.orderIds) await tellOfMail(tx, actor, { id, orderId }, 'unlink')
  return readMailIn(tx, id)
}
