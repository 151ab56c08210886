import { originKind } from '#contract/orders/origin.ts'
import type { QuoteInput, Shipment } from './calculate-quote.ts'
import { findConstantGap, type QuoteConstants } from './quote-constants.ts'
import type { DepotFees, FreightRate, LocationFees } from './quote-lines.ts'

/** The table entries for a shipment; null for missing ones. */
export interface QuoteParts extends Shipment {
  location: (LocationFees & { name: string; visibility: boolean }) | null
  depot: (DepotFees & { name: string; tier: number; status: boolean; visibility: boolean }) | null
  cartage: { name: string; dest: string; status: boolean; exclusion: boolean; amazon: boolean } | null
  /** The rate for (depot tier, cartage dest). */
  freight: FreightRate | null
  delivery: number
  constants: QuoteConstants
}

const INSTEAD = 'Use a quote request or a manual rate instead.'

/**
 * The calculator's input, or in `missing` the reason why there is no price and a remedy, in words for staff.
 */
export function completeQuote(parts: QuoteParts): { input: QuoteInput } | { missing: string } {
  const { depot, cartage, freight } = parts
  if (!depot) return missing('This depot does not exist.')
  if (!cartage) return missing('This cartage does not exist.')
  const gap = findHidden(parts) ?? findConstantGap(parts.constants)
  if (gap) return missing(gap)
  const where = `tier ${depot.tier} and destination ${cartage.dest}`
  if (!freight) return missing(`No freight rate for ${where}.`)
  if (freight.cbm === 0 && freight.mt === 0) return missing(`The freight rate for ${where} is 0.`)
  return { input: { ...parts, depot, cartage, freight } }
}

function missing(sentence: string) {
  return { missing: `${sentence} ${INSTEAD}` }
}

/**
 * A hidden record of the lane. Pick-ups offer the location, not its depot: the depot must be in service but
 * may be hidden.
 */
function findHidden({ shipmentTradeTerms, location, depot, cartage }: QuoteParts): string | null {
  const pickUp = originKind({ shipmentTradeTerms }) === 'location'
  if (pickUp && !location) return 'This pick-up location does not exist.'
  if (pickUp && location && !location.visibility) return `Pick-up location ${location.name} is hidden.`
  if (!pickUp && depot && !depot.visibility) return `Depot ${depot.name} is hidden.`
  if (depot && !depot.status) return `Depot ${depot.name} is not in service.`
  return cartage && !cartage.status ? `Cartage ${cartage.name} is hidden.` : null
}
