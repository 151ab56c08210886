import { OrderStatus } from '#contract/codes/order-codes.ts'
import { order } from '#contract/orders/orders.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { refreshQueue } from './shared/attention.ts'

async function setStatus(orderId: number, status: OrderStatus): Promise<void> {
  await request(order, `request/booking/edit/${orderId}`, { method: 'PUT', query: { notify: 0 }, body: { status } })
  await Promise.all([queryClient.invalidateQueries({ queryKey: ORDERS }), refreshQueue()])
}

/** Completes a delivered order without a mail; the toast takes it back. */
export function completeOrder(orderId: number): void {
  const undo = () => void setStatus(orderId, OrderStatus.IN_PROGRESS).catch(showError)
  void setStatus(orderId, OrderStatus.COMPLETED).then(
    () => showSuccess('The order is completed', { label: 'Undo', run: undo }),
    (error) => showError(error),
  )
}
