import { MailKind } from '#contract/mail/mail-codes.ts'
import { CARGO_RECEIVED, NO_SUPPLIER_ADDRESS } from '#contract/runs/start-run.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import { canSend } from '#server/mail/mail-server.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { composeSupplierMail } from '#server/orders/mails/supplier-mail.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'

interface Plan {
  message: string
}

interface Done {
  mailId: number
}

/** Asks the supplier of each order, its shipper, for the cargo: one mail per order. */
export const ASK_SUPPLIERS: Bulk = bulkKind<'ask-suppliers', Plan, Done>('ask-suppliers', {
  needs: ABOUT_ORDERS,
  skipsCancelled: true,
  plan: async (_, { message }) => ({ title: 'Cargo', plan: { message } }),
  isThere: (_, { receivedAt }) => (receivedAt === null ? null : CARGO_RECEIVED),
  cannot: (_, { emailShipper }) => (emailShipper === '' ? NO_SUPPLIER_ADDRESS : null),
  address: ({ emailShipper }) => emailShipper,
  write: ({ config: { timeZone } }, { message }, { db, orderId }) =>
    composeSupplierMail(db, { orderId, message, timeZone }),
  async apply(tx, services, { plan: { message }, order: { id: orderId, userId } }, actor) {
    const { timeZone, mailHoldSeconds: holdSeconds } = services.config
    const [{ rendered, to }, configured] = await Promise.all([
      composeSupplierMail(tx, { orderId, message, timeZone }),
      canSend(tx, services),
    ])
    const { runId } = services
    const mail = { ...rendered, kind: MailKind.CARGO_ASKED, to, copies: true, orderId, userId, runId }
    const mailId = await queueMail(tx, { ...mail, createdBy: actor.userId }, { configured, holdSeconds })
    const after = { askedOf: to.address }
    const event = { action: 'order.ask-supplier', entity: 'orders', entityId: orderId, after }
    await recordAudit(tx, actor, event, Object.keys(after))
    return { mailId }
  },
  // The run has cancelled the mail, and nothing else was changed.
  undo: async () => null,
})
