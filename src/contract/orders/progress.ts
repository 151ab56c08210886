import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { BookingConfirmation } from './confirmation.ts'
import type { Order } from './orders.ts'

/** Progress of a shipment: percent of transit time, days until arrival. */
export interface OrderProgress {
  percent: number
  daysLeft: number
  stage: 'under way' | 'arrived' | 'delivered'
}

type Dates = Pick<
  BookingConfirmation,
  | 'estimatedTimeOfDepartureAt'
  | 'actualTimeOfDepartureAt'
  | 'portEstimatedTimeOfArrivalAt'
  | 'portActualTimeOfArrivalAt'
  | 'placeEstimatedTimeOfArrivalAt'
  | 'placeActualTimeOfArrivalAt'
>

/** The parts of an order that progress is computed from; `deliveryDays` as in the delivery grid. */
export type Travelling = Pick<Order, 'status' | 'deliveryDays' | 'departedAt'> & { bookingConfirmation: Dates | null }

/** Progress of an order in progress while departure or arrival is unknown. */
export const FIXED_PROGRESS: OrderProgress = { percent: 50, daysLeft: 20, stage: 'under way' }
const DELIVERED: OrderProgress = { percent: 100, daysLeft: 0, stage: 'delivered' }

const DAY = 86_400_000

/**
 * Progress from departure to arrival at an instant (ms); null for a cancelled order. Actual dates win over
 * estimated ones, and the departure of the history counts if the confirmation has none. Arrival is at the
 * place of delivery or, if that has no date yet, at the port of discharge. For cargo that departed without a
 * date of arrival, the days of the delivery grid give one.
 */
export function orderProgress(order: Travelling, now: number): OrderProgress | null {
  if (order.status === OrderStatus.CANCELLED) return null
  if (order.status === OrderStatus.COMPLETED) return DELIVERED
  const way = wayOf(order)
  if (!way) return FIXED_PROGRESS
  const { from, to, actual } = way
  if (actual && to <= now) return { percent: 100, daysLeft: 0, stage: 'arrived' }
  const share = to > from ? (now - from) / (to - from) : Number(now >= to)
  return {
    percent: Math.round(Math.min(1, Math.max(0, share)) * 100),
    daysLeft: Math.max(0, Math.ceil((to - now) / DAY)),
    stage: 'under way',
  }
}

/** Departure and arrival in ms, and whether the arrival is an actual one; null unless both are known. */
function wayOf({ bookingConfirmation: dates, deliveryDays, departedAt }: Travelling) {
  const confirmed = departureOf(dates)
  const arrival = arrivalOf(dates)
  // Without an arrival, the days of the grid begin only at a departure that happened.
  const planned = confirmed && (confirmed.actual || arrival) ? confirmed : null
  const departure = planned ?? callAt(departedAt, null) ?? confirmed
  if (!departure) return null
  const from = Date.parse(departure.at)
  if (arrival) return { from, to: Date.parse(arrival.at), actual: arrival.actual }
  return departure.actual && deliveryDays ? { from, to: from + deliveryDays * DAY, actual: false } : null
}

/** A date of the voyage in ISO 8601, actual or estimated. */
interface Call {
  at: string
  actual: boolean
}

const callAt = (actual: string | null | undefined, estimated: string | null | undefined): Call | null => {
  const at = actual ?? estimated
  return at ? { at, actual: at === actual } : null
}

/** The departure of a confirmed shipment: the actual date, else the estimated one; null for neither. */
export const departureOf = (dates: Dates | null) =>
  callAt(dates?.actualTimeOfDepartureAt, dates?.estimatedTimeOfDepartureAt)

/** The arrival at the place of delivery, or else at the port of discharge; null if neither is known. */
export const arrivalOf = (dates: Dates | null) =>
  callAt(dates?.placeActualTimeOfArrivalAt, dates?.placeEstimatedTimeOfArrivalAt) ??
  callAt(dates?.portActualTimeOfArrivalAt, dates?.portEstimatedTimeOfArrivalAt)

type CutOffs = Pick<BookingConfirmation, 'cargoCutOffAt' | 'documentationCutOffAt'>

/** The next cut-off after an instant (ms); null if there is none. */
export function nextCutOff(cutOffs: CutOffs | null, now: number): { of: 'Cargo' | 'Documentation'; at: string } | null {
  const all = [
    { of: 'Cargo', at: cutOffs?.cargoCutOffAt },
    { of: 'Documentation', at: cutOffs?.documentationCutOffAt },
  ] as const
  const [next] = all
    .flatMap(({ of, at }) => (at && Date.parse(at) >= now ? [{ of, at }] : []))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return next ?? null
}

/** '20 days left', '1 day left', 'Arrived', 'Delivered'. */
export function formatDaysLeft({ daysLeft, stage }: OrderProgress): string {
  if (stage === 'delivered') return 'Delivered'
  if (stage === 'arrived') return 'Arrived'
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
}
