import { type OrderStatus, STATUS_LABELS } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { type Bulk, bulkKind } from '#server/bulk/bulk-kind.ts'
import { editOrder } from '#server/orders/edit-order.ts'
import { composeMail } from '#server/orders/mails/order-mail.ts'
import { ABOUT_ORDERS } from '#server/runs/run-needs.ts'

interface Plan {
  status: OrderStatus
  notify: boolean
}

interface Done {
  from: number
}

/** Gives each order a status, with the mail 'Order changed' if asked for. */
export const STATUS: Bulk = bulkKind<'status', Plan, Done>('status', {
  needs: ABOUT_ORDERS,
  skipsCancelled: false,
  plan: async (_, plan) => ({ title: STATUS_LABELS[plan.status], plan }),
  isThere: ({ status }, order) => (order.status === status ? `The status is ${STATUS_LABELS[status]} already` : null),
  template: ({ notify }) => (notify ? { purpose: MailPurpose.ORDER_CHANGED } : null),
  compose: (services, { found, template }, { status }) =>
    composeMail(services, { template, found: { ...found, order: { ...found.order, status } } }),
  async apply(tx, services, { plan: { status, notify }, order }, actor) {
    const edit = { orderId: order.id, body: { status }, notify: notify && order.email !== '' }
    await editOrder(tx, services, edit, actor)
    return { from: order.status }
  },
  async undo(tx, services, { order, done }, actor) {
    await editOrder(tx, services, { orderId: order.id, body: { status: done.from }, notify: false }, actor)
    return null
  },
})
