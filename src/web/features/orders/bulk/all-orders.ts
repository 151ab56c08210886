import { MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { List } from '#web/lib/list/use-list.ts'
import type { Picked, PickedOrder } from '#web/model/bulk/picked.ts'

/** The selected orders in their order; all that match are read from the list. */
export const allOrders = async ({ all, orders }: Picked, list: List<OrderListItem>): Promise<PickedOrder[]> =>
  all ? listedOrders(list) : [...orders.values()]

/** Every order of a list, from all its pages. */
export async function listedOrders(list: List<OrderListItem>): Promise<PickedOrder[]> {
  const read: PickedOrder[] = []
  for (let page = 1; ; page += 1) {
    const answer = await list.read({ ...list.state, page, perPage: MAX_PER_PAGE })
    read.push(...answer.items)
    if (read.length >= answer.totalCount || answer.items.length === 0) return read
  }
}
