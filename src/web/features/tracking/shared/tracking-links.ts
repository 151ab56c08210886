import { queryOptions } from '@tanstack/react-query'
import { nothing } from '#contract/lib/envelope.ts'
import { trackingReaders } from '#contract/tracking/tracking-links.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const path = (orderId: number) => `request/booking/${orderId}/tracking-links`

/** Readers of an order's tracking page. The key is below that of orders: each mail may add a link. */
export const trackingLinksQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'tracking-links', orderId],
    queryFn: ({ signal }) => request(trackingReaders, path(orderId), { signal }),
  })

/** Revokes a personal link to the tracking page. */
export const revokeTrackingLink = (orderId: number, linkId: number) =>
  request(nothing, `${path(orderId)}/${linkId}`, { method: 'DELETE' }).finally(() =>
    queryClient.invalidateQueries(trackingLinksQuery(orderId)),
  )
