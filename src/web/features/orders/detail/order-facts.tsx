import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MODE_LABELS, TransportationMode } from '#contract/codes/order-codes.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { arrivalOf, departureOf } from '#contract/orders/progress.ts'
import { InCharge } from '#web/features/orders/shared/in-charge.tsx'
import { loadingOf, loadingOrder, mayLoad } from '#web/features/sailings/shared/loading-order.ts'
import { ofCapacity } from '#web/features/sailings/shared/sailing-looks.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { CopyIcon } from '#web/ui/feedback/copy-on-click.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import classes from './order-facts.module.css'

const route = getRouteApi('/staff/orders/$orderId')
const SHORT_MODES = { [TransportationMode.LCL]: 'LCL', [TransportationMode.FCL]: 'FCL' }
const CUT_OFFS = { cargoCutOffAt: 'Cargo', documentationCutOffAt: 'Documentation' }
/** UTC, because departure and arrival are days. */
const { date } = datesIn('UTC')

interface OrderFactsProps {
  head: OrderListItem
  order: Order | undefined
  /** Buttons that open notes and papers. */
  children: ReactNode
}

/** The facts that people ask for most, in a strip that stays in view; on a phone, its dates stay. */
export function OrderFacts({ head, order, children }: OrderFactsProps) {
  const { dateTime } = useDates()
  const dates = order?.bookingConfirmation ?? null
  const cutOff = order?.nextCutOff
  const departure = departureOf(dates)
  const arrival = arrivalOf(dates)
  return (
    <section className={classes.strip} aria-label="Order at a glance">
      <dl className={classes.facts}>
        <Fact label="Shipment">
          <PanelLink panel="quote">
            {order && <abbr title={MODE_LABELS[order.transportationMode]}>{shortMode(order.transportationMode)}</abbr>}
            {` ${shortQuantity(head.shipmentVolume)} CBM, ${shortQuantity(order?.shipmentWeight)} kg`}
          </PanelLink>
        </Fact>
        <Fact label="Price">
          <PanelLink panel="quote">{money(order?.estimatedTransportation)}</PanelLink>
        </Fact>
        {order?.sailing ? (
          <Fact label="Sailing">
            <Sailing sailing={order.sailing} />
            {mayLoad(order) && <LoadButton order={order} />}
          </Fact>
        ) : (
          <Fact label="Vessel">
            <Vessel order={order} />
          </Fact>
        )}
        <Fact label="Client">
          <TextLink to="/clients/$userId" params={{ userId: String(head.userId) }}>
            {head.companyName || head.yourName}
          </TextLink>
        </Fact>
        <Fact label={IN_CHARGE}>
          <InCharge order={head} />
        </Fact>
      </dl>
      <div className={classes.stays}>
        <dl className={classes.facts}>
          <Fact label="Next cut-off">
            <PanelLink panel="confirmation">
              {cutOff ? `${CUT_OFFS[cutOff.field]} ${dateTime(cutOff.at)}` : EMPTY}
            </PanelLink>
          </Fact>
          <Fact label={departure?.actual ? 'Departed' : 'ETD'}>
            <PanelLink panel="confirmation">{date(departure?.at)}</PanelLink>
          </Fact>
          <Fact label={arrival?.actual ? 'Arrived' : 'ETA'}>
            <PanelLink panel="confirmation">{date(arrival?.at)}</PanelLink>
          </Fact>
        </dl>
        <div className={classes.buttons}>{children}</div>
      </div>
    </section>
  )
}

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

/** The sailing in a line: 'S-2026-0412 · EVER GIVEN 018E · loaded 12.4 of 58 CBM'. */
function Sailing({ sailing }: { sailing: NonNullable<Order['sailing']> }) {
  const { id, reference, vessel, voyage, loadedCbm, capacityCbm } = sailing
  return (
    <>
      <TextLink to="/sailings/$sailingId" params={{ sailingId: String(id) }}>
        {`${reference} · ${vessel} ${voyage} · loaded ${ofCapacity(loadedCbm, capacityCbm, 'CBM')}`}
      </TextLink>
      <CopyIcon value={`${vessel} ${voyage}`} what="vessel and voyage" />
    </>
  )
}

function Vessel({ order }: { order: Order | undefined }) {
  const { vessel, vesselVoyage } = order?.bookingConfirmation ?? {}
  const named = [vessel?.name, vesselVoyage].filter(Boolean).join(' ')
  const button = order && mayLoad(order) && <LoadButton order={order} />
  if (!named) return button || <PanelLink panel="confirmation">{EMPTY}</PanelLink>
  return (
    <>
      <PanelLink panel="confirmation">{named}</PanelLink>
      <CopyIcon value={named} what="vessel and voyage" />
      {button}
    </>
  )
}

/** Opens the choice of a sailing: to load the order, or to roll it to another one. */
function LoadButton({ order }: { order: Order }) {
  const { sailing, bookingConfirmation: confirmation } = order
  const missing = sailing || confirmation?.vessel ? '' : '– '
  return (
    <Button size="compact-xs" variant="light" aria-haspopup="dialog" onClick={() => loadingOrder.set(loadingOf(order))}>
      {sailing ? 'Roll' : `${missing}Load on sailing`}
    </Button>
  )
}
