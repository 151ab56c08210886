import { ActionIcon, Button, Collapse, Tooltip } from '@mantine/core'
import { IconAddressBook, IconChevronDown, IconCopyPlus, IconPrinter, IconTable } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatTrackingCode, trackingCodeOf } from '#contract/orders/tracking-code.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { ButtonLink } from '#web/ui/page/link.tsx'
import { PageTitle } from '#web/ui/page/page-title.tsx'
import { COLLAPSE_MS } from '#web/ui/page/section.tsx'
import { ContactPanel } from './contact-panel.tsx'
import classes from './order.module.css'
import { PrintSheet } from './print-sheet.tsx'
import { StatusSelect } from './status-select.tsx'

const route = getRouteApi('/staff/orders/$orderId')

interface OrderHeaderProps {
  head: OrderListItem
  order: Order | undefined
  /** The client's orders, shown on request. */
  quotes: ReactNode
  /** Tools beside the tracking code. */
  tools: ReactNode
}

/** Tracking code, client, the client's other orders, and the status. */
export function OrderHeader({ head, order, quotes, tools }: OrderHeaderProps) {
  const { contact = false, quotes: showQuotes = false } = route.useSearch()
  const navigate = route.useNavigate()
  const code = trackingCodeOf(head)
  const toggle = (part: 'contact' | 'quotes', on: boolean) =>
    void navigate({ search: (before) => ({ ...before, [part]: on ? true : undefined }), replace: true })
  return (
    <>
      <PageTitle
        title={formatTrackingCode(code)}
        documentTitle={`Order ${formatTrackingCode(code)}`}
        aside={
          <>
            <CopyIcon value={code} what="tracking code" />
            {tools}
          </>
        }
      >
        <Toggle icon={IconAddressBook} opened={contact} onClick={() => toggle('contact', !contact)}>
          {head.companyName || head.yourName}
        </Toggle>
        <Toggle icon={IconTable} opened={showQuotes} onClick={() => toggle('quotes', !showQuotes)}>
          See all orders
        </Toggle>
        <StatusSelect head={head} order={order} />
        <ButtonLink
          variant="default"
          to="/new-order/$userId"
          params={{ userId: String(head.userId) }}
          search={{ copy: head.id }}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          Copy as new order
        </ButtonLink>
        <Tooltip label="Print">
          <ActionIcon size={36} variant="default" aria-label="Print" disabled={!order} onClick={() => window.print()}>
            <IconPrinter size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </PageTitle>
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

interface ToggleProps {
  icon: typeof IconTable
  opened: boolean
  onClick: () => void
  children: string
}

function Toggle({ icon: Icon, opened, onClick, children }: ToggleProps) {
  return (
    <Button
      variant="default"
      className={classes.toggle}
      aria-expanded={opened}
      onClick={onClick}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={<IconChevronDown className={classes.chevron} size={14} aria-hidden />}
    >
      {children}
    </Button>
  )
}
