import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useOrder } from '#web/features/orders/shared/use-order.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ArrivalDrawer } from './arrival-drawer.tsx'
import { Fact } from './fact.tsx'
import classes from './order.module.css'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { PapersDrawer } from './papers-drawer.tsx'

interface OrderViewProps {
  id: number
  /** The client's orders. */
  quotes: (head: OrderListItem) => ReactNode
  /** The content of the tabs 'Event status' and 'Shipment information'. */
  events: (head: OrderListItem) => ReactNode
  shipment: (order: Order | undefined) => ReactNode
  /** The queue's notices, below the facts. What follows waits for them: it would move from under the pointer. */
  notices: ReactNode
  noticesKnown: boolean
  /** The form that adds documents to the order. */
  upload: ReactNode
  /** The clocks and the release of the order. */
  arrival: ReactNode
  /** How many notes staff have written, as a button that leads to them. */
  notes: ReactNode
  /** Who else has the order open. */
  presence: ReactNode
  /** The dialog with the changes of the order. */
  changes: (onClose: () => void) => ReactNode
}

/** An order: its head at once when a list has loaded it, the rest once loaded. */
export function OrderView({ id, quotes, presence, changes, noticesKnown, ...rest }: OrderViewProps) {
  const { query, order, head } = useOrder(id)
  if (!head) return <Waiting />
  const fault = faultOf(query.error)
  const { notices, events, shipment, upload, arrival, notes } = rest
  return (
    <Page>
      <OrderHead head={head} order={order} quotes={quotes(head)} presence={presence} changes={changes} />
      {fault && order && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <OrderProgress head={head} order={order} />
      <OrderFacts
        head={head}
        order={order}
        papers={<PapersDrawer head={head} order={order} upload={upload} />}
        notes={<Fact label="Notes">{notes}</Fact>}
      />
      <ArrivalDrawer>{arrival}</ArrivalDrawer>
      {noticesKnown ? (
        <>
          {notices}
          <OrderTabs head={head} order={order} events={events(head)} shipment={shipment(order)} />
        </>
      ) : (
        <WaitingTabs />
      )}
    </Page>
  )
}

/** The rows of an order that is not known yet, as high as they will be. */
const Waiting = () => (
  <Page>
    <div className={classes.waiting} aria-hidden>
      <Skeleton h={34} w={480} />
      <Skeleton h={24} />
      <Skeleton h={62} />
    </div>
    <WaitingTabs />
  </Page>
)

const WaitingTabs = () => (
  <div className={classes.waiting} aria-hidden>
    <Skeleton h={34} w={420} />
    <Skeleton h={36} />
    <Skeleton h={220} />
  </div>
)
