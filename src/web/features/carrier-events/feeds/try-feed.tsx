import { type Feed, feeds, type TriedFeed } from '#contract/carrier-events/feeds.ts'
import { eventWords } from '#web/features/carrier-events/shared/event-words.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { TryDialog } from '#web/ui/dialog/try-dialog.tsx'
import { tryFeed } from './feed-calls.ts'

const heading = ({ events }: TriedFeed) => `It has ${events} ${events === 1 ? 'event' : 'events'}`

/** Asks a feed, and shows its first events; nothing is kept. */
export function TryFeed({ feed: { id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const { dateTime } = useDates()
  return (
    <TryDialog of={{ key: feeds.key, id, name }} ask={tryFeed} heading={heading} onClose={onClose}>
      {({ problem, sample }) => (
        <>
          {problem && <div>{problem}</div>}
          {sample.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <div key={place}>
              {eventWords(event)}, {dateTime(event.at)}
              {event.placeCode && `, ${event.placeCode}`}
              {event.container && `, ${event.container}`}
            </div>
          ))}
        </>
      )}
    </TryDialog>
  )
}
