import { listOf } from '#contract/lib/envelope.ts'
import {
  type ClientOrderSortKey,
  ORDER_SORTS,
  type OrderListItem,
  orderListItem,
  quoteListItem,
} from '#contract/orders/order-list.ts'
import { request } from '#web/lib/api/api.ts'
import { type Filters, type ListCall, listCall, NEWEST_FIRST } from '#web/lib/list/list-call.ts'

const ALL_ORDERS = 'request/booking/get_all'

/** The list of orders: all, or those whose tracking code starts with the search, narrowed by filters. */
export function ordersCall(filters: Filters = {}): ListCall<OrderListItem> {
  const call = listCall({
    key: ['orders'],
    path: ALL_ORDERS,
    row: orderListItem,
    sortKeys: ORDER_SORTS,
    filters,
    byDefault: NEWEST_FIRST,
  })
  const rows = async (ids: readonly number[]) => {
    const query = { ids: ids.join(), page: 1, per_page: ids.length }
    return (await request(listOf(orderListItem), ALL_ORDERS, { query })).items
  }
  if (Object.keys(filters).length > 0) return { ...call, rows }
  return {
    ...call,
    rows,
    read: (state, signal) => {
      if (!state.search) return call.read(state, signal)
      const query = { ...call.query({ ...state, search: '' }), tracking_code: state.search }
      return request(listOf(orderListItem), 'request/booking/search', { query, signal })
    },
  }
}

/** Sort keys of the quotes table, by column. */
const QUOTE_SORTS: Record<string, ClientOrderSortKey> = {
  id: 'id',
  date: 'created',
  number: 'tracking_code',
  supplier: 'companyNameShipper',
  volume: 'shipment_volume',
  fba: 'shipmentId',
  status: 'status',
}

/** All orders of a client. */
export const quotesCall = (userId: number) =>
  listCall({
    key: ['orders', 'quotes', String(userId)],
    path: `request/booking/get/user/${userId}`,
    row: quoteListItem,
    sortKeys: QUOTE_SORTS,
  })
