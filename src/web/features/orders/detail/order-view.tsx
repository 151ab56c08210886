import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useOrder } from '#web/features/orders/shared/use-order.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHeader } from './order-header.tsx'
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
  /** The queue's notices, at the top. The rest waits for them: it would move from under the pointer. */
  notices: ReactNode
  noticesKnown: boolean
  /** The form that adds documents to the order. */
  upload: ReactNode
  /** The notes of staff to each other. */
  notes: ReactNode
  /** Tools beside the tracking code. */
  tools: ReactNode
}

/** An order: its header at once when a list has loaded it, the rest once loaded. */
export function OrderView({ id, quotes, tools, noticesKnown, ...rest }: OrderViewProps) {
  const { query, order, head } = useOrder(id)
  if (!head) return <Waiting />
  const fault = faultOf(query.error)
  return (
    <Page>
      <OrderHeader head={head} order={order} quotes={quotes(head)} tools={tools} />
      {fault && order && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {noticesKnown ? <Below {...rest} head={head} order={order} /> : <WaitingBelow />}
    </Page>
  )
}

interface BelowProps extends Pick<OrderViewProps, 'events' | 'shipment' | 'notices' | 'upload' | 'notes'> {
  head: OrderListItem
  order: Order | undefined
}

/** The page below an order's header. */
function Below({ head, order, events, shipment, notices, upload, notes }: BelowProps) {
  return (
    <>
      {notices}
      <OrderFacts head={head} order={order}>
        {notes}
        <PapersDrawer head={head} order={order} upload={upload} />
      </OrderFacts>
      <OrderProgress head={head} order={order} />
      <OrderTabs head={head} order={order} events={events(head)} shipment={shipment(order)} />
    </>
  )
}

function Waiting() {
  return (
    <Page>
      <Skeleton h={30} w={260} mb={20} aria-hidden />
      <WaitingBelow />
    </Page>
  )
}

const WaitingBelow = () => (
  <div aria-hidden>
    <Skeleton h={46} mb={20} />
    <Skeleton h={36} w={420} mb={20} />
    <Skeleton h={220} />
  </div>
)
