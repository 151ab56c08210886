import { sql } from 'kysely'
import type { z } from 'zod'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { RESEND_PAUSE_SECONDS, type resendReply } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'

/**
 * Sends the booking request to the client again, at most once a minute. Returns when it was last sent, and
 * the mail if this call queued one. Throws 404.
 */
export async function resendRequest(
  tx: Tx,
  services: MailSettings,
  { orderId }: { orderId: number },
  actor: Actor,
): Promise<z.infer<typeof resendReply>> {
  const order = await tx
    .selectFrom('orders')
    .select([
      'resentAt',
      // The abs() is for a time in the future, stored before the clock was set back.
      sql<boolean>`abs(extract(epoch from now() - resent_at)) < ${RESEND_PAUSE_SECONDS}`.as('recent'),
    ])
    .where('id', '=', orderId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  if (order.recent && order.resentAt) return { sentAt: order.resentAt, mail: null }
  const { resentAt } = await tx
    .updateTable('orders')
    .set({ resentAt: sql`now()` })
    .where('id', '=', orderId)
    .returning('resentAt')
    .executeTakeFirstOrThrow()
  const mailId = await queueOrderMail(
    tx,
    services,
    { orderId, template: { purpose: MailPurpose.BOOKING_REQUEST } },
    actor,
  )
  await recordAudit(tx, actor, { action: 'order.resend', entity: 'orders', entityId: orderId })
  const mail = await tx.selectFrom('mails').select(['id', 'sendAt']).where('id', '=', mailId).executeTakeFirstOrThrow()
  return { sentAt: String(resentAt), mail }
}
