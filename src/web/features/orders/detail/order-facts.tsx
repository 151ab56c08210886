import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MODE_LABELS, TransportationMode } from '#contract/orders/codes.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { arrivalOf, departureOf, nextCutOff } from '#contract/orders/progress.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { useDates } from '#web/model/session/settings.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')
const SHORT_MODES = { [TransportationMode.LCL]: 'LCL', [TransportationMode.FCL]: 'FCL' }
/** Departure and arrival are days. */
const { date } = datesIn('UTC')

interface OrderFactsProps {
  head: OrderListItem
  order: Order | undefined
  /** Opens 'Papers'. */
  papers: ReactNode
}

/** The facts that people ask for most, in a strip that stays in view; on a phone, its dates stay. */
export function OrderFacts({ head, order, papers }: OrderFactsProps) {
  const { dateTime } = useDates()
  const dates = order?.bookingConfirmation ?? null
  const cutOff = nextCutOff(dates, Date.now())
  const departure = departureOf(dates)
  const arrival = arrivalOf(dates)
  return (
    <section className={classes.strip} aria-label="Order at a glance">
      <dl className={classes.facts}>
        <Fact label="Shipment">
          <PanelLink panel="quote">
            {order && <abbr title={MODE_LABELS[order.transportationMode]}>{shortMode(order.transportationMode)}</abbr>}
            {` ${plain(head.shipmentVolume)} CBM, ${plain(order?.shipmentWeight)} kg`}
          </PanelLink>
        </Fact>
        <Fact label="Price">
          <PanelLink panel="quote">{money(order?.estimatedTransportation)}</PanelLink>
        </Fact>
        <Fact label="Vessel">
          <Vessel order={order} />
        </Fact>
        <Fact label="Client">
          <TextLink to="/clients/$userId" params={{ userId: String(head.userId) }}>
            {head.companyName || head.yourName}
          </TextLink>
        </Fact>
      </dl>
      <div className={classes.stays}>
        <dl className={classes.facts}>
          <Fact label="Next cut-off">
            <PanelLink panel="confirmation">{cutOff ? `${cutOff.of} ${dateTime(cutOff.at)}` : EMPTY}</PanelLink>
          </Fact>
          <Fact label={departure?.actual ? 'Departed' : 'ETD'}>
            <PanelLink panel="confirmation">{date(departure?.at)}</PanelLink>
          </Fact>
          <Fact label={arrival?.actual ? 'Arrived' : 'ETA'}>
            <PanelLink panel="confirmation">{date(arrival?.at)}</PanelLink>
          </Fact>
        </dl>
        {papers}
      </div>
    </section>
  )
}

/** '3.5' for 3.500: the panel has all decimals. */
const plain = (value: number | null | undefined) => quantity(value).replace(/\.?0+$/, '')

const shortMode = (mode: number) => (mode === TransportationMode.FCL ? SHORT_MODES[1] : SHORT_MODES[0])

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A value that leads to the panel where it is edited. */
function PanelLink({ panel, children }: { panel: string; children: ReactNode }) {
  const { orderId } = route.useParams()
  return (
    <TextLink
      to="/orders/$orderId"
      params={{ orderId }}
      search={(before) => ({ ...before, tab: 'shipment' as const, panel })}
      resetScroll={false}
      preload={false}
    >
      {children}
    </TextLink>
  )
}

function Vessel({ order }: { order: Order | undefined }) {
  const { vessel, vesselVoyage } = order?.bookingConfirmation ?? {}
  const named = [vessel?.name, vesselVoyage].filter(Boolean).join(' ')
  return (
    <>
      <PanelLink panel="confirmation">{named || EMPTY}</PanelLink>
      {named && <CopyIcon value={named} what="vessel and voyage" />}
    </>
  )
}
