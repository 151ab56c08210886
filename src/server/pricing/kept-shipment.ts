import type { TradeTerms } from '#contract/codes/order-codes.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Shipment } from './calculate-quote.ts'
import type { LaneKeys } from './find-lane.ts'

/** The calculator's body with its trade terms, as an option of an offer keeps it: CBM, kg and USD. */
interface KeptInputs extends Omit<Shipment, 'volume' | 'value'> {
  shipmentTradeTerms: TradeTerms
  pickUpLocationId?: number
  depotId?: number
  cartageId: number
  cbm: number
  insurance?: number | null
}

/** The shipment that kept LCL inputs describe. Nothing is judged again: rules may have changed since it was priced. */
export function keptShipment(inputs: Record<string, unknown>): Shipment & LaneKeys {
  const kept = inputs as unknown as KeptInputs // as they were priced
  const { shipmentTradeTerms, cartageId, cbm: volume, weight, insurance, cargoInsurance, customsBrokerage } = kept
  const origin = originKind({ shipmentTradeTerms }) === 'location' ? kept.pickUpLocationId : kept.depotId
  return {
    shipmentTradeTerms,
    originId: origin ?? 0,
    cartageId,
    volume,
    weight,
    value: insurance ?? 0,
    cargoInsurance,
    customsBrokerage,
  }
}
