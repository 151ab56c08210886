import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'

/** Kinds of record that an order can start at. */
export type OriginKind = 'location' | 'depot' | 'port'

interface Terms {
  transportationMode?: number
  shipmentTradeTerms: number
}

/** FCL starts at a port; LCL starts at a pick-up location for pick-ups, at a depot otherwise. */
export function originKind({ transportationMode = TransportationMode.LCL, shipmentTradeTerms }: Terms): OriginKind {
  if (transportationMode === TransportationMode.FCL) return 'port'
  return shipmentTradeTerms === TradeTerms.PICK_UP ? 'location' : 'depot'
}

/** The origin of an LCL shipment as the calculator takes it. */
export const calculatorOrigin = (shipmentTradeTerms: number, id: number) =>
  originKind({ shipmentTradeTerms }) === 'location' ? { pickUpLocationId: id } : { depotId: id }
