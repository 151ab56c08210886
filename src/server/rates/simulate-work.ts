import type { Shipment } from '#server/pricing/calculate-quote.ts'
import type { LaneKeys } from '#server/pricing/find-lane.ts'
import { priceLane } from '#server/pricing/price-shipment.ts'
import { laneReader, type RateBook } from '#server/pricing/rate-book.ts'

/** The question of a kept quote. */
export type AskedQuote = Shipment & LaneKeys & { id: number }

/** Prices in USD at two sets of rates; `lost` is the lane whose rate is not among the second. */
export interface TwoPrices {
  id: number
  before: number | null
  after: number | null
  lost: { tier: number; dest: string } | null
}

/** What a simulation does in its thread: thousands of prices take longer than others may wait. */
export const SIMULATE_WORK = {
  priceTwice(before: RateBook, after: RateBook, quotes: readonly AskedQuote[]): TwoPrices[] {
    const [earlier, later] = [laneReader(before), laneReader(after)]
    return quotes.map((quote) => {
      const [one, other] = [earlier(quote), later(quote)]
      const lost = one.freight && !other.freight && other.depot && other.cartage
      return {
        id: quote.id,
        before: priceLane(quote, one).quote?.amzlclCost ?? null,
        after: priceLane(quote, other).quote?.amzlclCost ?? null,
        lost: lost ? { tier: other.depot?.tier ?? 0, dest: other.cartage?.dest ?? '' } : null,
      }
    })
  },
}
