import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ORDER_PANELS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { ConfirmationPanel } from './confirmation-panel.tsx'
import { EditablePanel } from './editable-panel.tsx'
import classes from './shipment.module.css'
import { CONFIRMATION } from './shipment-panels.ts'
import type { PanelDrafts } from './use-panel-drafts.ts'

const route = getRouteApi('/staff/orders/$orderId')
const ALL = [...ORDER_PANELS, CONFIRMATION]

interface ShipmentTabProps {
  order: Order | undefined
  drafts: PanelDrafts
  /** The delivery state of the mail about the last change. */
  notified: ReactNode
  /** The differences of the sailing, above the booking confirmation; the order's own containers, below it. */
  differs: ReactNode
  containers: ReactNode
}

/** The seven panels of an order; the address names the open one. */
export function ShipmentTab({ order, drafts, notified, differs, containers }: ShipmentTabProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = ALL.find(({ key }) => key === search.panel)?.key ?? 'quote'
  const { leaveAllBut } = drafts
  useEffect(() => leaveAllBut(shown), [leaveAllBut, shown])
  if (!order) return <LoadingBlock height={320} />
  const open = (value: string | null) =>
    void navigate({ search: (before) => ({ ...before, panel: value ?? undefined }), resetScroll: false })
  return (
    <Tabs orientation="vertical" value={shown} onChange={open} keepMounted={false} className={classes.tabs}>
      <Tabs.List aria-label="Shipment information" className={classes.list}>
        {ALL.map(({ key, title }) => (
          <Tabs.Tab key={key} value={key} rightSection={drafts.hasChanges(key) && <Dot />}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ORDER_PANELS.map((panel) => (
        <Tabs.Panel key={panel.key} value={panel.key} className={classes.panel}>
          {drafts.notified > 0 && notified}
          <EditablePanel panel={panel} order={order} drafts={drafts} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value={CONFIRMATION.key} className={classes.panel}>
        <ConfirmationPanel order={order} drafts={drafts} differs={differs} />
        {containers}
      </Tabs.Panel>
    </Tabs>
  )
}

const Dot = () => <span className={classes.dot} role="img" aria-label="not saved" title="Not saved" />
