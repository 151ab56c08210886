import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { OrderChips } from '#web/features/attention/shared/order-chips.tsx'
import { OrdersList } from '#web/features/orders/list/orders-list.tsx'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import { loadSetEvent } from './load-set-event.ts'
import { startsToday } from './to-start-page.ts'

const SetEventDrawer = lazyPart(loadSetEvent)

const BulkBar = lazyPart(() => import('#web/features/orders/bulk/bulk-bar.tsx').then((part) => part.BulkBar))

/** The orders list, with set-event over it, bulk actions below it and the queue's notices above it. */
export function OrdersPage() {
  return (
    <OrdersList
      chips={<OrderChips />}
      bar={(of) => <BulkBar {...of} />}
      drawer={(orderId, next) => (
        <OnDemand opened={orderId !== undefined}>
          <SetEventDrawer orderId={orderId} next={next} />
        </OnDemand>
      )}
    />
  )
}

/** The page at '/': the orders, or Today for a person who begins with it, once it is known who that is. */
export function StartPage() {
  const search = useSearch({ strict: false })
  // The state is set once: choosing another start page takes nobody away from their work.
  const [today] = useState(() => startsToday(search))
  return today ? <Navigate to="/today" replace /> : <OrdersPage />
}
