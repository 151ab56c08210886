import type { TradeTerms } from '#contract/codes/order-codes.ts'
import { originKind } from '#contract/orders/origin.ts'
import type { Shipment } from './calculate-quote.ts'
import type { LaneKeys } from './find-lane.ts'

/** A question to the calculator as it is kept: options of offers name the volume as its body does. CBM, kg and USD. */
interface KeptInputs extends Omit<Shipment, 'volume' | 'value'> {
  shipmentTradeTerms: TradeTerms
  pickUpLocationId?: number
  depotId?: number
  cartageId: number
  cbm?: number
  volume?: number
  insurance?: number | null
}

/** The LCL shipment of a kept quote or option. Nothing is judged again: rules may have changed since it was priced. */
export function keptShipment(inputs: Record<string, unknown>): Shipment & LaneKeys {
  const kept = inputs as unknown as KeptInputs // as they were priced
  const { shipmentTradeTerms, cartageId, weight, insurance, cargoInsurance, customsBrokerage } = kept
  const origin = originKind({ shipmentTradeTerms }) === 'location' ? kept.pickUpLocationId : kept.depotId
  return {
    shipmentTradeTerms,
    originId: origin ?? 0,
    cartageId,
    volume: kept.cbm ?? kept.volume ?? 0,
    weight,
    value: insurance ?? 0,
    cargoInsurance,
    customsBrokerage,
  }
}
