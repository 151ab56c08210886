import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { arrivals } from '#contract/arrivals/arrivals.ts'
import { release, type releaseInput } from '#contract/releases/releases.ts'
import { ATTENTION } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const path = (orderId: number) => `request/booking/${orderId}/release`

/** The release of an order. The key is below that of orders: what changes them changes this. */
export const releaseQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'release', orderId],
    queryFn: ({ signal }) => request(release, path(orderId), { signal }),
  })

/** Reads orders with their releases again, the arrivals and the queue. */
const refresh = () =>
  Promise.all([['orders'], [arrivals.key], ATTENTION].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Changes a release: what is absent stays. Throws a 409 if somebody else has changed it. */
export const changeRelease = (orderId: number, body: z.input<typeof releaseInput>) =>
  request(release, path(orderId), { method: 'PUT', body }).finally(refresh)

/** Releases an order; with a reason although something is missing. */
export const completeRelease = (orderId: number, reason?: string) =>
  request(release, `${path(orderId)}/complete`, {
    method: 'POST',
    body: reason === undefined ? {} : { reason },
  }).finally(refresh)
