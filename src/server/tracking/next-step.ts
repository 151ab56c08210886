import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { formatZoned } from '#contract/lib/format.ts'
import type { Milestone } from '#contract/reference/milestones.ts'
import { dayOf, distanceTo, nameOfDay } from './days.ts'
import type { Step, StepKey } from './steps.ts'
import type { TrackedOrder } from './tracked.ts'

interface Situation {
  steps: readonly Step[]
  /** ISO 8601; null where unknown. */
  cargoCutOff: string | null
  now: Date
  timeZone: string
}

/** Sentences for events that stop a shipment on its way. */
const STOPPED: Partial<Record<Milestone, string>> = {
  'on-hold': 'The shipment is on hold. This page will say when it goes on.',
  'customs-exam': 'Customs is examining the shipment. This page will say when it is released.',
}

/** The next step of an order, in a sentence or two that anybody understands. */
export function nextStepOf(order: TrackedOrder, situation: Situation): string {
  if (order.status === OrderStatus.CANCELLED) return 'This booking was cancelled.'
  if (order.status === OrderStatus.COMPLETED) return 'The shipment was delivered. Nothing is left to do.'
  // An event that staff keep to themselves says nothing here either.
  const stopped = order.lastEventPublicStatus && order.lastEventMilestone && STOPPED[order.lastEventMilestone]
  if (stopped) return stopped
  const reached = situation.steps.findLast(({ done }) => done)?.key ?? 'booked'
  return WHAT_FOLLOWS[reached](order, situation)
}

/** ' It is expected on Mar 8, in 12 days.'; '' without a date. */
function expected(key: StepKey, { steps, now, timeZone }: Situation): string {
  const step = steps.find((each) => each.key === key)
  if (!step?.expected) return ''
  const { expected: day, was } = step
  const today = dayOf(now.toISOString(), timeZone)
  if (day < today) return ` It was expected on ${nameOfDay(day, today)}; we are waiting for the confirmation.`
  const before = was ? ` The date was ${nameOfDay(was, today)} before.` : ''
  return ` It is expected on ${nameOfDay(day, today)}, ${distanceTo(day, today)}.${before}`
}

type Follows = (order: TrackedOrder, situation: Situation) => string

const isExpected = (key: StepKey, { steps }: Situation) => steps.some((step) => step.key === key && step.expected)

const toTheOrigin: Follows = (order, situation) => {
  const { cargoCutOff, now, timeZone } = situation
  if (order.transportationMode === TransportationMode.FCL) return toDeparture(order, situation)
  const isOpen = cargoCutOff !== null && Date.parse(cargoCutOff) >= now.getTime()
  const by = isOpen ? ` by ${formatZoned(cargoCutOff, timeZone)}` : ''
  if (order.shipmentTradeTerms === TradeTerms.PICK_UP)
    return 'Next, we pick the cargo up from the supplier and bring it to our warehouse.'
  const warehouse = order.cityName ? `our warehouse, ${order.cityName},` : 'our warehouse'
  return `Next, the supplier brings the cargo to ${warehouse}${by}.`.replace(',.', '.')
}
const toDeparture: Follows = (order, situation) =>
  `Next, the shipment departs${order.portOfLoading ? ` from ${order.portOfLoading}` : ''} by sea.${expected('departed', situation)}`
const toArrival: Follows = (order, situation) =>
  `The shipment is at sea. Next, it arrives ${order.portOfDischarge ? `in ${order.portOfDischarge}` : 'at the port'}.${expected('arrived', situation)}`
const throughCustoms: Follows = (_, situation) =>
  `Next, customs clears the shipment and it is unloaded.${expected('at-place', situation)}`
const toTheDoor: Follows = ({ cartageName }) =>
  `Next, the shipment goes to its destination${cartageName ? `, ${cartageName}` : ''}.`

/** The sentence after the furthest step. */
const WHAT_FOLLOWS: Record<StepKey, Follows> = {
  booked: (order, situation) =>
    isExpected('departed', situation) ? toTheOrigin(order, situation) : 'Next, we confirm the booking and its dates.',
  confirmed: toTheOrigin,
  'picked-up': () => 'Next, the cargo reaches our warehouse.',
  received: toDeparture,
  stuffed: toDeparture,
  loaded: toDeparture,
  departed: toArrival,
  arrived: throughCustoms,
  discharged: throughCustoms,
  'at-place': toTheDoor,
  stripped: toTheDoor,
  'customs-released': toTheDoor,
  available: toTheDoor,
  'out-for-delivery': ({ cartageName }) =>
    `The shipment is on its way to ${cartageName || 'its destination'}. Next, it is delivered.`,
  delivered: () => 'The shipment was delivered. Nothing is left to do.',
}
