import type { Db } from '#server/db/client.ts'
import { calculateQuote, type Quote, type Shipment } from './calculate-quote.ts'
import { completeQuote } from './complete-quote.ts'
import { findLane, type Lane, type LaneKeys } from './find-lane.ts'

/** A lane with its price, or in `missing` why there is none. */
export type Priced = { lane: Lane } & ({ quote: Quote; missing: null } | { quote: null; missing: string })

/** Calculates the price of a shipment from what stands in the tables now. */
export async function priceShipment(db: Db, shipment: Shipment & LaneKeys): Promise<Priced> {
  const lane = await findLane(db, shipment)
  const complete = completeQuote({ ...shipment, ...lane })
  if ('missing' in complete) return { lane, quote: null, missing: complete.missing }
  return { lane, quote: calculateQuote(complete.input), missing: null }
}
