import type { Decimal } from 'decimal.js'
import { daysFrom } from '#contract/free-time/days.ts'
import type { ChargedPer } from '#contract/free-time/free-time-codes.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import { Exact } from '#server/pricing/quote-lines.ts'

/** Units of a clock that charges are per: CBM and revenue tons of the loading; null while they are not known. */
export interface ChargedUnits {
  cbm: number | null
  revenueTons: number | null
}

/** Days of one tier that have passed. Amounts are exact to the cent, in the currency of the tiers. */
export interface ChargeLine extends Pick<Tier, 'fromDay' | 'per'> {
  /** The last day of the tier that is charged. */
  toDay: number
  days: number
  quantity: number
  rate: number
  amount: number
  /** The formula with its numbers filled in: '3 × 85 = 255.00', 'max(20, 7.25 × 3.5) = 25.38; 4 × 25.38 = 101.52'. */
  formula: string
}

/** What the days since the last free day cost. */
export interface AccruedCharges {
  /** Days that are charged. */
  days: number
  amount: number
  /** What the last of these days costs; before the first one, what that will cost. */
  perDay: number
  lines: ChargeLine[]
}

interface Charged {
  lastFreeDay: string
  /** The last day that is charged, 'yyyy-MM-dd': that of the ending, or the one that is asked about. */
  until: string
  /** Tiers that follow each other from day 1 on, the last one without an end (`tiersRule`). */
  tiers: readonly Tier[]
  units: ChargedUnits
}

const text = (value: Decimal.Value) => new Exact(value).toFixed()

function quantityOf(per: ChargedPer, { cbm, revenueTons }: ChargedUnits): number | null {
  if (per === 'cbm-day') return cbm
  return per === 'rt-day' ? revenueTons : 1
}

/** What a day of a tier costs, half up to cents, and how that is computed; null while the quantity is not known. */
function dayOf({ amount: rate, per, minimum }: Tier, units: ChargedUnits) {
  const quantity = quantityOf(per, units)
  if (quantity === null) return null
  const byRate = new Exact(rate).times(quantity)
  const cost = Exact.max(byRate, minimum ?? 0).toDecimalPlaces(2)
  const isMeasured = per === 'cbm-day' || per === 'rt-day'
  const measured = isMeasured ? `${text(rate)} × ${text(quantity)}` : text(rate)
  const formula = minimum === null ? measured : `max(${text(minimum)}, ${measured})`
  return { quantity, cost, formula: isMeasured || minimum !== null ? `${formula} = ${cost.toFixed(2)}` : null }
}

/**
 * The charges of a clock so far: every calendar day after the last free day up to `until`, both ends of a tier included,
 * each of its days at max(minimum, rate × quantity). Null where nobody knows: without tiers, or without the quantity of
 * one that is reached.
 */
export function accruedCharges({ lastFreeDay, until, tiers, units }: Charged): AccruedCharges | null {
  const days = Math.max(0, daysFrom(lastFreeDay, until))
  const reached = tiers.filter(({ fromDay }) => fromDay <= Math.max(1, days))
  const lines: ChargeLine[] = []
  let amount = new Exact(0)
  let perDay: Decimal | null = null
  for (const tier of reached) {
    const day = dayOf(tier, units)
    if (!day) return null
    perDay = day.cost
    const { fromDay, per, amount: rate } = tier
    const toDay = Math.min(tier.toDay ?? days, days)
    if (toDay < fromDay) continue
    const counted = toDay - fromDay + 1
    const cost = day.cost.times(counted)
    amount = amount.plus(cost)
    const steps = [...(day.formula ? [day.formula] : []), `${counted} × ${text(day.cost)} = ${cost.toFixed(2)}`]
    const { quantity } = day
    lines.push({
      ...{ fromDay, toDay, days: counted, per, quantity, rate },
      amount: cost.toNumber(),
      formula: steps.join('; '),
    })
  }
  return perDay && { days, amount: amount.toNumber(), perDay: perDay.toNumber(), lines }
}
