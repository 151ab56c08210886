import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { arrivals } from '#contract/arrivals/arrivals.ts'
import { type FreeTime, freeTimes, type freeTimesInput } from '#contract/free-time/free-times.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { ATTENTION } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

/** Whose clocks are shown: an order's, those of all cargo of a sailing, or those of a container of it. */
export type ClockOwner = { orderId: number } | { sailingId: number; containerId?: number }

const pathOf = (owner: ClockOwner) =>
  'orderId' in owner ? `request/booking/${owner.orderId}/free-times` : `${sailings.path}/${owner.sailingId}/free-times`

/** The clocks of an order or a sailing. The key is below theirs: what changes them changes this. */
export const clocksQuery = (owner: ClockOwner) =>
  queryOptions({
    queryKey:
      'orderId' in owner
        ? ['orders', 'free-times', owner.orderId]
        : [sailings.key, 'free-times', owner.sailingId, owner.containerId ?? null],
    queryFn: ({ signal }) =>
      request(freeTimes, pathOf(owner), {
        query: 'orderId' in owner ? {} : { containerId: owner.containerId },
        signal,
      }),
  })

/** Reads orders and sailings with their clocks again, the arrivals and the queue. */
const refresh = () =>
  Promise.all(
    [['orders'], [sailings.key], [arrivals.key], ATTENTION].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** Changes a clock: that of an LCL order through the order, any other through its container. Throws a 409 if somebody else has. */
export const changeClock = (
  { orderId, containerId }: Pick<FreeTime, 'orderId' | 'containerId'>,
  change: z.input<typeof freeTimesInput>['freeTimes'][number],
) =>
  request(
    freeTimes,
    containerId === null ? `request/booking/${orderId}/free-times` : `${containers.path}/${containerId}/free-times`,
    { method: 'PUT', body: { freeTimes: [change] } },
  ).finally(refresh)
