import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { INTERRUPTIONS, MILESTONES, type Milestone } from '#contract/reference/milestones.ts'
import { type Day, dayOf } from './days.ts'
import { type CutOff, currentOf, firstOf, type ToldDates, type TrackedOrder } from './tracked.ts'

/**
 * A step of a shipment: its milestones, and the arrival at the place of delivery, which has a date but no
 * event.
 */
export type StepKey = Exclude<Milestone, (typeof INTERRUPTIONS)[number]> | 'at-place'

/** A step of the line. Days are days of the calendar, 'YYYY-MM-DD'. */
export interface Step {
  /** Name for programs; clients read the label. */
  key: StepKey
  /** 'Departure from Ningbo'; 'Departed from Ningbo' once it happened. */
  label: string
  done: boolean
  /** The day in the sailing's first plan. */
  planned: Day | null
  /** Expected day; null once it happened and for a cancelled order. */
  expected: Day | null
  /** Actual day; null if it did not happen, or nobody said when. */
  actual: Day | null
  /** The day that this reader knew before, if that differs from `expected`. */
  was: Day | null
  /** The cut-off until which somebody else has to do it. */
  by: CutOff | null
}

interface Reader {
  today: Day
  timeZone: string
  told: ToldDates | null
  cargoCutOff: CutOff | null
}

/** 'Arrival in Vancouver', or 'Arrival at the port' while the port is unknown. */
const arrival = (verb: string, place: string, otherwise: string) =>
  place ? `${verb} in ${place}` : `${verb} at the ${otherwise}`
const departure = (verb: string, port: string) => (port ? `${verb} from ${port}` : verb)

type Labels = readonly [next: string, done: string]

/** Labels of a step, before and after it happened. */
const LABELS: Record<StepKey, Labels | ((order: TrackedOrder) => Labels)> = {
  booked: ['Booking', 'Booking received'],
  confirmed: ['Confirmation of the booking', 'Booking confirmed'],
  'picked-up': ['Pick-up from the supplier', 'Picked up from the supplier'],
  received: ['Cargo at our warehouse', 'Cargo received at our warehouse'],
  stuffed: ['Packing into the container', 'Packed into the container'],
  loaded: ['Loading on the vessel', 'Loaded on the vessel'],
  departed: ({ portOfLoading: port }) => [departure('Departure', port), departure('Departed', port)],
  arrived: ({ portOfDischarge: port }) => [arrival('Arrival', port, 'port'), arrival('Arrived', port, 'port')],
  discharged: ['Unloading from the vessel', 'Unloaded from the vessel'],
  'at-place': ({ portOfDischarge, placeOfDelivery }) => {
    // A port is often the place too: its name would appear twice.
    const place = placeOfDelivery === portOfDischarge ? '' : placeOfDelivery
    return [arrival('Arrival', place, 'place of delivery'), arrival('Arrived', place, 'place of delivery')]
  },
  stripped: ['Unpacking at the destination warehouse', 'Unpacked at the destination warehouse'],
  'customs-released': ['Customs clearance', 'Cleared by customs'],
  available: ['Ready for pick-up', 'Ready for pick-up'],
  'out-for-delivery': ['On the way to the destination', 'Out for delivery'],
  delivered: ['Delivery', 'Delivered'],
}

function labelOf(key: StepKey, order: TrackedOrder, done: boolean): string {
  const labels = LABELS[key]
  const [next, past] = typeof labels === 'function' ? labels(order) : labels
  return done ? past : next
}

const isInterruption = (milestone: Milestone): milestone is (typeof INTERRUPTIONS)[number] =>
  INTERRUPTIONS.some((each) => each === milestone)

/** All steps, in the order in which a shipment reaches them. */
const STEPS: readonly StepKey[] = MILESTONES.flatMap((milestone) => {
  if (isInterruption(milestone)) return []
  return milestone === 'discharged' ? [milestone, 'at-place' as const] : [milestone]
})

/** Steps that are shown before anything is known about them. */
function usualSteps({ transportationMode, shipmentTradeTerms }: TrackedOrder): ReadonlySet<StepKey> {
  const usual: StepKey[] = ['booked', 'departed', 'arrived', 'delivered']
  if (transportationMode === TransportationMode.LCL) usual.push('received')
  if (usual.includes('received') && shipmentTradeTerms === TradeTerms.PICK_UP) usual.push('picked-up')
  return new Set(usual)
}

/** Days of a step, independent of today. */
interface Days {
  happened: Day | null
  estimated: Day | null
  planned: Day | null
  told: Day | null
}

const stored = (iso: string | null | undefined): Day | null => (iso ? dayOf(iso) : null)

function daysOf(key: StepKey, order: TrackedOrder, { timeZone, told }: Reader): Days {
  const entry = order.reached.find(({ milestone }) => milestone === key)
  const entered = entry ? dayOf(entry.date, timeZone) : null
  const none = { happened: entered, estimated: null, planned: null, told: null }
  switch (key) {
    case 'booked':
      return { ...none, happened: entered ?? dayOf(order.createdAt, timeZone) }
    case 'departed':
      return {
        happened: stored(order.confirmation?.actualDeparture) ?? entered ?? stored(order.sailing?.now.actualDeparture),
        estimated: stored(currentOf(order, 'estimatedDeparture')),
        planned: stored(firstOf(order, 'estimatedDeparture')),
        told: told?.departure ?? null,
      }
    case 'arrived':
      return {
        happened: stored(order.confirmation?.actualArrival) ?? entered ?? stored(order.sailing?.now.actualArrival),
        estimated: stored(currentOf(order, 'estimatedArrival')),
        planned: stored(firstOf(order, 'estimatedArrival')),
        told: told?.arrival ?? null,
      }
    case 'at-place':
      return {
        ...none,
        happened: stored(order.confirmation?.placeActualArrival),
        estimated: stored(order.confirmation?.placeEstimatedArrival),
        told: told?.place ?? null,
      }
    default:
      return none
  }
}

/**
 * The line of an order: the usual steps, and whatever else is known. A date after today has not happened,
 * whoever wrote it.
 */
export function stepsOf(order: TrackedOrder, reader: Reader): Step[] {
  const usual = usualSteps(order)
  const all = STEPS.map((key) => ({ key, days: daysOf(key, order, reader) }))
  const isPast = (day: Day | null): day is Day => day !== null && day <= reader.today
  const furthest =
    order.status === OrderStatus.COMPLETED ? STEPS.length : all.findLastIndex(({ days }) => isPast(days.happened))
  const steps = all.flatMap(({ key, days: { happened, estimated, planned, told } }, index): Step[] => {
    if (!usual.has(key) && !happened && !estimated) return []
    const done = index <= furthest
    const step = {
      key,
      label: labelOf(key, order, done),
      done,
      planned,
      expected: null,
      actual: null,
      was: null,
      by: null,
    }
    if (done) return [{ ...step, actual: isPast(happened) ? happened : null }]
    const expected = happened ?? estimated
    const before = reader.told ? told : planned
    const was = expected && before !== expected ? before : null
    return [{ ...step, expected, was, by: key === 'received' ? reader.cargoCutOff : null }]
  })
  return order.status === OrderStatus.CANCELLED ? steps.filter(({ done }) => done) : steps
}
