import { listOf } from '#contract/lib/envelope.ts'
import { ORDER_SORTS } from '#contract/orders/list/order-columns.ts'
import { type ClientOrderSortKey, type OrderListRow, orderListRow, quoteListItem } from '#contract/orders/order-list.ts'
import { request } from '#web/lib/api/api.ts'
import { type Filters, type ListCall, listCall, NEWEST_FIRST } from '#web/lib/list/list-call.ts'

const ALL_ORDERS = 'request/booking/get_all'

/**
 * The list of orders: all, or those whose tracking code starts with the search, narrowed by filters. `more`
 * reads what further columns show too.
 */
export function ordersCall(filters: Filters = {}, more = false): ListCall<OrderListRow> {
  const call = listCall({
    key: ['orders'],
    path: ALL_ORDERS,
    row: orderListRow,
    sortKeys: ORDER_SORTS,
    filters,
    byDefault: NEWEST_FIRST,
  })
  const further = more ? { more: 'true' } : {}
  const ask = async (path: string, query: Filters, signal?: AbortSignal) =>
    request(listOf(orderListRow), path, { query: { ...query, ...further }, signal })
  const narrowed = Object.keys(filters).length > 0
  return {
    ...call,
    // They name the pages in the cache, and `query` has no such parameter: exports and selections take it.
    filters: { ...filters, ...further },
    rows: async (ids) => (await ask(ALL_ORDERS, { ids: ids.join(), page: 1, per_page: ids.length })).items,
    read: (state, signal) => {
      if (!state.search || narrowed) return ask(ALL_ORDERS, call.query(state), signal)
      return ask(
        'request/booking/search',
        { ...call.query({ ...state, search: '' }), tracking_code: state.search },
        signal,
      )
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
