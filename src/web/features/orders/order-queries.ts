import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listOf, type Page } from '#contract/lib/envelope.ts'
import { type OrderListItem, type OrderSortKey, order, orderListItem } from '#contract/orders.ts'
import type { ColumnName } from '#contract/session.ts'
import { request } from '#web/lib/api.ts'
import { type ListState, listQuery } from '#web/lib/list-state.ts'

/** What each sortable column of the list is sorted by on the server; ID sorts by created, as Date does. */
export const ORDER_SORTS: Partial<Record<ColumnName, OrderSortKey>> = {
  id: 'created',
  date: 'created',
  user: 'username',
  company: 'companyName',
  volume: 'shipment_volume',
  status: 'status',
  lastUpdate: 'event_data_update',
}

const orderPage = listOf(orderListItem)

/** A page of all orders or, with a search, of those whose tracking code begins with it. */
export const ordersQuery = (state: ListState) =>
  queryOptions({
    queryKey: ['orders', 'list', state],
    queryFn: ({ signal }) => {
      const query = listQuery(state, ORDER_SORTS)
      return state.search
        ? request(orderPage, 'request/booking/search', { query: { ...query, tracking_code: state.search }, signal })
        : request(orderPage, 'request/booking/get_all', { query, signal })
    },
    placeholderData: keepPreviousData,
  })

/** One whole order. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => request(order, `request/booking/get/${id}`, { signal }),
  })

/** What a list already knew of an order, so that its page opens at once. */
export function findSeenOrder(client: QueryClient, id: number): OrderListItem | undefined {
  for (const [, page] of client.getQueriesData<Page<OrderListItem>>({ queryKey: ['orders', 'list'] })) {
    const row = page?.items.find((each) => each.id === id)
    if (row) return row
  }
  return undefined
}
