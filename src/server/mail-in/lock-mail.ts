import { sql } from 'kysely'
import { CLAIM_HOURS } from '#contract/mail-in/mail-in.ts'
import type { Automatic, MailInState, MatchedBy } from '#contract/mail-in/mail-in-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, notFound } from '#server/errors.ts'

/** A mail as it is stored, locked until the transaction ends. */
export interface LockedMail {
  id: number
  messageId: string
  inReplyTo: string | null
  refs: string[]
  fromAddress: string
  subject: string
  automatic: Automatic | null
  matched: MatchedBy | null
  verified: boolean
  threadId: number
  orderId: number | null
  clientId: number | null
  state: MailInState
  claimedAt: string | null
  snoozedUntil: string | null
  /** Who has a claim that holds; null for nobody. */
  claimedBy: number | null
  claimant: string | null
  /** The live orders that it is linked with, by their ids. */
  orderIds: number[]
}

/** Locks a mail until the transaction ends, and reads it. Throws 404. */
export async function lockMail(tx: Tx, id: number): Promise<LockedMail> {
  const { rows } = await sql<LockedMail>`
    with mail as (select * from mail_in where id = ${id} and deleted_at is null for update)
    select m.id, m.message_id, m.in_reply_to, m.refs, m.from_address, m.subject, m.automatic, m.matched, m.verified, m.thread_id,
      m.order_id, m.client_id, m.state, m.snoozed_until,
      case when held then m.claimed_at end as claimed_at, case when held then m.claimed_by end as claimed_by,
      case when held then (select u.username from users u where u.id = m.claimed_by) end as claimant,
      array(select o.id from mail_in_orders l join orders o on o.id = l.order_id and o.deleted_at is null
        where l.mail_id = m.id order by o.id) as order_ids
    from mail m, lateral (
      select m.claimed_at > now() - make_interval(hours => ${sql.lit(CLAIM_HOURS)}) is true as held
    ) claim`.execute(tx)
  const [mail] = rows
  if (!mail) throw notFound('Mail')
  return mail
}

/** Throws 409 while somebody else has claimed the mail. */
export function requireFree({ claimedBy, claimant }: LockedMail, userId: number | null): void {
  if (claimedBy !== null && claimedBy !== userId) throw new AppError(409, `${claimant} is working on this mail.`)
}
