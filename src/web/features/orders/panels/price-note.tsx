import type { Order } from '#contract/orders/orders.ts'
import { money, quantity } from '#web/lib/format/money.ts'
import { useDates } from '#web/model/session/settings.ts'
import { Section } from '#web/ui/page/section.tsx'
import classes from './shipment.module.css'

const amount = (value: unknown) => quantity(typeof value === 'number' ? value : null)

/** What the price was for when the order was booked: later edits reprice nothing. */
export function PriceNote({ order: { price } }: { order: Order }) {
  const { dateTime } = useDates()
  if (!price) return null
  const { inputs, lines, calculated, booked, manual, by, at } = price
  return (
    <div className={classes.price}>
      <Section title="How the price came about" open={false}>
        <p className={classes.note}>
          Booked at {money(booked)} on {dateTime(at)}
          {by && ` by ${by}`}
          {inputs.cbm !== undefined && `, for ${amount(inputs.cbm)} CBM and ${amount(inputs.weight)} kg`}.
          {manual && ` A manual rate${calculated === null ? '' : `; calculated was ${money(calculated)}`}.`} Editing
          changes no price by itself.
        </p>
        {lines.length > 0 && (
          <table className={classes.lines}>
            <tbody>
              {lines.map(({ code, label, formula, amount: sum }) => (
                <tr key={code}>
                  <th scope="row">{label}</th>
                  <td>{formula}</td>
                  <td>{money(sum)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </div>
  )
}
