import type { BookingConfirmation } from './confirmation.ts'

/** Progress of a shipment: percent of transit time, days until arrival. */
export interface OrderProgress {
  percent: number
  daysLeft: number
  /** An actual date of arrival has passed. */
  arrived: boolean
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

/** Shown while departure or arrival is unknown. */
export const FIXED_PROGRESS: OrderProgress = { percent: 50, daysLeft: 20, arrived: false }

const DAY = 86_400_000

/**
 * Progress from departure to arrival at an instant (ms). Actual dates win over estimated ones. Arrival is at the place of
 * delivery or, if that has no date yet, at the port of discharge.
 */
export function orderProgress(confirmation: Dates | null, now: number): OrderProgress {
  const departure = confirmation?.actualTimeOfDepartureAt ?? confirmation?.estimatedTimeOfDepartureAt
  const atPlace = confirmation?.placeActualTimeOfArrivalAt ?? confirmation?.placeEstimatedTimeOfArrivalAt
  const atPort = confirmation?.portActualTimeOfArrivalAt ?? confirmation?.portEstimatedTimeOfArrivalAt
  const arrival = atPlace ?? atPort
  if (!confirmation || !departure || !arrival) return FIXED_PROGRESS
  const actual = atPlace ? confirmation.placeActualTimeOfArrivalAt : confirmation.portActualTimeOfArrivalAt
  const [from, to] = [Date.parse(departure), Date.parse(arrival)]
  if (actual && to <= now) return { percent: 100, daysLeft: 0, arrived: true }
  const way = to > from ? (now - from) / (to - from) : Number(now >= to)
  return {
    percent: Math.round(Math.min(1, Math.max(0, way)) * 100),
    daysLeft: Math.max(0, Math.ceil((to - now) / DAY)),
    arrived: false,
  }
}

/** '20 days left', '1 day left', 'Arrived'. */
export function formatDaysLeft({ daysLeft, arrived }: OrderProgress): string {
  if (arrived) return 'Arrived'
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
}
