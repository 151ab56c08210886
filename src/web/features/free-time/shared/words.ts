import { CHARGED_PER_LABELS } from '#contract/free-time/free-time-codes.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import { datesIn, EMPTY } from '#web/lib/format/dates.ts'
import { weekdayOf } from '#web/lib/format/form-dates.ts'
import { amountIn } from '#web/lib/format/money.ts'

const { date } = datesIn('UTC')

/** A day without a time, with its weekday: 'Fri Dec 4 2026'; '-' for none. */
export const showPlainDay = (day: string | null | undefined) => (day ? `${weekdayOf(day)} ${date(day)}` : EMPTY)

/** What days cost, in one line: '$85.00 a container, $170.00 from day 5'. */
export function showTiers(tiers: readonly Tier[], currency: string): string {
  const [first, ...more] = tiers
  if (!first) return EMPTY
  const later = more.map(({ fromDay, amount }) => `${amountIn(amount, currency)} from day ${fromDay}`)
  return [`${amountIn(first.amount, currency)} a ${CHARGED_PER_LABELS[first.per]}`, ...later].join(', ')
}
