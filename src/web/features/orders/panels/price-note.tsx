import { TransportationMode } from '#contract/codes/order-codes.ts'
import type { Order } from '#contract/orders/orders.ts'
import { PriceLines, ratesLine } from '#web/features/orders/shared/price-lines.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { ButtonLink, TextLink } from '#web/ui/page/link.tsx'
import { Section } from '#web/ui/page/section.tsx'
import classes from './shipment.module.css'

const amount = (value: unknown) => quantity(typeof value === 'number' ? value : null)

/** The price at booking and the shipment it was for; later edits do not change it. */
export function PriceNote({ order }: { order: Order }) {
  const { price, offer } = order
  const { dateTime } = useDates()
  if (!price) return <OfferPrice order={order} />
  const { inputs, lines, calculated, booked, manual, rates, by, at } = price
  // Inputs of old orders name the volume 'cbm'.
  const volume = inputs.volume ?? inputs.cbm
  return (
    <div className={classes.price}>
      {offer && <FromOffer offer={offer} />}
      <Section title="Price breakdown" open={false}>
        <p className={classes.note}>
          Booked at {money(booked)} on {dateTime(at)}
          {by && ` by ${by}`}
          {volume !== undefined && `, for ${amount(volume)} CBM and ${amount(inputs.weight)} kg`}.
          {manual && ` Manual rate${calculated === null ? '' : `; the calculated price was ${money(calculated)}`}.`}
          {rates?.since && ` ${ratesLine(rates, dateTime)}.`} Editing the order does not change its price.
        </p>
        {lines.length > 0 && <PriceLines lines={lines} total={calculated ?? booked} />}
      </Section>
    </div>
  )
}

/** The offer whose price an order has: 'From offer Q-2026-0412, accepted by Anna, Nov 26 2026'. */
function FromOffer({ offer: { id, reference, answeredName, answeredAt } }: { offer: NonNullable<Order['offer']> }) {
  const { date } = useDates()
  const accepted = [answeredName && `accepted by ${answeredName}`, answeredAt && date(answeredAt)].filter(Boolean)
  return (
    <p className={classes.note}>
      From offer{' '}
      <TextLink to="/offers/$offerId" params={{ offerId: String(id) }}>
        {reference}
      </TextLink>
      {accepted.map((words) => `, ${words}`).join('')}
    </p>
  )
}

/** The way to a price for a quote request that has none: an offer, which the client accepts. */
function OfferPrice({ order: { id, transportationMode, estimatedTransportation } }: { order: Order }) {
  if (transportationMode !== TransportationMode.FCL || estimatedTransportation !== null) return null
  return (
    <div className={classes.price}>
      <ButtonLink size="compact-md" variant="default" to="/offers/new" search={{ orderId: id }}>
        Offer a price
      </ButtonLink>
    </div>
  )
}
