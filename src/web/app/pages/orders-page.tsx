import { OrdersList } from '#web/features/orders/list/orders-list.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { OnDemand } from '#web/ui/page/on-demand.tsx'
import { loadSetEvent } from './load-set-event.ts'

const SetEventDrawer = lazyPart(loadSetEvent)

/** The orders list, with set-event over it. */
export function OrdersPage() {
  return (
    <OrdersList
      drawer={(orderId, next) => (
        <OnDemand opened={orderId !== undefined}>
          <SetEventDrawer orderId={orderId} next={next} />
        </OnDemand>
      )}
    />
  )
}
