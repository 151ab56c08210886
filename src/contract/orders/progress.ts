import { z } from 'zod'
import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import { INTERRUPTIONS, MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import type { BookingConfirmation } from './confirmation.ts'

/** Progress of a shipment: percent of transit time, days until arrival. */
export const orderProgressFields = z.object({
  percent: z.int().describe('Percent of the time from departure to arrival.'),
  daysLeft: z.int().describe('Days until the arrival.'),
  stage: z
    .enum(['under way', 'arrived', 'delivered'])
    .describe('under way, arrived at the port of discharge or later, or delivered.'),
})
export type OrderProgress = z.infer<typeof orderProgressFields>

/** A cut-off that lies ahead, and its instant. */
export const nextCutOffFields = z.object({ field: z.enum(['cargoCutOffAt', 'documentationCutOffAt']), at: z.string() })
export type NextCutOff = z.infer<typeof nextCutOffFields>

type Dates = Pick<
  BookingConfirmation,
  | 'estimatedTimeOfDepartureAt'
  | 'actualTimeOfDepartureAt'
  | 'portEstimatedTimeOfArrivalAt'
  | 'portActualTimeOfArrivalAt'
  | 'placeEstimatedTimeOfArrivalAt'
  | 'placeActualTimeOfArrivalAt'
>

/** What an order has reached, by its history and by the facts beside it. */
export interface Reached {
  status: number
  /** The furthest milestone of the history. */
  lastMilestone: Milestone | null
  /** When the CFS received its cargo; null before. */
  receivedAt: string | null
  bookingConfirmation: Pick<
    Dates,
    'actualTimeOfDepartureAt' | 'portActualTimeOfArrivalAt' | 'placeActualTimeOfArrivalAt'
  > | null
}

/** The parts of an order that progress is computed from; `deliveryDays` as in the delivery grid. */
export interface Travelling extends Reached {
  deliveryDays: number | null
  /** The departure by the history; null before. */
  departedAt: string | null
  bookingConfirmation: Dates | null
}

/** Progress of an order in progress of which nothing is known. */
export const FIXED_PROGRESS: OrderProgress = { percent: 50, daysLeft: 20, stage: 'under way' }
const DELIVERED: OrderProgress = { percent: 100, daysLeft: 0, stage: 'delivered' }
const ARRIVED: OrderProgress = { percent: 100, daysLeft: 0, stage: 'arrived' }

const DAY = 86_400_000

/** Whether a shipment at `furthest` has reached a milestone. A hold and a customs exam are not on its way. */
export const hasReached = (furthest: Milestone | null, milestone: Milestone): boolean =>
  furthest !== null &&
  !INTERRUPTIONS.some((each) => each === furthest) &&
  MILESTONES.indexOf(furthest) >= MILESTONES.indexOf(milestone)

/**
 * The furthest milestone of an order at an instant (ms): of its history, the receipt by the CFS, actual dates
 * that are not still to come, and its completion. Null for none.
 */
export function furthestMilestone(order: Reached, now: number): Milestone | null {
  const isPast = (at: string | null | undefined) => Boolean(at) && Date.parse(at ?? '') <= now
  const dates = order.bookingConfirmation
  const reached: (Milestone | null | false)[] = [
    order.lastMilestone,
    order.receivedAt !== null && 'received',
    isPast(dates?.actualTimeOfDepartureAt) && 'departed',
    isPast(dates?.portActualTimeOfArrivalAt) && 'arrived',
    isPast(dates?.placeActualTimeOfArrivalAt) && 'discharged',
    order.status === OrderStatus.COMPLETED && 'delivered',
  ]
  return reached.reduce<Milestone | null>(
    (furthest, each) => (each && !hasReached(furthest, each) ? each : furthest),
    null,
  )
}

/**
 * Progress from departure to arrival at an instant (ms); null for a cancelled order. Actual dates win over
 * estimated ones, and the departure of the history counts if the confirmation has none. Arrival is at the
 * place of delivery or, if that has no date yet, at the port of discharge. For cargo that departed without a
 * date of arrival, the days of the delivery grid give one. The furthest milestone wins over dates.
 */
export function orderProgress(order: Travelling, now: number): OrderProgress | null {
  if (order.status === OrderStatus.CANCELLED) return null
  const furthest = furthestMilestone(order, now)
  if (hasReached(furthest, 'delivered')) return DELIVERED
  if (hasReached(furthest, 'arrived')) return ARRIVED
  const way = wayOf(order)
  if (!way) return FIXED_PROGRESS
  const { from, to } = way
  const share = to > from ? (now - from) / (to - from) : Number(now >= to)
  const least = hasReached(furthest, 'departed') ? 1 : 0
  return {
    percent: Math.max(least, Math.round(Math.min(1, Math.max(0, share)) * 100)),
    daysLeft: Math.max(0, Math.ceil((to - now) / DAY)),
    stage: 'under way',
  }
}

/** Departure and arrival in ms; null unless both are known. */
function wayOf({ bookingConfirmation: dates, deliveryDays, departedAt }: Travelling) {
  const confirmed = departureOf(dates)
  const arrival = arrivalOf(dates)
  // Without an arrival, the days of the grid begin only at a departure that happened.
  const planned = confirmed && (confirmed.actual || arrival) ? confirmed : null
  const departure = planned ?? callAt(departedAt, null) ?? confirmed
  if (!departure) return null
  const from = Date.parse(departure.at)
  if (arrival) return { from, to: Date.parse(arrival.at) }
  return departure.actual && deliveryDays ? { from, to: from + deliveryDays * DAY } : null
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

type CutOffs = Record<NextCutOff['field'], string | null>

/** The milestone that puts a cut-off behind a shipment: full containers are loaded, not received by the CFS. */
const endOf = (field: NextCutOff['field'], transportationMode: number): Milestone => {
  if (field === 'documentationCutOffAt') return 'departed'
  return transportationMode === TransportationMode.FCL ? 'loaded' : 'received'
}

/** Whether a cut-off lies behind a shipment that has reached `furthest`, so that nobody is reminded of it. */
export const isCutOffBehind = (
  field: NextCutOff['field'],
  { transportationMode, furthest }: { transportationMode: number; furthest: Milestone | null },
): boolean => hasReached(furthest, endOf(field, transportationMode))

/**
 * The next cut-off of an order after an instant (ms) that is not behind its furthest milestone; null for none,
 * and for a cancelled order.
 */
export function nextCutOff(
  order: Reached & { transportationMode: number },
  cutOffs: CutOffs | null,
  now: number,
): NextCutOff | null {
  if (order.status === OrderStatus.CANCELLED) return null
  const furthest = furthestMilestone(order, now)
  const fields = (['cargoCutOffAt', 'documentationCutOffAt'] as const).filter(
    (field) => !isCutOffBehind(field, { transportationMode: order.transportationMode, furthest }),
  )
  const [next] = fields
    .flatMap((field) => {
      const at = cutOffs?.[field]
      return at && Date.parse(at) >= now ? [{ field, at }] : []
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return next ?? null
}

/** '20 days left', '1 day left', 'Arrived', 'Delivered'. */
export function formatDaysLeft({ daysLeft, stage }: OrderProgress): string {
  if (stage === 'delivered') return 'Delivered'
  if (stage === 'arrived') return 'Arrived'
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
}
