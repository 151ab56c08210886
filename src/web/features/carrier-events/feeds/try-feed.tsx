import { useQuery } from '@tanstack/react-query'
import { type Feed, feeds } from '#contract/carrier-events/feeds.ts'
import { eventWords } from '#web/features/carrier-events/shared/event-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { tryFeed } from './feed-calls.ts'

/** Asks a feed, and shows its first events; nothing is kept. */
export function TryFeed({ feed: { id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const { dateTime } = useDates()
  const query = useQuery({
    queryKey: [feeds.key, 'try', id],
    queryFn: ({ signal }) => tryFeed(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const fault = faultOf(query.error)
  const { data } = query
  return (
    <Dialog opened onClose={onClose} title={`Try ${name}`}>
      {fault && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {!data && !fault && <LoadingBlock height={70} />}
      {data && (
        <Notice
          warn={!data.ok}
          role={data.ok ? 'status' : 'alert'}
          title={data.ok ? `It has ${data.events} ${data.events === 1 ? 'event' : 'events'}` : 'It cannot be read'}
        >
          {data.problem && <div>{data.problem}</div>}
          {data.sample.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <div key={place}>
              {eventWords(event)}, {dateTime(event.at)}
              {event.placeCode && `, ${event.placeCode}`}
              {event.container && `, ${event.container}`}
            </div>
          ))}
        </Notice>
      )}
      <DialogButtons cancel="Close" onCancel={onClose} />
    </Dialog>
  )
}
