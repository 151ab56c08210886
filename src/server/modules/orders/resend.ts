import { sql } from 'kysely'
import { RESEND_PAUSE_SECONDS } from '#contract/orders/orders.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { queueOrderMail } from '#server/mail/order-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'

/** Sends the booking request to the client again, at most once a minute; answers when the last one went. Throws 404. */
export async function resendRequest(services: Services, orderId: number, actor: Actor): Promise<{ sentAt: string }> {
  return services.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select([
        'resentAt',
        // A time to come is of a clock that was set back since.
        sql<boolean>`abs(extract(epoch from now() - resent_at)) < ${RESEND_PAUSE_SECONDS}`.as('recent'),
      ])
      .where('id', '=', orderId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    if (order.recent && order.resentAt) return { sentAt: order.resentAt }
    const { resentAt } = await tx
      .updateTable('orders')
      .set({ resentAt: sql`now()` })
      .where('id', '=', orderId)
      .returning('resentAt')
      .executeTakeFirstOrThrow()
    await queueOrderMail(tx, services, {
      orderId,
      kind: 'booking-request',
      template: { purpose: 'booking-request' },
      createdBy: actor.userId,
    })
    await recordAudit(tx, actor, { action: 'order.resend', entity: 'orders', entityId: orderId })
    return { sentAt: String(resentAt) }
  })
}
