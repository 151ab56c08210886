import { OrderStatus, TransportationMode } from '#contract/codes/order-codes.ts'
import { addDays } from '#demo/lib/days.ts'
import { createRandom, type Random } from '#demo/lib/random.ts'
import { createdBefore, createdTimes } from './created-times.ts'
import { planDocuments } from './documents.ts'
import { planHistory } from './histories.ts'
import type { DemoOrder } from './planned-order.ts'
import type { Shipment, World } from './shipment.ts'
import { asRequest, buildShipment } from './shipments.ts'
import { planVoyage } from './voyages.ts'

/** How many orders there are. */
export interface OrderCounts {
  /** Of the last twelve months. */
  lately: number
  /** Of the season a year before, for figures to compare with. */
  earlier: number
}
export const WHOLE_DEMO: OrderCounts = { lately: 2_000, earlier: 400 }
/** Quote requests that wait for a price, at least: one for everybody who logs in. */
const REQUESTS = 3

/** All orders, oldest first; the id of each is its position in the list, from 1. */
export function buildOrders(world: World, counts: OrderCounts): DemoOrder[] {
  const taken = new Set<string>()
  const past = createRandom('orders of the year before')
  const earlier = createdBefore(world.now, counts.earlier, past).map((createdAt, at) =>
    // All of them are over.
    buildOrder(world, { id: at + 1, createdAt, taken, forgettable: false }, past),
  )
  const random = createRandom('orders')
  const lately = createdTimes(world.now, counts.lately, random).map((createdAt, at) => {
    const order = buildOrder(world, { id: counts.earlier + at + 1, createdAt, taken, forgettable: true }, random)
    return planDocuments(order, world.now, random)
  })
  return [...earlier, ...withRequests(lately)]
}

/**
 * Chance leaves too few waiting quote requests on some days; then the newest unconfirmed bookings become
 * quote requests.
 */
function withRequests(orders: readonly DemoOrder[]): DemoOrder[] {
  const open = orders.filter(({ status }) => status === OrderStatus.IN_PROGRESS)
  const missing = Math.max(0, REQUESTS - open.filter(({ shipment }) => shipment.price === null).length)
  const booked = open.filter(
    ({ entries, shipment }) => entries.length === 1 && shipment.mode === TransportationMode.LCL,
  )
  const chosen = new Set(booked.slice(booked.length - Math.min(missing, booked.length)))
  const random = createRandom('quote requests')
  return orders.map((order) => (chosen.has(order) ? { ...order, shipment: asRequest(order.shipment, random) } : order))
}

interface Wanted {
  id: number
  createdAt: Date
  /** Codes that other orders have. */
  taken: Set<string>
  /** Whether the order may be left open after the delivery. */
  forgettable: boolean
}

function buildOrder(world: World, { id, createdAt, taken, forgettable }: Wanted, random: Random): DemoOrder {
  const planned = buildShipment(world, createdAt, random)
  const voyage = planVoyage(planned, random)
  const history = planHistory(planned, voyage, { now: world.now, forgettable }, random)
  const confirmed = history.entries.some(({ event }) => event === 'confirmed')
  const shipment = { ...planned, price: isPriced(planned, confirmed, world, random) ? planned.price : null }
  const codes = { hashSum: newCode(taken, random), customCode: random.digits(4) }
  return { id, ...codes, shipment, voyage, confirmed, ...history }
}

/** A quote request is priced within a day or two; some wait longer. */
function isPriced({ mode, createdAt }: Shipment, confirmed: boolean, { now }: World, random: Random): boolean {
  return mode === TransportationMode.LCL || confirmed || (createdAt < addDays(now, -2) && random.chance(0.5))
}

function newCode(taken: Set<string>, random: Random): string {
  const code = random.letters(4) + random.digits(4)
  if (taken.has(code)) return newCode(taken, random)
  taken.add(code)
  return code
}
