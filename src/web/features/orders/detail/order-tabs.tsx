import { Button, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { DisabledReason } from '#web/ui/feedback/disabled-reason.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import classes from './order.module.css'

const route = getRouteApi('/staff/orders/$orderId')
const NO_DOCUMENTS =
  'There are no documents from the client, staff or CSR yet. They are added with events, or under Papers.'

interface OrderTabsProps {
  head: OrderListItem
  order: Order | undefined
  events: ReactNode
  shipment: ReactNode
}

/** The tabs Event status, Shipment information and Documents Exchange; the address names the open one. */
export function OrderTabs({ head, order, events, shipment }: OrderTabsProps) {
  const { tab = 'events', notes = false } = route.useSearch()
  const navigate = route.useNavigate()
  const empty = order?.documentCount === 0
  // Notes stand in the history, where their address leads.
  const shown = notes || (tab === 'documents' && empty) ? 'events' : tab
  const open = (value: string | null) => {
    if (value === shown || (value === 'documents' && empty)) return
    const next = value === 'shipment' || value === 'documents' ? value : undefined
    void navigate({
      search: (before) => ({ ...before, tab: next, panel: undefined, notes: undefined }),
      resetScroll: false,
    })
  }
  return (
    <Tabs value={shown} onChange={open} keepMounted={false} className={classes.tabs} activateTabWithKeyboard={false}>
      <Tabs.List aria-label="Order" className={classes.tabList}>
        <Tabs.Tab value="events">Event status</Tabs.Tab>
        <Tabs.Tab value="shipment">Shipment information</Tabs.Tab>
        <DisabledReason reason={empty ? NO_DOCUMENTS : null}>
          <Tabs.Tab value="documents" data-disabled={empty || undefined} aria-disabled={empty || undefined}>
            Documents Exchange
          </Tabs.Tab>
        </DisabledReason>
      </Tabs.List>
      <Tabs.Panel value="events" className={classes.tab}>
        {events}
      </Tabs.Panel>
      <Tabs.Panel value="shipment" className={classes.tab}>
        {shipment}
      </Tabs.Panel>
      <Tabs.Panel value="documents" className={classes.tab}>
        <Button
          size="xs"
          variant="default"
          mb="sm"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: (before) => ({ ...before, papers: true }), resetScroll: false })}
        >
          Papers of this order
        </Button>
        <DocumentsTab orderId={head.id} />
      </Tabs.Panel>
    </Tabs>
  )
}
