import type { Order } from '#contract/orders/orders.ts'
import { furthestMilestone } from '#contract/orders/progress.ts'

/** The furthest milestone of an order at an instant (ms), its receipt on a sailing included. */
export const furthestOf = (order: Order, now: number) =>
  furthestMilestone({ ...order, receivedAt: order.sailing?.receivedAt ?? null }, now)
