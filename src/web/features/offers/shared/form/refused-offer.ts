import { z } from 'zod'
import { type TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { ShipmentValues } from '#web/features/quotes/shared/shipment-values.ts'
import { typedOption } from './offer-draft.ts'
import { NO_INPUTS, newKey, sentInputs } from './offer-values.ts'
import { inputsChange } from './shipment-of.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What New order could not offer, for the form of a new offer; a reload keeps it. */
    refused?: RefusedOffer
  }
}

/** An option that was refused, as typed, with the server's messages at the fields of the form. */
export const refusedOffer = z.object({ option: typedOption, errors: z.record(z.string(), z.string()) })
export type RefusedOffer = z.infer<typeof refusedOffer>

/** What New order has on screen: the shipment, its kept quote, and the price that was typed for it. */
interface OnScreen {
  terms: TradeTerms
  shipment: ShipmentValues
  quoteId: number | null
  price: string
}

/** An option with the shipment and the typed price of New order. */
export function optionOnScreen({ terms, shipment, quoteId, price }: OnScreen): RefusedOffer['option'] {
  const base = { ...NO_INPUTS, shipmentTradeTerms: terms }
  const inputs = { ...base, ...inputsChange(base, shipment) }
  return { key: newKey(), id: null, quoteId, label: '', mode: TransportationMode.LCL, inputs, price, days: '' }
}

/** The option in the body of a new offer. */
export const sentOption = ({ mode, quoteId, inputs, price }: RefusedOffer['option']) => ({
  mode,
  quoteId,
  inputs: sentInputs(mode, inputs),
  price,
})
