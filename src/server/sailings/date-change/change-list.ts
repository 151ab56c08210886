import { formatDate, formatZoned } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { CONFIRMATION_DAYS, CONFIRMATION_LABELS } from '#contract/orders/confirmation.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { ChangedDates } from '#server/orders/mails/order-mail.ts'
import type { Arrivals, Moved } from './moves.ts'

/** The changed dates of an order, as a mail tells them. */
export interface ToldChange {
  trackingCode: string
  fields: readonly Moved[]
  /** The arrivals that the client knew, and those of the order now. */
  before: Arrivals
  to: Arrivals
}

const ARRIVALS = { portEta: 'portEstimatedTimeOfArrivalAt', placeEta: 'placeEstimatedTimeOfArrivalAt' } as const
const isArrival = ({ field }: Moved) => field === ARRIVALS.portEta || field === ARRIVALS.placeEta

/** Arrivals count from what the client knows: moves that no mail told add up. */
const movesOf = ({ fields, before, to }: ToldChange): Moved[] => [
  ...fields.filter((move) => !isArrival(move)),
  ...keysOf(ARRIVALS)
    .filter((key) => before[key] !== to[key])
    .map((key) => ({ field: ARRIVALS[key], from: before[key], to: to[key] })),
]

function lineOf({ field, from, to }: Moved, timeZone: string): string {
  const isDay = CONFIRMATION_DAYS.some((day) => day === field)
  const said = (date: string | null) =>
    (isDay ? formatDate(date, 'UTC') : formatZoned(date, timeZone)) || 'to be advised'
  return `${CONFIRMATION_LABELS[field]}: ${from === null ? '' : `${said(from)} → `}${said(to)}`
}

/** The list of changed dates in a mail about these orders; the first is the order of the mail. */
export function changedDates(orders: readonly ToldChange[], timeZone: string): ChangedDates {
  const items = orders.map((order) =>
    [formatTrackingCode(order.trackingCode), ...movesOf(order).map((move) => lineOf(move, timeZone))].join('\n'),
  )
  const [own] = orders
  return {
    list: items.join('\n\n'),
    several: orders.length > 1,
    tells: own ? tellsOf(own) : { portEta: null, placeEta: null },
  }
}

/** The arrivals of an order that the list has; null for one that stays, or is no longer known. */
export const tellsOf = ({ before, to }: Pick<ToldChange, 'before' | 'to'>): Arrivals => ({
  portEta: before.portEta === to.portEta ? null : to.portEta,
  placeEta: before.placeEta === to.placeEta ? null : to.placeEta,
})
