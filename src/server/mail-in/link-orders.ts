import { sql } from 'kysely'
import type { MatchedBy } from '#contract/mail-in/mail-in-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Earlier, takenOver } from './match-mail.ts'

/**
 * Links a mail with orders, and says by what. Links by hand stay as they are; the client is that of its orders, if
 * they are of one.
 */
export async function linkOrders(
  tx: Tx,
  mailId: number,
  {
    matched,
    verified,
    orderIds,
    sailingId,
  }: { matched: MatchedBy; verified: boolean; orderIds: readonly number[]; sailingId: number | null },
): Promise<void> {
  await sql`insert into mail_in_orders (mail_id, order_id, how) select ${mailId}, id, ${matched} from unnest(${[...orderIds]}::int[]) id
    on conflict (mail_id, order_id) do update set how = 'hand' where excluded.how = 'hand'`.execute(tx)
  await sql`update mail_in set matched = ${matched}, verified = ${verified}, sailing_id = coalesce(${sailingId}::int, sailing_id),
      client_id = coalesce(${clientOfOrders(mailId)}, client_id), updated_at = next_version(updated_at)
    where id = ${mailId}`.execute(tx)
}

/** SQL: the client of all orders of a mail; null for several, or none. */
const clientOfOrders = (mailId: number) => sql`(
  select case when count(distinct o.user_id) = 1 then min(o.user_id) end
  from mail_in_orders l join orders o on o.id = l.order_id where l.mail_id = ${mailId})`

interface Follower extends Omit<Earlier, 'orderIds' | 'verified'> {
  believed: boolean
}

/**
 * Gives the orders of a mail to the unmatched mails that name it, and theirs to those that name them: whichever came
 * first. `believed` is kept with each mail.
 */
export async function passOrdersOn(tx: Tx, mailId: number): Promise<void> {
  const waiting = [mailId]
  const done = new Set<number>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (done.has(id)) continue
    done.add(id)
    const { rows } = await sql<Earlier>`
      select m.id, m.message_id, m.from_address, m.verified, m.sailing_id, array(
        select o.id from mail_in_orders l join orders o on o.id = l.order_id and o.deleted_at is null
        where l.mail_id = m.id order by o.id) as order_ids
      from mail_in m where m.id = ${id} and m.matched is not null and m.deleted_at is null`.execute(tx)
    const [earlier] = rows
    if (!earlier || earlier.orderIds.length === 0) continue
    for (const follower of await followersOf(tx, earlier)) {
      const match = takenOver(earlier, follower)
      await linkOrders(tx, follower.id, { ...match, matched: 'reference' })
      waiting.push(follower.id)
    }
  }
}

/** The unmatched mails of the same thread that name a mail. */
const followersOf = async (tx: Tx, { id, messageId }: Earlier): Promise<Follower[]> =>
  (
    await sql<Follower>`
      select m.id, m.message_id, m.from_address, m.sailing_id, m.believed
      from mail_in m
      where m.thread_id = (select thread_id from mail_in where id = ${id}) and m.id <> ${id} and m.matched is null
        and m.deleted_at is null and m.automatic is distinct from 'own'
        and (m.in_reply_to = ${messageId} or ${messageId} = any(m.refs))
      order by m.id for update`.execute(tx)
  ).rows
