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
  await recordAudit(tx, actor, { action: 'mail.cancel', entity: 'mails', entityId: id })
  return readMail(tx, id)
}
