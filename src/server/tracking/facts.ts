import { OrderStatus } from '#contract/codes/order-codes.ts'
import { isCutOffBehind } from '#contract/orders/progress.ts'
import { dayOf } from './days.ts'
import { nextStepOf } from './next-step.ts'
import { type Step, stepsOf } from './steps.ts'
import {
  type Carriage,
  type CutOff,
  currentOf,
  firstOf,
  type PickUp,
  type ToldDates,
  type TrackedOrder,
} from './tracked.ts'

/** Everything that anybody with the tracking code may see of an order. */
export interface PublicFacts {
  trackingCode: string
  status: number
  origin: string
  destination: string
  /** Public status of the last event, '' for none, and its date. */
  lastStatus: string
  lastStatusAt: string | null
  /** Estimated departure, and estimated arrival at the place of delivery, else at the port; ISO 8601. */
  estimatedDeparture: string | null
  estimatedArrival: string | null
  /** Steps from the booking to the delivery; for a cancelled order only those that happened. */
  steps: readonly Step[]
  /** The next step, in a sentence or two. */
  nextStep: string
  /** Null once the cargo was received, as `documentationCutOff` is once it has departed. */
  cargoCutOff: CutOff | null
  documentationCutOff: CutOff | null
  carriage: Carriage | null
  pickUp: PickUp | null
  /** Dates that this reader is told now; to be passed as `told` next time. */
  dates: ToldDates
  /** When any of this last changed, ISO 8601. */
  datesAt: string
}

export interface Reading {
  now: Date
  /** Time zone for events and cut-offs; departures and arrivals are the same day everywhere. */
  timeZone: string
  /** Dates that this reader was shown or told last. Without them 'was' is the sailing's first date. */
  told?: ToldDates | null
}

type CutOffField = 'cargoCutOffAt' | 'documentationCutOffAt'

/** The public facts of an order, for one reader. */
export function publicFacts(order: TrackedOrder, { now, timeZone, told = null }: Reading): PublicFacts {
  const today = dayOf(now.toISOString(), timeZone)
  const cutOffOf = (field: CutOffField, lastTold: string | null | undefined) => {
    const at = currentOf(order, field)
    if (!at || order.status === OrderStatus.CANCELLED) return null
    const before = told ? (lastTold ?? null) : firstOf(order, field)
    return { at, was: before === at ? null : before }
  }
  const cargoCutOff = cutOffOf('cargoCutOffAt', told?.cargoCutOff)
  const documentationCutOff = cutOffOf('documentationCutOffAt', told?.documentationCutOff)
  const steps = stepsOf(order, { today, timeZone, told, cargoCutOff })
  const dateOf = (key: Step['key']) => {
    const step = steps.find((each) => each.key === key)
    return step?.actual ?? step?.expected ?? null
  }
  // Nothing is brought to a warehouse that has it, nor to a ship that has left.
  const reached = steps.findLast(({ done }) => done)?.key ?? null
  const furthest = reached === 'at-place' ? 'discharged' : reached
  const { transportationMode } = order
  const isBehind = (field: CutOffField) => isCutOffBehind(field, { transportationMode, furthest })
  return {
    trackingCode: order.trackingCode,
    status: order.status,
    origin: order.cityName,
    destination: order.cartageName,
    lastStatus: order.lastEventPublicStatus ?? '',
    lastStatusAt: order.lastEventTime,
    estimatedDeparture: currentOf(order, 'estimatedDeparture'),
    estimatedArrival: order.confirmation?.placeEstimatedArrival ?? currentOf(order, 'estimatedArrival'),
    steps,
    nextStep: nextStepOf(order, { steps, cargoCutOff: cargoCutOff?.at ?? null, now, timeZone }),
    cargoCutOff: isBehind('cargoCutOffAt') ? null : cargoCutOff,
    documentationCutOff: isBehind('documentationCutOffAt') ? null : documentationCutOff,
    carriage: order.carriage,
    pickUp: order.status === OrderStatus.IN_PROGRESS ? order.pickUp : null,
    dates: {
      cargoCutOff: cargoCutOff?.at ?? null,
      documentationCutOff: documentationCutOff?.at ?? null,
      departure: dateOf('departed'),
      arrival: dateOf('arrived'),
      place: dateOf('at-place'),
    },
    datesAt: order.datesAt,
  }
}
