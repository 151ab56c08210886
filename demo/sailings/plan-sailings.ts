import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import { addDays, startOfDay } from '#demo/lib/days.ts'
import { createRandom } from '#demo/lib/random.ts'
import { planDocuments } from '#demo/orders/documents.ts'
import { planHistory } from '#demo/orders/histories.ts'
import type { DemoOrder, History } from '#demo/orders/planned-order.ts'
import type { World } from '#demo/orders/shipment.ts'
import type { Voyage } from '#demo/orders/voyages.ts'
import { FIRST_CLIENT } from '#demo/people/staff.ts'
import { DESTINATIONS } from '#demo/reference/destinations.ts'

type Stage = 'planned' | 'closed' | 'departed' | 'arrived'

/** Stages of the demo's sailings, and the days by which two of them are delayed. */
const WANTED: readonly (readonly [Stage, delay: number])[] = [
  ['planned', 0],
  ['planned', 5],
  ['planned', 0],
  ['planned', 0],
  ['planned', 0],
  ['closed', 0],
  ['closed', 0],
  ['departed', 6],
  ['departed', 0],
  ['departed', 0],
  ['arrived', 0],
  ['arrived', 0],
]
const MOST_ORDERS = 14
/** Days that cargo waits for a sailing at most. */
const LONGEST_WAIT = 24
const TRIES = 40

/** A sailing of the demo: its plan is the voyage of the order for which it was made. */
export interface DemoSailing {
  id: number
  stage: Stage
  /** Days by which the arrival was put back. */
  delay: number
  voyage: Voyage
  loading: string
  orders: DemoOrder[]
}

/** True if a voyage is at this stage now. */
function isAt(stage: Stage, voyage: Voyage, now: Date): boolean {
  const today = startOfDay(now)
  if (stage === 'planned') return voyage.cargoCutOffAt > addDays(now, 1)
  if (stage === 'closed') return voyage.cargoCutOffAt < now && voyage.estimatedDeparture >= addDays(today, 1)
  if (stage === 'departed') return voyage.departure <= addDays(today, -2) && voyage.portArrival > addDays(today, 1)
  return voyage.portArrival <= addDays(today, -2) && voyage.portArrival > addDays(today, -20)
}

/** Orders that can share a sailing: LCL under way, except those of the client whose login is published. */
const isFree = ({ shipment, confirmed, status }: DemoOrder) =>
  confirmed &&
  status === OrderStatus.IN_PROGRESS &&
  shipment.mode === TransportationMode.LCL &&
  shipment.userId !== FIRST_CLIENT

/** True if the cargo of an order could go with the sailing of another. */
function fits({ shipment, voyage }: DemoOrder, lead: DemoOrder): boolean {
  const ports: readonly string[] = DESTINATIONS[shipment.cartage.dest].ports
  const latest = lead.voyage.documentationCutOffAt
  return (
    shipment.loading === lead.shipment.loading &&
    ports.includes(lead.voyage.portOfDischarge) &&
    voyage.cargoReadyAt < latest &&
    voyage.cargoReadyAt > addDays(latest, -LONGEST_WAIT)
  )
}

/** The lead whose sailing the most orders can share; the oldest one if several are equal. */
function findGroup(free: readonly DemoOrder[], stage: Stage, now: Date): DemoOrder[] {
  let best: DemoOrder[] = []
  for (const lead of free) {
    if (!isAt(stage, lead.voyage, now)) continue
    const group = free.filter((order) => order === lead || fits(order, lead))
    if (group.length > best.length) best = [lead, ...group.filter((order) => order !== lead)]
  }
  return best.slice(0, MOST_ORDERS)
}

/** Plan of an order on another order's sailing: everything after the port moves with the arrival. */
function joined(own: Voyage, lead: Voyage, delay = 0): Voyage {
  const portArrival = addDays(lead.portArrival, delay)
  const estimatedPortArrival = addDays(lead.estimatedPortArrival, delay)
  const moved = (date: Date) => new Date(date.getTime() + portArrival.getTime() - own.portArrival.getTime())
  const { documentationCutOffAt, cargoCutOffAt, estimatedDeparture, departure, vesselId, voyage, portOfDischarge } =
    lead
  return {
    ...own,
    documentationCutOffAt,
    cargoCutOffAt,
    estimatedDeparture,
    departure,
    estimatedPortArrival,
    portArrival,
    vesselId,
    voyage,
    portOfDischarge,
    estimatedPlaceArrival: new Date(
      own.estimatedPlaceArrival.getTime() + estimatedPortArrival.getTime() - own.estimatedPortArrival.getTime(),
    ),
    placeArrival: moved(own.placeArrival),
    deliveredAt: moved(own.deliveredAt),
    closedAt: moved(own.closedAt),
  }
}

/** True for a history that is as far as its sailing. */
function isInStep({ status, entries }: History, stage: Stage): boolean {
  const has = (name: string) => entries.some(({ event }) => event === name)
  return (
    status === OrderStatus.IN_PROGRESS &&
    has('confirmed') &&
    has('departed') === (stage === 'departed' || stage === 'arrived') &&
    has('arrived') === (stage === 'arrived')
  )
}

/** The order with the history that it has on its sailing; null if no attempt is in step with the sailing. */
function aboard(order: DemoOrder, sailing: Omit<DemoSailing, 'orders'>, world: World): DemoOrder | null {
  const voyage = joined(order.voyage, sailing.voyage)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const random = createRandom(`sailing of order ${order.id}, ${attempt}`)
    const history = planHistory(order.shipment, voyage, { now: world.now, forgettable: true }, random)
    if (isInStep(history, sailing.stage))
      return planDocuments({ ...order, voyage, ...history, sailingId: sailing.id }, world.now, random)
  }
  return null
}

/** Puts orders of the demo together on sailings. All other orders stay exactly as they were. */
export function planSailings(orders: readonly DemoOrder[], world: World) {
  const changed = new Map<number, DemoOrder>()
  const sailings: DemoSailing[] = []
  for (const [stage, delay] of WANTED) {
    const free = orders.filter((order) => isFree(order) && !changed.has(order.id))
    const [lead, ...others] = findGroup(free, stage, world.now)
    if (!lead) continue
    const voyage = joined(lead.voyage, lead.voyage, delay)
    const sailing = { id: sailings.length + 1, stage, delay, voyage, loading: lead.shipment.loading }
    const group = [lead, ...others].flatMap((order) => aboard(order, sailing, world) ?? [])
    for (const order of group) changed.set(order.id, order)
    sailings.push({ ...sailing, orders: group })
  }
  return { orders: orders.map((order) => changed.get(order.id) ?? order), sailings }
}
