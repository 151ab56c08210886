import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { atMost, ENTER_VALUE, NUMBER, REQUIRED } from '#contract/lib/messages.ts'
import { readNumber } from '#contract/lib/numbers.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { withRules } from '#contract/lib/rules.ts'
import { dayOrInstant } from '#contract/rates/rate-days.ts'
import { valueRule } from './shipment-rules.ts'

export const CBM_ZERO = 'CBM cannot be zero'
export const OVER_16_CBM = 'For shipments over 16 cubic meters we recommend requesting a FCL quote'
export const HIGH_DENSITY = 'This is high-density cargo. Please contact us to confirm the rate.'
export const VERY_LIGHT = 'This cargo is very light for its volume. Please check weight and volume.'

/** The largest volume of an instant quote or LCL booking, in CBM. */
export const MAX_LCL_CBM = 16
const GREATEST = 999_999_999

/** Rounds half up in decimals: 1.0005 to 3 places is 1.001, whatever its binary form. */
export function roundHalfUp(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + places}`))
  return Number(`${shifted}e-${places}`)
}

interface RoundedRules {
  /** The message for a number that rounds to 0. */
  roundsToZero?: string
  max?: number
  tooLarge?: string
}

/** Reads a number above 0, typed or sent; null if empty or 0. */
function readRounded(raw: number | string | null | undefined, places: number, rules: RoundedRules) {
  const read = readNumber(raw)
  if (read === null || read === 0) return { value: null }
  if (read === 'not a number' || read < 0) return { message: f.notNumber(raw) }
  const value = read > GREATEST ? read : roundHalfUp(read, places)
  const max = rules.max ?? GREATEST
  if (value === 0) return { message: rules.roundsToZero ?? ENTER_VALUE }
  return value > max ? { message: rules.tooLarge ?? atMost(max) } : { value }
}

const numeric = z.union([z.number(), z.string()], { error: NUMBER }).nullish()

const rounded = (places: number, rules: RoundedRules = {}) =>
  numeric.transform((raw, ctx): number => {
    const { value, message = ENTER_VALUE } = readRounded(raw, places, rules)
    if (value) return value
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** Volume in CBM to 3 decimals: more than 0, at most 16. */
export const lclVolume = () => rounded(3, { roundsToZero: CBM_ZERO, max: MAX_LCL_CBM, tooLarge: OVER_16_CBM })
/** Weight in kg to 3 decimals, more than 0. */
export const lclWeight = () => rounded(3)

/** A shipment's value in USD to the cent; null if empty or 0. `valueRule` decides whether it is required. */
export const shipmentValue = () =>
  numeric.transform((raw, ctx): number | null => {
    const { value, message } = readRounded(raw, 2, {})
    if (message === undefined) return value ?? null
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** A manual rate in USD: above 0, at most 2 decimals. */
export const manualRate = () => f.decimal(2, { above: 0, empty: ENTER_VALUE })

/** A warning if weight (kg) and volume (CBM) do not match; it blocks nothing. */
export function densityMessage(volume: number, kilograms: number): string | null {
  const tons = kilograms / 1000
  if (tons > volume && kilograms > 5000) return HIGH_DENSITY
  if (tons < volume && kilograms > 8000) return VERY_LIGHT
  return null
}

const shipment = {
  /** The client, if known. */
  userId: f.optionalId(),
  cartageId: f.id(REQUIRED),
  weight: lclWeight(),
  cbm: lclVolume(),
  insurance: shipmentValue(),
  cargoInsurance: f.flag().default(false),
  customsBrokerage: f.flag().default(false),
}
const insured = valueRule('insurance')

/** The body of calculator/pick-up_from_supplier. */
export const pickUpQuoteInput = withRules(z.object({ pickUpLocationId: f.id(REQUIRED), ...shipment }), insured)
/** The body of the calculator's other two calls. */
export const depotQuoteInput = withRules(z.object({ depotId: f.id(REQUIRED), ...shipment }), insured)

/** The query of the calculator's calls. */
export const calculatorQuery = z.object({
  on: dayOrInstant().describe(
    'The day, or instant, whose rates count: past ones, or those that are scheduled. A day means its last instant. Empty: now.',
  ),
})

/** The calculator's calls by trade terms; Other is calculated as Drop-Off. */
export const CALCULATOR_PATHS = [
  'calculator/drop-off_by_supplier',
  'calculator/supplier_is_responsible_for_all_origin_fees',
  'calculator/drop-off_by_supplier',
  'calculator/pick-up_from_supplier',
] as const

export const quoteLine = z.object({ code: z.string(), label: z.string(), formula: z.string(), amount: z.number() })
export type QuoteLine = z.infer<typeof quoteLine>
/** The age of a price's rates. */
export const ratesOfPrice = z.object({
  since: z.string().nullable().describe('When the newest of these rates began.'),
  set: namedRecord.nullable().describe('The set that brought the newest of these rates; null if none did.'),
})
export type RatesOfPrice = z.infer<typeof ratesOfPrice>
/** The rates of a calculation. */
export const ratesOfQuote = ratesOfPrice.extend({
  on: z.string().describe('The time whose rates these are: now, or the one that was asked for.'),
})
/** A price in USD with its lines; `delivery` in days, 0 if unknown. */
export const quote = z.object({
  amzlclCost: z.number(),
  delivery: z.int(),
  freight: z.number(),
  insurance: z.number(),
  oncarriage: z.number(),
  lines: z.array(quoteLine),
  rates: ratesOfQuote.describe('The rates that it was priced with.'),
  quoteId: z.int().nullable().describe('The kept quote; null for a price of another time, which is not kept.'),
})
export type QuoteResult = z.infer<typeof quote>

/** The field with the reason why there is no price, and with alternatives. */
export const NO_RATE_FIELD = 'rate'

/** The calculator's form. The origin is a location for pick-ups, a depot otherwise. */
export const quoteForm = withRules(
  z.object({
    origin: f.id(REQUIRED),
    destination: f.id(REQUIRED),
    volume: lclVolume(),
    weight: lclWeight(),
    value: shipmentValue(),
    cargoInsurance: f.flag(),
    customBrokerage: f.flag(),
  }),
  valueRule('value'),
)
