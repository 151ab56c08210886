import { Checkbox } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { carriedValue, showCarried } from '#contract/orders/carried.ts'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'
import { request } from '#web/lib/api/api.ts'

interface Upcoming {
  orderId: number
  eventId: number
  /** Unix seconds as text; null while that is not a date. */
  date: string | null
}

/** The values that the event would also set. The key is that of orders: whatever changes one reads it again. */
const carriesQuery = ({ orderId, eventId, date }: Upcoming) =>
  queryOptions({
    queryKey: ['orders', 'carries', orderId, eventId, date],
    queryFn: ({ signal }) =>
      request(z.array(carriedValue), `request/booking/${orderId}/carries`, {
        query: { eventId, date: date ?? '' },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: date !== null && eventId > 0,
    gcTime: 60_000,
  })

interface AlsoSetsProps {
  upcoming: Upcoming
  timeZone: string
  /** Whether the event can complete the order, and whether it will. */
  completes: boolean
  complete: boolean
  onComplete: (complete: boolean) => void
}

/** What goes with the event: 'Also sets: Actual time of departure Nov 24 2026', and completing the order. */
export function AlsoSets({ upcoming, timeZone, completes, complete, onComplete }: AlsoSetsProps) {
  const { data = [] } = useQuery(carriesQuery(upcoming))
  return (
    <div className={classes.alsoSets}>
      <div role="status">
        {data.length > 0 && `Also sets: ${data.map((value) => showCarried(value, timeZone)).join(', ')}`}
      </div>
      {completes && (
        <Checkbox
          label="and complete the order"
          checked={complete}
          onChange={({ currentTarget }) => onComplete(currentTarget.checked)}
        />
      )}
    </div>
  )
}
