import { ActionIcon, Collapse } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { COLLAPSE_MS } from '#web/ui/page/section.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { NextEventButton } from './next-event.tsx'
import classes from './order-head.module.css'
import { OrderMenu } from './order-menu.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { StatusSelect } from './status-select.tsx'

const route = getRouteApi('/staff/orders/$orderId')

interface OrderHeadProps {
  head: OrderListItem
  order: Order | undefined
  /** The client's orders, shown on request. */
  quotes: ReactNode
  /** Who else has the order open. */
  presence: ReactNode
  /** The dialog with the changes of the order. */
  changes: (onClose: () => void) => ReactNode
}

/**
 * The first row of an order, which stays in view: its code, status, current event, client and next event;
 * everything else is in one menu. Below it, the contact and the client's other orders on request.
 */
export function OrderHead({ head, order, quotes, presence, changes }: OrderHeadProps) {
  const { contact = false, quotes: showQuotes = false } = route.useSearch()
  const navigate = route.useNavigate()
  const code = formatTrackingCode(trackingCodeOf(head))
  const toggle = (part: 'contact' | 'quotes', on: boolean) =>
    void navigate({
      search: (before) => ({ ...before, [part]: on ? true : undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <div className={classes.bar}>
        <title>{`Order ${code} · Quayside`}</title>
        <h1 className={classes.code}>{code}</h1>
        <div className={classes.status}>
          <StatusSelect head={head} order={order} />
        </div>
        <div className={classes.now}>
          <CurrentEvent head={head} />
          {presence}
        </div>
        <Client head={head} opened={contact} onToggle={() => toggle('contact', !contact)} />
        <NextEventButton head={head} order={order} />
        <div className={classes.menu}>
          <OrderMenu
            head={head}
            order={order}
            seesAll={showQuotes}
            onSeeAll={() => toggle('quotes', !showQuotes)}
            changes={changes}
          />
        </div>
      </div>
      {order && <PrintSheet order={order} />}
      <Collapse expanded={contact} transitionDuration={COLLAPSE_MS}>
        <ContactPanel head={head} order={order} />
      </Collapse>
      <Collapse expanded={showQuotes} transitionDuration={COLLAPSE_MS}>
        {showQuotes && quotes}
      </Collapse>
    </>
  )
}

function CurrentEvent({ head: { lastEventName, lastEventTime } }: Pick<OrderHeadProps, 'head'>) {
  const { date, dateTime } = useDates()
  return (
    <p className={classes.event} title={lastEventName ? `${lastEventName}, ${dateTime(lastEventTime)}` : undefined}>
      <span className={classes.eventName}>{lastEventName ?? 'No event yet'}</span>
      {lastEventName !== null && <span className={classes.eventDate}>{date(lastEventTime)}</span>}
    </p>
  )
}

interface ClientProps extends Pick<OrderHeadProps, 'head'> {
  /** Whether the contact is shown. */
  opened: boolean
  onToggle: () => void
}

/** The client as a link, and the toggle of the contact beside it. */
function Client({ head, opened, onToggle }: ClientProps) {
  const name = head.companyName || head.yourName
  return (
    <div className={classes.client}>
      <TextLink
        to="/clients/$userId"
        params={{ userId: String(head.userId) }}
        className={classes.clientName}
        title={`Client: ${name}`}
      >
        {name}
      </TextLink>
      <ActionIcon size={24} aria-label={`Contact of ${name}`} aria-expanded={opened} onClick={onToggle}>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
