import { queryOptions } from '@tanstack/react-query'
import {
  CARRIER_EVENT_PATH,
  type CarrierEventPage,
  type CarrierEventRow,
  type CarrierEventState,
  carrierEventPage,
  carrierEventWhole,
} from '#contract/carrier-events/carrier-event-rows.ts'
import { refreshSailings } from '#web/features/sailings/shared/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { ListCall } from '#web/lib/list/list-call.ts'
import { listQuery } from '#web/lib/list/list-state.ts'

/** The key of all queries about events of carriers. */
export const CARRIER_EVENTS = ['carrier-events'] as const

/** Events in a state, page by page, those that came last first; with the counts of all states. */
export const eventsCall = (state: CarrierEventState | undefined) => {
  const query: ListCall<CarrierEventRow>['query'] = (list) => ({ ...listQuery(list, {}), state })
  return {
    key: CARRIER_EVENTS,
    filters: state === undefined ? {} : { state },
    byDefault: { column: 'receivedAt', descending: true },
    query,
    read: (list, signal): Promise<CarrierEventPage> =>
      request(carrierEventPage, CARRIER_EVENT_PATH, { query: query(list), signal }),
  } satisfies ListCall<CarrierEventRow>
}

const MOST_OF_SAILING = 200

/** The last events about a sailing. */
export const eventsOfSailing = (sailingId: number) =>
  queryOptions({
    queryKey: [...CARRIER_EVENTS, 'of', sailingId],
    queryFn: ({ signal }) =>
      request(carrierEventPage, `sailing/${sailingId}/carrier-events`, {
        query: { page: 1, per_page: MOST_OF_SAILING },
        signal,
      }),
  })

/** An event with what came, and the sailings that it is most likely about. */
export const eventQuery = (id: number) =>
  queryOptions({
    queryKey: [...CARRIER_EVENTS, 'one', id],
    queryFn: ({ signal }) => request(carrierEventWhole, `${CARRIER_EVENT_PATH}/${id}`, { signal }),
  })

type Decision =
  | { verb: 'apply' }
  | { verb: 'ignore'; reason: string }
  | { verb: 'match'; sailingId: number; containerId: number | null }

/** Decides about an event; everything that shows it, or what it wrote, is read again. */
export async function decide(id: number, { verb, ...body }: Decision): Promise<void> {
  await request(carrierEventWhole, `${CARRIER_EVENT_PATH}/${id}/${verb}`, { method: 'POST', body })
  await Promise.all([queryClient.invalidateQueries({ queryKey: CARRIER_EVENTS }), refreshSailings()])
}
