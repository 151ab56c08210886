import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { historyQuery } from '#web/features/orders/shared/orders.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { CurrentEvent } from './current-event.tsx'
import { EventHistory } from './event-history.tsx'
import classes from './events.module.css'
import type { Besides } from './merge-history.ts'

interface EventStatusTabProps {
  head: OrderListItem
  /** Shows a mail as sent. */
  mailDialog: (id: number, onClose: () => void) => ReactNode
  /** What else belongs into the history. */
  besides: Besides
  /** The mails of the order. */
  children: ReactNode
}

/** The current event, the history and the mails of an order. */
export function EventStatusTab({ head, mailDialog, besides, children }: EventStatusTabProps) {
  const query = useQuery(historyQuery(head.id))
  const fault = faultOf(query.error)
  return (
    <>
      <CurrentEvent
        head={head}
        entry={query.data?.find(({ withdrawnAt }) => withdrawnAt === null)}
        mailDialog={mailDialog}
      />
      <div className={classes.top}>
        <h2 className={classes.title}>Events history</h2>
        <div>{besides.form}</div>
      </div>
      {fault && !query.data ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EventHistory entries={query.data} besides={besides} mailDialog={mailDialog} />
      )}
      {children}
    </>
  )
}
