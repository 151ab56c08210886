import { z } from 'zod'
import { TradeTerms } from '#contract/codes/order-codes.ts'

/** Typed values of the shipment, stored as a draft. */
export const shipmentValues = z.object({
  origin: z.number(),
  destination: z.number(),
  volume: z.string(),
  weight: z.string(),
  value: z.string(),
  cargoInsurance: z.boolean(),
  customBrokerage: z.boolean(),
})
export type ShipmentValues = z.infer<typeof shipmentValues>

export const DEFAULT_TERMS: TradeTerms = TradeTerms.PICK_UP

export const NO_SHIPMENT: ShipmentValues = {
  origin: 0,
  destination: 0,
  volume: '',
  weight: '',
  value: '',
  cargoInsurance: false,
  customBrokerage: false,
}
