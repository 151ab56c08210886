import { queryOptions } from '@tanstack/react-query'
import { DELIVERY_PATH, type DeliveryCell, deliveryGrid } from '#contract/delivery/delivery.ts'
import { request } from '#web/lib/api/api.ts'

export const deliveryQuery = queryOptions({
  queryKey: [DELIVERY_PATH],
  queryFn: ({ signal }) => request(deliveryGrid, DELIVERY_PATH, { signal }),
  // Cells are edited over it: it is read anew when the screen opens, not while one types.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Saves the named cells only; one that someone else changed since is refused with 409 and the grid as it is. */
export const saveCells = (data: DeliveryCell[]) =>
  request(deliveryGrid, DELIVERY_PATH, { method: 'PATCH', body: { data } })
