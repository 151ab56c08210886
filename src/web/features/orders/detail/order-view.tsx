import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { useOrder } from '#web/model/orders/use-order.ts'
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
  /** Adds documents to the order. */
  upload: ReactNode
  /** Beside the tracking code. */
  tools: ReactNode
}

/** An order: its header at once when a list has loaded it, the rest once loaded. */
export function OrderView({ id, quotes, events, shipment, upload, tools }: OrderViewProps) {
  const { query, order, head } = useOrder(id)
  if (!head) return <Waiting />
  const fault = faultOf(query.error)
  return (
    <Page>
      <OrderHeader head={head} order={order} quotes={quotes(head)} tools={tools} />
      {fault && order && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <OrderFacts head={head} order={order} papers={<PapersDrawer head={head} order={order} upload={upload} />} />
      <OrderProgress head={head} order={order} />
      <OrderTabs head={head} order={order} events={events(head)} shipment={shipment(order)} />
    </Page>
  )
}

function Waiting() {
  return (
    <Page>
      <div aria-hidden>
        <Skeleton h={30} w={260} mb={20} />
        <Skeleton h={46} mb={20} />
        <Skeleton h={36} w={420} mb={20} />
        <Skeleton h={220} />
      </div>
    </Page>
  )
}
