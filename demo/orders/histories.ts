import { OrderStatus, TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { addDays, atHour, HOUR } from '#demo/lib/days.ts'
import type { Random } from '#demo/lib/random.ts'
import { ADMIN, CSR, FIRST_CLIENT, MANAGER, SECOND_MANAGER } from '#demo/people/staff.ts'
import { CANCELLATIONS, COMMENTS, type EventKey, eventOf } from '#demo/reference/events.ts'
import type { Entry, History } from './planned-order.ts'
import type { Shipment } from './shipment.ts'
import type { Voyage } from './voyages.ts'

const CANCELLED_SHARE = 0.1
/** Orders that nobody closed: delivered long ago, but still open. */
const FORGOTTEN_SHARE = 0.25

type Step = readonly [EventKey, Date]

/** The history of a shipment up to `now`, oldest first. */
export function planHistory(
  shipment: Shipment,
  voyage: Voyage,
  { now, forgettable }: { now: Date; forgettable: boolean },
  random: Random,
): History {
  const steps = allSteps(shipment, voyage, random)
  const cancelled = random.chance(CANCELLED_SHARE)
  const forgotten = random.chance(FORGOTTEN_SHARE) && forgettable
  const planned = cancelled ? steps.slice(0, random.int(1, 3)) : forgotten ? steps.slice(0, -random.int(1, 2)) : steps
  const entries = enter(planned, shipment, now, random)
  const last = entries.at(-1)
  if (cancelled && last) last.comment = random.pick(CANCELLATIONS)
  const ended = last?.event === 'closed' ? OrderStatus.COMPLETED : OrderStatus.IN_PROGRESS
  return { status: cancelled ? OrderStatus.CANCELLED : ended, entries }
}

/** All steps of a shipment that are due, by date. */
function allSteps(shipment: Shipment, voyage: Voyage, random: Random): Step[] {
  const after = (date: Date, days: number): Date => atHour(addDays(date, days), random.int(24, 76) / 4)
  const exam = random.chance(0.06)
  const steps: (Step | false)[] = [
    ['received', shipment.createdAt],
    ['confirmed', voyage.confirmedAt],
    voyage.late && ['notReady', after(voyage.promisedAt, -1)],
    shipment.terms === TradeTerms.PICK_UP && ['pickUp', after(voyage.cargoReadyAt, -1)],
    shipment.mode === TransportationMode.LCL && ['atDepot', after(voyage.cargoReadyAt, 1)],
    ['exportCleared', after(voyage.cargoCutOffAt, 1)],
    ['loaded', after(voyage.departure, -1)],
    ['departed', after(voyage.departure, 0)],
    ['inTransit', after(voyage.departure, 4)],
    ['arrived', after(voyage.portArrival, 0)],
    ['discharged', after(voyage.portArrival, 1)],
    ...destinationSteps(shipment, voyage, exam, after),
    ['delivered', voyage.deliveredAt],
    ['closed', voyage.closedAt],
  ]
  return steps.filter((step) => step !== false)
}

function destinationSteps(
  { mode, cartage }: Shipment,
  { placeArrival, deliveredAt }: Voyage,
  exam: boolean,
  after: (date: Date, days: number) => Date,
): (Step | false)[] {
  return [
    mode === TransportationMode.LCL && ['atCfs', after(placeArrival, 0)],
    exam && ['exam', after(placeArrival, 1)],
    ['importCleared', after(placeArrival, exam ? 3 : 1)],
    cartage.exclusion && ['available', after(placeArrival, 4)],
    cartage.amazon && ['appointment', after(deliveredAt, -2)],
    !cartage.exclusion && ['outForDelivery', new Date(deliveredAt.getTime() - 5 * HOUR)],
  ]
}

function enter(steps: readonly Step[], { userId: clientId }: Shipment, now: Date, random: Random): Entry[] {
  const mailedAlways = (date: Date) => date > addDays(now, clientId === FIRST_CLIENT ? -45 : -3)
  const entries: Entry[] = []
  let earliest = 0
  for (const [event, date] of steps) {
    const lag = event === 'received' ? 0 : random.between(0.1, 5) * HOUR
    const setAt = new Date(Math.max(date.getTime(), earliest) + Math.round(lag))
    if (setAt > now) break
    earliest = setAt.getTime() + 1
    const userId = chooseUser(event, random)
    const comment = random.chance(0.22) ? random.pick(COMMENTS[event] ?? ['']) : ''
    const mailed = eventOf(event).template !== null && (random.chance(0.02) || mailedAlways(date))
    entries.push({ event, date, setAt, userId, comment, mailed, documents: [] })
  }
  return entries
}

/** The CSR sets some of the events at origin. */
function chooseUser(event: EventKey, random: Random): number {
  const byCsr = event === 'notReady' || event === 'pickUp' || event === 'atDepot' || event === 'exam'
  if (byCsr && random.chance(0.35)) return CSR
  return random.weighted([
    [ADMIN, 12],
    [MANAGER, 52],
    [SECOND_MANAGER, 36],
  ])
}
