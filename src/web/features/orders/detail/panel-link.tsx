import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')

interface PanelLinkProps {
  /** The panel of 'Shipment information' where the value is edited. */
  panel: string
  children: ReactNode
}

/** A value of the order's head that leads to the panel where it is edited. */
export function PanelLink({ panel, children }: PanelLinkProps) {
  const { orderId } = route.useParams()
  return (
    <TextLink
      to="/orders/$orderId"
      params={{ orderId }}
      search={(before) => ({ ...before, tab: 'shipment' as const, panel })}
      resetScroll={false}
      preload={false}
      className={classes.link}
    >
      {children}
    </TextLink>
  )
}
