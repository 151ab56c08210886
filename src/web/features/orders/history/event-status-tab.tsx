import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { historyQuery } from '#web/features/orders/shared/orders.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { CurrentEvent } from './current-event.tsx'
import { EventHistory } from './event-history.tsx'
import classes from './events.module.css'

interface EventStatusTabProps {
  head: OrderListItem
  /** Shows a mail as sent. */
  mailDialog: (id: number, onClose: () => void) => ReactNode
  /** The mails of the order. */
  children: ReactNode
}

/** The current event, the history and the mails of an order. */
export function EventStatusTab({ head, mailDialog, children }: EventStatusTabProps) {
  const query = useQuery(historyQuery(head.id))
  const fault = faultOf(query.error)
  return (
    <>
      <CurrentEvent
        head={head}
        entry={query.data?.find(({ withdrawnAt }) => withdrawnAt === null)}
        mailDialog={mailDialog}
      />
      <h2 className={classes.title}>Events history</h2>
      {fault && !query.data ? (
        <Fault {...fault} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EventHistory entries={query.data} mailDialog={mailDialog} />
      )}
      {children}
    </>
  )
}
