import { sql } from 'kysely'
import { MailKind } from '#contract/mail/mail-codes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { cancelDeliveries, lockDeliveries } from './cancel-mails.ts'
import { type MailSettings, mailHasLeft } from './mail-site.ts'
import { CANCELLED_BY_STAFF } from './outbox.ts'
import { readMail } from './read-mails.ts'

/** The refusal to cancel a notice: nobody may keep an account's owner from reading of a change. */
const NOT_CANCELLED = 'A notice to the owner of an account cannot be cancelled.'

/**
 * Forgets a cancelled resend: the request can be sent again at once. Both times were stored in one
 * transaction.
 */
const forgetResend = (tx: Tx, orderId: number, createdAt: string) =>
  tx.updateTable('orders').set({ resentAt: null }).where('id', '=', orderId).where('resentAt', '=', createdAt).execute()

/**
 * Takes an offer back whose mail did not leave: it is a draft again, its link leads nowhere, and the offer that it
 * replaced is what it was. A follow-up that did not leave does not count.
 */
export async function unsendOffer(tx: Tx, mailId: number): Promise<void> {
  const links = await tx
    .updateTable('offerLinks')
    .set({ revokedAt: sql`now()` })
    .where('mailId', '=', mailId)
    .returning('offerId')
    .execute()
  const { rows } = await sql<{ replacesId: number | null }>`
    update offers set state = 'draft', mail_id = null, document_id = null, follow_up_at = null, updated_at = next_version(updated_at)
    where mail_id = ${mailId} and state = 'sent' returning replaces_id`.execute(tx)
  const [unsent] = rows
  if (unsent)
    await sql`
      update offers set state = state_before, updated_at = next_version(updated_at)
      where id = ${unsent.replacesId} and state = 'replaced' and state_before is not null`.execute(tx)
  else
    await sql`
      update offers set follow_ups = greatest(follow_ups - 1, 0), updated_at = next_version(updated_at)
      where id = any(${links.map(({ offerId }) => offerId)}::int[]) and mail_id is distinct from ${mailId}`.execute(tx)
}

/**
 * Cancels a waiting mail to all its recipients. Returns the mail. Throws 404; 409 once it was sent to anyone,
 * if no delivery is waiting, or if it is a notice.
 */
export async function cancelMail(tx: Tx, { config }: MailSettings, { id }: { id: number }, actor: Actor) {
  const { kind, orderId, createdAt } = await readMail(tx, id)
  if (kind === MailKind.ACCOUNT_NOTICE) throw new AppError(409, NOT_CANCELLED)
  const leftAt = await lockDeliveries(tx, id)
  if (leftAt) throw mailHasLeft(leftAt, config.timeZone)
  const cancelled = await cancelDeliveries(tx, id, CANCELLED_BY_STAFF)
  if (cancelled === 0) throw new AppError(409, 'No delivery of this mail is waiting.')
  if (kind === MailKind.BOOKING_REQUEST && orderId !== null) await forgetResend(tx, orderId, createdAt)
  if (kind === MailKind.REPLY) await sql`select take_answer_back(${id})`.execute(tx)
  if (kind === MailKind.OFFER || kind === MailKind.OFFER_FOLLOW_UP) await unsendOffer(tx, id)
  await recordAudit(tx, actor, { action: 'mail.cancel', entity: 'mails', entityId: id })
  return readMail(tx, id)
}
