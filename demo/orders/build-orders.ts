import { TransportationMode } from '#contract/orders/codes.ts'
import { addDays } from '#demo/lib/days.ts'
import { createRandom, type Random } from '#demo/lib/random.ts'
import { createdTimes } from './created-times.ts'
import { planDocuments } from './documents.ts'
import { type History, planHistory } from './histories.ts'
import { buildShipment, type Shipment, type World } from './shipments.ts'
import { planVoyage, type Voyage } from './voyages.ts'

const ORDER_COUNT = 2_000

/** A demo order: the shipment, its voyage and its history. */
export interface DemoOrder extends History {
  id: number
  hashSum: string
  customCode: string
  shipment: Shipment
  voyage: Voyage
  confirmed: boolean
  /** The sailing that it shares with others. */
  sailingId?: number
}

/** All orders, oldest first; the id of each is its position in the list, from 1. */
export function buildOrders(world: World): DemoOrder[] {
  const random = createRandom('orders')
  const taken = new Set<string>()
  return createdTimes(world.now, ORDER_COUNT, random).map((createdAt, at) => {
    const planned = buildShipment(world, createdAt, random)
    const voyage = planVoyage(planned, random)
    const history = planHistory(planned, voyage, world.now, random)
    const confirmed = history.entries.some(({ event }) => event === 'confirmed')
    const shipment = { ...planned, price: isPriced(planned, confirmed, world, random) ? planned.price : null }
    const order = {
      id: at + 1,
      hashSum: newCode(taken, random),
      customCode: random.digits(4),
      shipment,
      voyage,
      confirmed,
    }
    return planDocuments({ ...order, ...history }, world.now, random)
  })
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
