import { queryOptions } from '@tanstack/react-query'
import { documentExchange } from '#contract/orders/orders.ts'
import { request } from '#web/lib/api/api.ts'

/** The documents of an order by source. */
export const documentsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'documents', orderId],
    queryFn: ({ signal }) => request(documentExchange, `request/booking/${orderId}/document_exchange`, { signal }),
  })
