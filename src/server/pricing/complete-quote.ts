import { TradeTerms } from '#contract/orders/codes.ts'
import type { QuoteInput, Shipment } from './calculate-quote.ts'
import { findConstantGap, type QuoteConstants } from './quote-constants.ts'
import type { DepotFees, FreightRate, LocationFees } from './quote-lines.ts'

/** What was found for a shipment; null for what there is none of. */
export interface QuoteParts extends Shipment {
  location: (LocationFees & { name: string; visibility: boolean }) | null
  depot: (DepotFees & { name: string; tier: number; status: boolean; visibility: boolean }) | null
  cartage: { name: string; dest: string; status: boolean; exclusion: boolean; amazon: boolean } | null
  /** The rate of (depot tier, cartage dest). */
  freight: FreightRate | null
  delivery: number
  constants: QuoteConstants
}

const WAY_ON = 'A quote request or a manual rate is the way on.'

/** Everything the calculator needs, or in `missing` what keeps it from a price and the way on, in words for staff. */
export function completeQuote(parts: QuoteParts): { input: QuoteInput } | { missing: string } {
  const { depot, cartage, freight } = parts
  if (!depot) return missing('There is no such depot.')
  if (!cartage) return missing('There is no such cartage.')
  const gap = findHidden(parts) ?? findConstantGap(parts.constants)
  if (gap) return missing(gap)
  const where = `tier ${depot.tier} and destination ${cartage.dest}`
  if (!freight) return missing(`No freight rate for ${where}.`)
  if (freight.cbm === 0 && freight.mt === 0) return missing(`The freight rate for ${where} is 0.`)
  return { input: { ...parts, depot, cartage, freight } }
}

function missing(sentence: string) {
  return { missing: `${sentence} ${WAY_ON}` }
}

/** With terms 3 the location is what is offered, so only its depot's service counts, not the depot's visibility. */
function findHidden({ shipmentTradeTerms, location, depot, cartage }: QuoteParts): string | null {
  const pickUp = shipmentTradeTerms === TradeTerms.PICK_UP
  if (pickUp && !location) return 'There is no such pick-up location.'
  if (pickUp && location && !location.visibility) return `Pick-up location ${location.name} is hidden.`
  if (!pickUp && depot && !depot.visibility) return `Depot ${depot.name} is hidden.`
  if (depot && !depot.status) return `Depot ${depot.name} is not in service.`
  return cartage && !cartage.status ? `Cartage ${cartage.name} is hidden.` : null
}
