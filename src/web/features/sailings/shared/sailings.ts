import { queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE, type Page } from '#contract/lib/envelope.ts'
import { containers } from '#contract/sailings/containers.ts'
import { SAILING_LABELS } from '#contract/sailings/sailing-codes.ts'
import { type Sailing, sailings } from '#contract/sailings/sailings.ts'
import { ORDERS } from '#web/features/orders/shared/orders.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { createStore } from '#web/lib/browser/store.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

/** The key of all queries about sailings. */
export const SAILINGS = [sailings.key] as const

/** One sailing with its containers and how full they are. */
export const sailingQuery = (id: number) => resourceQueries(sailings).get(id)

/** A sailing's row from a loaded list, so that its page opens at once. */
export const findSeenSailing = (id: number): Sailing | undefined =>
  queryClient
    .getQueriesData<Page<Sailing>>({ queryKey: [...SAILINGS, 'list'] })
    .flatMap(([, page]) => page?.items ?? [])
    .find((row) => row.id === id)

/** Containers of a sailing, or an FCL order's own, with all their fields. */
export const containersQuery = (of: { sailingId: number } | { orderId: number }) =>
  queryOptions({
    queryKey: [containers.key, 'of', of],
    queryFn: async ({ signal }) =>
      (
        await request(listOf(containers.row), `${containers.path}/get_all`, {
          query: { ...of, page: 1, per_page: MAX_PER_PAGE },
          signal,
        })
      ).items,
  })

/** Reads sailings, containers and orders again: each shows what the others carry. */
export const refreshSailings = () =>
  Promise.all([SAILINGS, [containers.key], ORDERS].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** A doubt about a sailing with the field that it is about: 'Cargo cut-off: This is after the departure'. */
export const warningWords = ({ field, message }: NonNullable<Sailing['warnings']>[number]): string => {
  const label = Object.entries(SAILING_LABELS).find(([key]) => key === field)?.[1]
  return label ? `${label}: ${message}` : message
}

/** Fields to check after the last save of a sailing; its page shows them until they are dismissed. */
export const savedDoubts = createStore<{
  id: number
  warnings: readonly string[]
  similar: readonly { id: number; reference: string }[]
} | null>(null)
