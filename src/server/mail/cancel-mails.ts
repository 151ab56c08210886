import { sql } from 'kysely'
import { MailState } from '#contract/codes/mail-state.ts'
import type { Tx } from '#server/db/client.ts'
import { CLIENT_DELETED } from './outbox.ts'

/**
 * Locks the deliveries of a mail until the transaction ends, so that none is sent meanwhile. Returns when the
 * first of them, the client's or a copy, was handed to the mail server; null if none was.
 */
export async function lockDeliveries(tx: Tx, mailId: number): Promise<string | null> {
  const rows = await tx
    .selectFrom('mailDeliveries')
    .select(['state', 'sentAt', 'updatedAt'])
    .where('mailId', '=', mailId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const left = rows.flatMap(({ state, sentAt, updatedAt }) => {
    if (state === MailState.SENDING) return [updatedAt]
    return state === MailState.SENT && sentAt ? [sentAt] : []
  })
  return left.sort()[0] ?? null
}

/** Cancels the waiting deliveries of a mail. Returns how many. */
export async function cancelDeliveries(tx: Tx, mailId: number, reason: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mailDeliveries')
    .set({ state: MailState.CANCELLED, reason, nextAttemptAt: null, updatedAt: sql`now()` })
    .where('mailId', '=', mailId)
    .where('state', '=', MailState.QUEUED)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Cancels the queued mails to a client and about its orders. Returns how many. */
export async function cancelClientMails(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql`
    update mail_deliveries d
    set state = ${MailState.CANCELLED}, reason = ${CLIENT_DELETED}, next_attempt_at = null, updated_at = now()
    from mails m left join orders o on o.id = m.order_id
    where m.id = d.mail_id and d.state = ${MailState.QUEUED} and (o.user_id = ${userId} or m.user_id = ${userId})
    returning d.id`.execute(tx)
  return rows.length
}
