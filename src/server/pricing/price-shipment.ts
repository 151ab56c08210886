import type { RatesOfPrice } from '#contract/quotes/quotes.ts'
import type { Db } from '#server/db/client.ts'
import { calculateQuote, type Quote, type Shipment } from './calculate-quote.ts'
import { completeQuote } from './complete-quote.ts'
import { findLane, type Lane, type LaneKeys } from './find-lane.ts'

/** A lane with its price, or with the reason in `missing` why it has none. */
export type Priced = { lane: Lane } & ({ quote: Quote; missing: null } | { quote: null; missing: string })

/** Since when the newest rate of a price was true, and the set that brought it. */
export const ratesOf = ({ lane: { since, set } }: Priced): RatesOfPrice => ({ since, set })

/** Prices a shipment at the rates of a lane. */
export function priceLane(shipment: Shipment, lane: Lane): Priced {
  const complete = completeQuote({ ...shipment, ...lane })
  if ('missing' in complete) return { lane, quote: null, missing: complete.missing }
  return { lane, quote: calculateQuote(complete.input), missing: null }
}

/** Prices a shipment at today's rates. */
export async function priceShipment(db: Db, shipment: Shipment & LaneKeys): Promise<Priced> {
  return priceLane(shipment, await findLane(db, shipment))
}
