import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { LoadingReply } from '#contract/sailings/loadings.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import { type LockedOrder, lockOrders } from './lock-sailing.ts'
import { sailingReads } from './read-sailings.ts'
import { cargoWarnings } from './warnings.ts'

type Item = LoadingReply['items'][number]

const NOT_FOUND = 'Order not found'
const ENDED = { [OrderStatus.CANCELLED]: 'This order is cancelled', [OrderStatus.COMPLETED]: 'This order is completed' }

/** Orders of a call, judged one by one: those that go on, and the result of each. */
export interface Judged {
  items: Item[]
  orders: LockedOrder[]
}

/** Why an order that is no longer in progress stays as it is; null for others. */
export const endedReason = ({ status }: LockedOrder): string | null =>
  status === OrderStatus.IN_PROGRESS ? null : ENDED[status]

/** Why cargo of an order cannot be handled on this sailing; null if it can. */
export const notAboard =
  ({ id, reference }: { id: number; reference: string }) =>
  ({ loading }: LockedOrder): string | null =>
    loading?.sailingId === id ? null : `Not on ${reference}`

/** The first reason why an order cannot be done; null if it can. */
export function firstReason(
  order: LockedOrder,
  reasons: readonly ((order: LockedOrder) => string | null)[],
): string | null {
  for (const reasonOf of reasons) {
    const reason = reasonOf(order)
    if (reason) return reason
  }
  return null
}

/** Locks the orders and asks why each cannot be done; a reason fails that order only. */
export async function judge(
  tx: Tx,
  orderIds: readonly number[],
  reasons: readonly ((order: LockedOrder) => string | null)[],
): Promise<Judged> {
  const found = await lockOrders(tx, orderIds)
  const orders: LockedOrder[] = []
  const items = orderIds.map((orderId): Item => {
    const order = found.get(orderId)
    if (!order) return { orderId, trackingCode: null, state: 'failed', reason: NOT_FOUND }
    const { trackingCode } = order
    const reason = firstReason(order, reasons)
    if (reason) return { orderId, trackingCode, state: 'failed', reason }
    orders.push(order)
    return { orderId, trackingCode, state: 'done', reason: null }
  })
  if (orders.length === 0) throw noneDone(items)
  return { items, orders }
}

/**
 * The error of a call that did nothing: 404 if there are no such orders, else 409 with the first reason and
 * all items.
 */
function noneDone(items: Item[]): AppError {
  const status = items.every(({ reason }) => reason === NOT_FOUND) ? 404 : 409
  return new AppError(status, items[0]?.reason ?? NOT_FOUND, { items })
}

/**
 * The answer of a call: the result of each order, and the sailing as it is now, with warnings about it and
 * about the orders.
 */
export async function replyOf(
  tx: Tx,
  sailingId: number,
  items: Item[],
  aboutOrders: LoadingReply['warnings'] = [],
): Promise<LoadingReply> {
  const sailing = await sailingReads(tx).find(tx, sailingId)
  return { items, warnings: [...cargoWarnings(sailing), ...aboutOrders], sailing }
}
