import { listOf } from '#contract/lib/envelope.ts'
import {
  type ClientOrderSortKey,
  type OrderListItem,
  type OrderSortKey,
  orderListItem,
  quoteListItem,
} from '#contract/orders/order-list.ts'
import type { ColumnName } from '#contract/session/session.ts'
import { request } from '#web/lib/api/api.ts'
import { type ListCall, listCall } from '#web/lib/list/list-call.ts'

/** The server's sort key of each sortable column; ID sorts by created, as Date does. */
export const ORDER_SORTS: Partial<Record<ColumnName, OrderSortKey>> = {
  id: 'created',
  date: 'created',
  user: 'username',
  company: 'companyName',
  volume: 'shipment_volume',
  status: 'status',
  lastUpdate: 'event_data_update',
}

const allOrders = listCall({
  key: ['orders'],
  path: 'request/booking/get_all',
  row: orderListItem,
  sortKeys: ORDER_SORTS,
})

/** All orders, or those whose tracking code starts with the search. */
export const ordersCall: ListCall<OrderListItem> = {
  ...allOrders,
  read: (state, signal) => {
    if (!state.search) return allOrders.read(state, signal)
    const query = { ...allOrders.query({ ...state, search: '' }), tracking_code: state.search }
    return request(listOf(orderListItem), 'request/booking/search', { query, signal })
  },
}

/** The server's sort key of each column of the quotes table. */
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
