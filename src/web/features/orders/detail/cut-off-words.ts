import { OrderStatus } from '#contract/codes/order-codes.ts'
import { formatWeekday } from '#contract/lib/format.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isCutOffBehind, type NextCutOff } from '#contract/orders/progress.ts'
import { furthestOf } from '#web/features/orders/shared/furthest-of.ts'
import type { Dates } from '#web/lib/format/dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NAMES: Record<NextCutOff['field'], string> = { cargoCutOffAt: 'Cargo', documentationCutOffAt: 'Documentation' }

/** A span in ms as short as it can be said: '40 min', '16 h', '8 days'. */
function shortSpan(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} days`
}

/**
 * The cargo cut-off, if it has passed at an instant (ms) and nothing says that the cargo came; null otherwise, and
 * for an order that is closed.
 */
function missedCutOff(order: Order, now: number): NextCutOff | null {
  const at = order.bookingConfirmation?.cargoCutOffAt ?? null
  if (order.status !== OrderStatus.IN_PROGRESS || at === null || Date.parse(at) > now) return null
  const furthest = furthestOf(order, now)
  const isBehind = isCutOffBehind('cargoCutOffAt', { ...order, furthest })
  return isBehind ? null : { field: 'cargoCutOffAt', at }
}

/** The cut-off that counts for an order now: the one it missed, else the next. Null for neither. */
export function cutOffWords(order: Order, now: number, { timeZone, dateTime }: Dates) {
  const missed = missedCutOff(order, now)
  const shown = missed ?? order.nextCutOff
  if (!shown) return null
  const span = shortSpan(Math.abs(Date.parse(shown.at) - now))
  return {
    late: missed !== null,
    words: `${NAMES[shown.field]} ${missed ? `${span} overdue` : `in ${span}`}`,
    exact: `${formatWeekday(shown.at, timeZone)} ${dateTime(shown.at)}`,
  }
}
