import type { Order } from '#contract/orders/orders.ts'
import { PriceLines, ratesLine } from '#web/features/orders/shared/price-lines.tsx'
import { useDates } from '#web/features/system/shared/settings.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { Section } from '#web/ui/page/section.tsx'
import classes from './shipment.module.css'

const amount = (value: unknown) => quantity(typeof value === 'number' ? value : null)

/** The price at booking and the shipment it was for; later edits do not change it. */
export function PriceNote({ order: { price, offer } }: { order: Order }) {
  const { date, dateTime } = useDates()
  if (!price) return null
  const { inputs, lines, calculated, booked, manual, rates, by, at } = price
  // Inputs of old orders name the volume 'cbm'.
  const volume = inputs.volume ?? inputs.cbm
  return (
    <div className={classes.price}>
      <Section title="Price breakdown" open={false}>
        <p className={classes.note}>
          Booked at {money(booked)} on {dateTime(at)}
          {by && ` by ${by}`}
          {volume !== undefined && `, for ${amount(volume)} CBM and ${amount(inputs.weight)} kg`}.
          {manual && ` Manual rate${calculated === null ? '' : `; the calculated price was ${money(calculated)}`}.`}
          {rates?.since && ` ${ratesLine(rates, dateTime)}.`} Editing the order does not change its price.
        </p>
        {offer && (
          <p className={classes.note}>
            From offer <a href={`/offers/${offer.id}`}>{offer.reference}</a>
            {offer.answeredName && `, accepted by ${offer.answeredName}, ${date(offer.answeredAt)}`}.
          </p>
        )}
        {lines.length > 0 && <PriceLines lines={lines} total={calculated ?? booked} />}
      </Section>
    </div>
  )
}
