import { TradeTerms } from '#contract/codes/order-codes.ts'
import type { ConstantTrial } from '#contract/reference/constants.ts'
import { calculateQuote, type Quote, type QuoteInput } from './calculate-quote.ts'
import { findConstantGap, type QuoteConstants } from './quote-constants.ts'

interface Sample extends Omit<QuoteInput, 'constants'> {
  about: string
}

const PICK_UP: Sample = {
  about: 'Pick-up, Amazon, 3.5 CBM, 620 kg, insured for $8 500, with brokerage',
  shipmentTradeTerms: TradeTerms.PICK_UP,
  volume: 3.5,
  weight: 620,
  value: 8500,
  cargoInsurance: true,
  customsBrokerage: true,
  location: { precarFixed: 40, precarVar: 14, precarVarMin: 55 },
  depot: { depotFixed: 48, depotVar: 13, depotVarMin: 28 },
  freight: { cbm: 68, mt: 68 },
  cartage: { exclusion: false, amazon: true },
  delivery: 0,
}
const DROP_OFF: Sample = {
  ...PICK_UP,
  about: 'Drop-off, 2 CBM, 3 400 kg, insured for $8 500, with brokerage',
  shipmentTradeTerms: TradeTerms.DROP_OFF,
  volume: 2,
  weight: 3400,
  location: null,
  depot: { depotFixed: 45, depotVar: 12, depotVarMin: 25 },
  cartage: { exclusion: false, amazon: false },
}
const FOB: Sample = {
  ...DROP_OFF,
  about: 'FOB, 0.4 CBM, 90 kg',
  shipmentTradeTerms: TradeTerms.FOB,
  volume: 0.4,
  weight: 90,
  cargoInsurance: false,
  customsBrokerage: false,
}

/** The worked examples of the calculator: together they use every constant. */
export const SAMPLES: readonly Sample[] = [PICK_UP, DROP_OFF, FOB]

const amountIn = (quote: Quote | null, code: string) => quote?.lines.find((line) => line.code === code)?.amount ?? null

/** Prices the samples with today's constants and with changed ones. */
export function tryConstants(before: QuoteConstants, after: QuoteConstants): ConstantTrial {
  const price = (sample: Sample, constants: QuoteConstants) =>
    findConstantGap(constants) ? null : calculateQuote({ ...sample, constants })
  const samples = SAMPLES.map((sample) => {
    const [now, then] = [price(sample, before), price(sample, after)]
    const lines = (now ?? then)?.lines ?? []
    return {
      about: sample.about,
      lines: lines.map(({ code, label }) => ({
        code,
        label,
        before: amountIn(now, code),
        after: amountIn(then, code),
      })),
      before: now?.amzlclCost ?? null,
      after: then?.amzlclCost ?? null,
    }
  })
  return { samples, missing: findConstantGap(after) }
}
