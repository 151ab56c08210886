import { TodayView } from '#web/features/attention/today-view.tsx'
import { useEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { loadSetEvent } from './load-set-event.ts'
import { OverQueue } from './over-queue/over-queue.tsx'
import { useOverQueue } from './over-queue/use-over-queue.ts'

const SetEventDrawer = lazyPart(loadSetEvent)

/** The queue, with what its actions open over it. */
export function TodayPage() {
  const event = useEventOver()
  const { act, taken, close } = useOverQueue()
  return (
    <>
      <TodayView act={act} />
      {taken && <OverQueue {...taken} onClose={close} />}
      <OnDemand opened={event !== undefined}>
        <SetEventDrawer orderId={event} />
      </OnDemand>
    </>
  )
}
