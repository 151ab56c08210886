import type { Decimal } from 'decimal.js'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import type { QuoteConstants } from './quote-constants.ts'
import * as quoteLine from './quote-lines.ts'

/** The shipment as the client describes it: volume in CBM, weight in kg, value in USD. */
export interface Shipment {
  shipmentTradeTerms: TradeTerms
  volume: number
  weight: number
  value: number
  cargoInsurance: boolean
  customsBrokerage: boolean
}

/** A shipment with the rates of its lane. */
export interface QuoteInput extends Shipment {
  /** Required for pick-ups, ignored otherwise. */
  location: quoteLine.LocationFees | null
  /** The origin depot; for a pick-up, the depot of its location. */
  depot: quoteLine.DepotFees
  freight: quoteLine.FreightRate
  cartage: { exclusion: boolean; amazon: boolean }
  /** Days for (depot, cartage) in the delivery matrix; 0 if it has no entry. */
  delivery: number
  constants: QuoteConstants
}

/** Amounts in USD, exact to the cent; `delivery` in days. */
export interface Quote {
  amzlclCost: number
  delivery: number
  freight: number
  insurance: number
  oncarriage: number
  lines: quoteLine.QuoteLine[]
}

/**
 * Calculates the price of an LCL shipment. Lines are rounded half up to cents and totals add the rounded
 * lines; volume and weight count to 3 decimals, the value to 2. Run `completeQuote` first: it reports what is
 * missing.
 */
export function calculateQuote(input: QuoteInput): Quote {
  const { cartage, constants, shipmentTradeTerms: terms } = input
  const measures = measure(input)
  const delivered = !cartage.exclusion

  const freightLines = [quoteLine.oceanFreight(input.freight, measures)]
  if (terms !== TradeTerms.FOB) freightLines.unshift(quoteLine.originDepot(input.depot, measures))
  if (terms === TradeTerms.PICK_UP) freightLines.unshift(quoteLine.precarriage(input.location, measures))
  const oncarriageLines = delivered ? [quoteLine.onCarriage(constants, measures)] : []
  if (delivered && cartage.amazon) oncarriageLines.push(quoteLine.fbaAppointment(constants))

  const freight = sum(freightLines)
  const oncarriage = sum(oncarriageLines)
  const value = rounded(input.value, 2)
  const insuranceLines = input.cargoInsurance ? [quoteLine.cargoInsurance(constants, value, freight, oncarriage)] : []
  const customsLines = input.customsBrokerage ? [quoteLine.customsBrokerage(constants)] : []

  const lines = [...freightLines, ...oncarriageLines, ...insuranceLines, ...customsLines]
  return {
    amzlclCost: sum(lines),
    delivery: input.delivery,
    freight,
    insurance: sum(insuranceLines),
    oncarriage,
    lines,
  }
}

function measure({ volume, weight, constants }: QuoteInput): quoteLine.Measures {
  const measured = { volume: rounded(volume, 3), weight: rounded(weight, 3) }
  const tons = measured.weight.div(1000)
  const minimum = new quoteLine.Exact(constants.MIN_RT)
  return { ...measured, tons, minimum, revenueTons: quoteLine.Exact.max(measured.volume, tons, minimum) }
}

function rounded(value: number, decimals: number): Decimal {
  return new quoteLine.Exact(value).toDecimalPlaces(decimals)
}

function sum(lines: readonly quoteLine.QuoteLine[]): number {
  return lines.reduce((total, { amount }) => total.plus(amount), new quoteLine.Exact(0)).toNumber()
}
