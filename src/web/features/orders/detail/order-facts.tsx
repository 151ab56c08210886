import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { MODE_LABELS, TransportationMode } from '#contract/codes/order-codes.ts'
import { IN_CHARGE } from '#contract/orders/in-charge.ts'
import type { OrderListItem } from '#contract/orders/order-list.ts'
import type { Order } from '#contract/orders/orders.ts'
import { InChargeOfPage } from '#web/features/orders/shared/in-charge.tsx'
import { loadingOf, loadingOrder, mayLoad } from '#web/features/sailings/shared/loading-order.ts'
import { boxName, fuller, ofCapacity } from '#web/features/sailings/shared/sailing-looks.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { shortQuantity } from '#web/lib/format/short-quantity.ts'
import { TextLink } from '#web/ui/page/link.tsx'
import { FreeUntil, isOnItsWay } from './arrival-drawer.tsx'
import { cutOffWords } from './cut-off-words.ts'
import { Fact, Value } from './fact.tsx'
import classes from './order-facts.module.css'
import { PanelLink } from './panel-link.tsx'
import { vesselOf } from './vessel-of.ts'

/** A line without text, as high as one with it. */
const NOTHING_YET = '\u00a0'
const SHORT_MODES = { [TransportationMode.LCL]: 'LCL', [TransportationMode.FCL]: 'FCL' }

interface OrderFactsProps {
  head: OrderListItem
  order: Order | undefined
  /** The buttons that open the papers and lead to the notes. */
  papers: ReactNode
  notes: ReactNode
}

/**
 * The third row of an order: the facts that people ask for most, in a grid with the same place for each,
 * whether it is known or not.
 */
export function OrderFacts({ head, order, papers, notes }: OrderFactsProps) {
  return (
    <section aria-label="Order at a glance">
      <dl className={classes.facts}>
        <Fact label="Cargo">
          <Value more={order && `${shortQuantity(order.shipmentWeight)} kg`}>
            <PanelLink panel="quote">
              {order && (
                <abbr title={MODE_LABELS[order.transportationMode]}>{shortMode(order.transportationMode)}</abbr>
              )}
              {` ${shortQuantity(head.shipmentVolume)} CBM`}
            </PanelLink>
          </Value>
        </Fact>
        <Fact label="Price">
          <Value more={order?.offer && <OfferLink offer={order.offer} />}>
            {order && <PanelLink panel="quote">{money(order.estimatedTransportation)}</PanelLink>}
          </Value>
        </Fact>
        <OnSailing order={order} />
        {order && isOnItsWay(order) ? <FreeUntil order={order} /> : <CutOff order={order} />}
        <Fact label={IN_CHARGE}>
          <InChargeOfPage order={head} />
        </Fact>
        {papers}
        {notes}
      </dl>
    </section>
  )
}

/** The offer that a price was accepted from. */
const OfferLink = ({ offer: { id, reference } }: { offer: NonNullable<Order['offer']> }) => (
  <TextLink to="/offers/$offerId" params={{ offerId: String(id) }} className={classes.link}>
    {`From ${reference}`}
  </TextLink>
)

const shortMode = (mode: number) => (mode === TransportationMode.FCL ? SHORT_MODES[1] : SHORT_MODES[0])

function CutOff({ order }: { order: Order | undefined }) {
  const dates = useDates()
  const cutOff = order && cutOffWords(order, Date.now(), dates)
  return (
    <Fact label="Next cut-off">
      <Value late={cutOff?.late} more={cutOff?.exact}>
        {order && <PanelLink panel="confirmation">{cutOff?.words ?? EMPTY}</PanelLink>}
      </Value>
    </Fact>
  )
}

/** Whether the confirmation names the vessel and voyage of the sailing. */
const isTold = ({ contradicts, differs }: NonNullable<Order['sailing']>) =>
  !contradicts || !differs.some(({ field }) => field === 'vessel' || field === 'vesselVoyage')

/** The order's place on its sailing, else its vessel, and the button that loads or rolls it. */
function OnSailing({ order }: { order: Order | undefined }) {
  if (!order)
    return (
      <Fact label="Sailing">
        <Value>{NOTHING_YET}</Value>
      </Fact>
    )
  const { sailing } = order
  const vessel = vesselOf(order)
  const button = mayLoad(order) && <LoadButton order={order} />
  if (!sailing)
    return (
      <Fact label="Vessel">
        {(vessel !== '' || !button) && (
          <Value more={vessel !== '' && 'On no sailing'}>
            <PanelLink panel="confirmation">{vessel || EMPTY}</PanelLink>
          </Value>
        )}
        {button}
      </Fact>
    )
  const link = (words: string) => (
    <TextLink to="/sailings/$sailingId" params={{ sailingId: String(sailing.id) }} className={classes.link}>
      {words}
    </TextLink>
  )
  return (
    <Fact label="Sailing">
      {isTold(sailing) ? (
        <Value more={<Share sailing={sailing} />}>{link(`${sailing.reference} · ${vessel}`)}</Value>
      ) : (
        <Value more={link(`But on ${sailing.reference} · ${sailing.vessel} ${sailing.voyage}`)} late="more">
          <PanelLink panel="confirmation">{vessel}</PanelLink>
        </Value>
      )}
      {button}
    </Fact>
  )
}

/** What the order takes of its container: '19% of TCLU1234567', by volume or by weight, whichever is more. */
function Share({ sailing }: { sailing: NonNullable<Order['sailing']> }) {
  const { container, usedCbm, usedKg } = sailing
  if (usedCbm === 0 && usedKg === 0) return 'In a container of its own'
  if (!container) return 'In no container yet'
  const { used, capacity, unit } = fuller({ usedCbm, usedKg, maxCbm: container.maxCbm, maxKg: container.maxKg })
  const percent = Math.round((used / capacity) * 100)
  return (
    <span
      title={ofCapacity(used, capacity, unit)}
    >{`${percent < 1 ? 'Under 1' : percent}% of ${boxName(container)}`}</span>
  )
}

/** Opens the choice of a sailing: to load the order, or to roll it to another one. */
const LoadButton = ({ order }: { order: Order }) => (
  <Button
    size="compact-sm"
    variant={order.sailing ? 'default' : 'light'}
    aria-haspopup="dialog"
    onClick={() => loadingOrder.set(loadingOf(order))}
  >
    {order.sailing ? 'Roll' : 'Load on sailing'}
  </Button>
)
