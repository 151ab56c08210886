import { queryOptions } from '@tanstack/react-query'
import { DELIVERY_PATH, type DeliveryCell, deliveryGrid } from '#contract/reference/delivery/delivery.ts'
import { request } from '#web/lib/api/api.ts'

export const deliveryQuery = queryOptions({
  queryKey: [DELIVERY_PATH],
  queryFn: ({ signal }) => request(deliveryGrid, DELIVERY_PATH, { signal }),
  // The grid is read when the screen opens, not while someone types.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Saves the given cells. One that changed meanwhile is refused with 409 and the current grid. */
export const saveCells = (data: DeliveryCell[]) =>
  request(deliveryGrid, DELIVERY_PATH, { method: 'PATCH', body: { data } })
