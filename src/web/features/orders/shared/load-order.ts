import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { trackingCodeOf } from '#contract/orders/tracking-code.ts'
import type { LoadingOrder } from '#web/features/sailings/shared/loading-order.ts'

/** Whether an order can be loaded on a sailing, or rolled to another one: until it has arrived. */
export const mayLoad = ({ status, bookingConfirmation }: Order): boolean =>
  status === OrderStatus.IN_PROGRESS && !bookingConfirmation?.portActualTimeOfArrivalAt

/** The order for the choice of a sailing. */
export const loadingOf = (order: Order): LoadingOrder => ({
  id: order.id,
  trackingCode: trackingCodeOf(order),
  cbm: order.shipmentVolume,
  from: order.sailing && { id: order.sailing.id, reference: order.sailing.reference },
})
