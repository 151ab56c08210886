import { IconTimelineEventPlus } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { isPlainClick } from '#web/features/orders/shared/set-event-over.ts'
import classes from './orders.module.css'

interface SetEventLinkProps {
  order: OrderListItem
  onOpen: (orderId: number) => void
}

/** A link that opens set-event over the list. It is plain, because every row has one. */
export function SetEventLink({ order, onOpen }: SetEventLinkProps) {
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen(order.id)
  }
  return (
    <a
      className={classes.setEvent}
      href={`/set-event/${order.id}`}
      data-set-event={order.id}
      aria-label={`Set event for ${formatTrackingCode(trackingCodeOf(order))}`}
      title="Set next event status"
      onClick={click}
    >
      <IconTimelineEventPlus size={16} aria-hidden />
    </a>
  )
}
