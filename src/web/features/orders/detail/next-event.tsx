import { Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { nextStep } from '#contract/orders/set-event.ts'
import { furthestOf } from '#web/features/orders/shared/furthest-of.ts'
import { eventsQuery } from '#web/features/orders/shared/set-event/set-event-queries.ts'
import { isPlainClick, useSetEventOver } from '#web/features/orders/shared/set-event-over.ts'
import { useShortcutSwitch } from '#web/lib/browser/shortcuts.ts'
import { ButtonLink } from '#web/ui/page/link.tsx'
import classes from './order-head.module.css'

/**
 * The next step of a shipment as the main button of an order: it opens set-event, which begins with this event. On
 * a phone it stays at the lower edge, in reach of the thumb. Where no step follows, it only offers 'Set event'.
 */
export function NextEventButton({ head, order }: { head: OrderListItem; order: Order | undefined }) {
  const { data: events, isError } = useQuery(eventsQuery)
  const { open } = useSetEventOver()
  const { on: shortcuts } = useShortcutSwitch()
  const place = useRoomBelow()
  const furthest = order ? furthestOf(order, Date.now()) : null
  const next =
    head.status === OrderStatus.IN_PROGRESS ? nextStep(events ?? [], { currentId: head.lastEventId, furthest }) : null
  const label = next ? `Next: ${next.name}` : 'Set event'
  return (
    <div ref={place} className={classes.next}>
      {(events && order) || isError ? (
        <ButtonLink
          to="/set-event/$orderId"
          params={{ orderId: head.id }}
          className={classes.nextButton}
          variant={next ? 'filled' : 'default'}
          data-set-event={head.id}
          aria-keyshortcuts={shortcuts ? 'e' : undefined}
          title={shortcuts ? `${label}. Press E` : label}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            open(head.id, { step: true })
          }}
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {label}
        </ButtonLink>
      ) : (
        <Skeleton className={classes.nextButton} w={200} aria-hidden />
      )}
    </div>
  )
}

/** Keeps toasts, and fields that take the focus, above the button while it is at the lower edge. */
function useRoomBelow() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const { style } = document.documentElement
    const clear = () => {
      for (const name of ['--qs-foot', '--qs-bar']) style.removeProperty(name)
    }
    const measure = () => {
      if (getComputedStyle(element).position !== 'fixed') return clear()
      for (const name of ['--qs-foot', '--qs-bar']) style.setProperty(name, `${element.offsetHeight}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      clear()
    }
  }, [])
  return place
}
