import { useQuery } from '@tanstack/react-query'
import type { OrderListItem } from '#contract/orders.ts'
import { faultOf } from '#web/lib/api-error.ts'
import { Fault } from '#web/ui/fault.tsx'
import { CurrentEvent } from './current-event.tsx'
import { EventHistory } from './event-history.tsx'
import classes from './events.module.css'
import { historyQuery } from './history-queries.ts'
import { MailHistory } from './mail-history.tsx'

export function EventStatusTab({ head }: { head: OrderListItem }) {
  const query = useQuery(historyQuery(head.id))
  const fault = faultOf(query.error)
  return (
    <>
      <CurrentEvent head={head} entry={query.data?.[0]} />
      <h2 className={classes.title}>Events history</h2>
      {fault && !query.data ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EventHistory entries={query.data} />
      )}
      <MailHistory orderId={head.id} />
    </>
  )
}
