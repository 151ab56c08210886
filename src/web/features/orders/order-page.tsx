import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { faultOf } from '#web/lib/api-error.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Page } from '#web/ui/page.tsx'
import { OrderHeader } from './order-header.tsx'
import classes from './order-page.module.css'
import { OrderProgress } from './order-progress.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { useOrder } from './use-order.ts'

const route = getRouteApi('/staff/orders/$orderId')

export function OrderPage() {
  const { orderId } = route.useParams()
  return <OneOrder key={orderId} id={orderId} />
}

function OneOrder({ id }: { id: number }) {
  const { query, order, head } = useOrder(id)
  if (!head) return <Waiting />
  const fault = faultOf(query.error)
  return (
    <Page>
      <OrderHeader head={head} order={order} />
      {fault && order && <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      <OrderProgress head={head} order={order} />
      <OrderTabs head={head} order={order} />
    </Page>
  )
}

function Waiting() {
  return (
    <Page>
      <div className={classes.waiting} aria-hidden>
        <Skeleton h={30} w={260} mb={20} />
        <Skeleton h={46} mb={20} />
        <Skeleton h={36} w={420} mb={20} />
        <Skeleton h={220} />
      </div>
    </Page>
  )
}
