import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { hasReached } from '#contract/orders/progress.ts'
import { trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { furthestOf } from '#web/features/orders/shared/furthest-of.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** An order for which a sailing is chosen. */
export interface LoadingOrder {
  id: number
  trackingCode: string
  /** The sailing that it is rolled from; null to load it. */
  from: { id: number; reference: string } | null
}

/** The order for which the dialog is open; null while it is closed. */
export const loadingOrder = createStore<LoadingOrder | null>(null)

/** Whether an order can be loaded on a sailing, until it has departed, or rolled to another one, until it has arrived. */
export const mayLoad = (order: Order): boolean =>
  order.status === OrderStatus.IN_PROGRESS &&
  !hasReached(furthestOf(order, Date.now()), order.sailing ? 'arrived' : 'departed')

/** The order for the choice of a sailing. */
export const loadingOf = (order: Order): LoadingOrder => ({
  id: order.id,
  trackingCode: trackingCodeOf(order),
  from: order.sailing && { id: order.sailing.id, reference: order.sailing.reference },
})
