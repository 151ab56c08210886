import { TradeTerms } from '#contract/codes/order-codes.ts'
import type { KeptQuote } from '#contract/offers/offers.ts'
import { DEFAULT_TERMS, type ShipmentValues } from '#web/features/quotes/shared/shipment-values.ts'

const typed = (value: unknown) => (typeof value === 'number' && value !== 0 ? String(value) : '')
const idOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** The calculator's form as it was when a kept quote was asked for. */
export function reopenedQuote({ inputs }: Pick<KeptQuote, 'inputs'>): { terms: TradeTerms; shipment: ShipmentValues } {
  const { shipmentTradeTerms, pickUpLocationId, depotId, cartageId, volume, weight, insurance } = inputs
  return {
    terms: Object.values(TradeTerms).find((each) => each === shipmentTradeTerms) ?? DEFAULT_TERMS,
    shipment: {
      origin: idOf(pickUpLocationId) || idOf(depotId),
      destination: idOf(cartageId),
      volume: typed(volume),
      weight: typed(weight),
      value: typed(insurance),
      cargoInsurance: inputs.cargoInsurance === true,
      customBrokerage: inputs.customsBrokerage === true,
    },
  }
}
