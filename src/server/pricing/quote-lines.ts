import { Decimal } from 'decimal.js'
import type { QuoteConstants } from './quote-constants.ts'

/** Decimals precise enough for every formula: only finished lines are rounded. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** Pick-up fees in USD: fixed, variable per revenue ton, and the minimum of the variable part. */
export interface LocationFees {
  precarFixed: number
  precarVar: number
  precarVarMin: number
}

/** Depot fees in USD, with the same three parts. */
export interface DepotFees {
  depotFixed: number
  depotVar: number
  depotVarMin: number
}

/** Ocean freight in USD per CBM and per metric ton. */
export interface FreightRate {
  cbm: number
  mt: number
}

/**
 * Exact measures: volume in CBM, weight in kg, tons in t, minimum is MIN_RT, revenue tons are max(CBM, t,
 * MIN_RT).
 */
export interface Measures {
  volume: Decimal
  weight: Decimal
  tons: Decimal
  minimum: Decimal
  revenueTons: Decimal
}

/** Identifies a line of the price breakdown. */
export type QuoteLineCode = 'precarriage' | 'origin' | 'ocean' | 'oncarriage' | 'fba' | 'insurance' | 'customs'
/** One line of the price breakdown. */
export interface QuoteLine {
  code: QuoteLineCode
  label: string
  /** The formula with its numbers filled in: '48 + max(28, 13 × 3.5) = 93.50'. */
  formula: string
  /** USD, exact to the cent. */
  amount: number
}

const text = (value: Decimal.Value) => new Exact(value).toFixed()

function line(code: QuoteLineCode, label: string, formula: string, exact: Decimal): QuoteLine {
  const amount = exact.toDecimalPlaces(2)
  return { code, label, formula: `${formula} = ${amount.toFixed(2)}`, amount: amount.toNumber() }
}

function fixedAndVariable(fixed: number, variable: number, minimum: number, revenueTons: Decimal): [string, Decimal] {
  const formula = `${text(fixed)} + max(${text(minimum)}, ${text(variable)} × ${text(revenueTons)})`
  return [formula, Exact.max(minimum, revenueTons.times(variable)).plus(fixed)]
}

/** Trucking from the supplier to the depot. Throws without a location. */
export function precarriage(location: LocationFees | null, { revenueTons }: Measures): QuoteLine {
  if (!location) throw new Error('A pick-up needs a pick-up location')
  const { precarFixed, precarVar, precarVarMin } = location
  return line('precarriage', 'Pre-carriage', ...fixedAndVariable(precarFixed, precarVar, precarVarMin, revenueTons))
}

/** Handling at the origin depot. */
export function originDepot(depot: DepotFees, { revenueTons }: Measures): QuoteLine {
  const { depotFixed, depotVar, depotVarMin } = depot
  return line('origin', 'Origin depot', ...fixedAndVariable(depotFixed, depotVar, depotVarMin, revenueTons))
}

/** Ocean freight by volume (at least MIN_RT) or by weight, whichever costs more. */
export function oceanFreight({ cbm, mt }: FreightRate, { volume, tons, minimum }: Measures): QuoteLine {
  const charged = Exact.max(volume, minimum)
  const formula = `max(${text(cbm)} × ${text(charged)}, ${text(mt)} × ${text(tons)})`
  return line('ocean', 'Ocean freight', formula, Exact.max(charged.times(cbm), tons.times(mt)))
}

/**
 * Transport from the port or ramp of arrival to the door. Heavy cargo counts as 1 CBM per INLAND_KG_PER_CBM
 * kg.
 */
export function onCarriage(constants: QuoteConstants, { volume, weight, minimum }: Measures): QuoteLine {
  const {
    INLAND_KG_PER_CBM: kgPerCbm,
    ONCARRIAGE_FIXED: fixed,
    ONCARRIAGE_MIN: least,
    ONCARRIAGE_VAR: each,
  } = constants
  const charged = Exact.max(volume, weight.div(kgPerCbm), minimum)
  const measure = `max(${text(volume)}, ${text(weight)} / ${text(kgPerCbm)}, ${text(minimum)})`
  const formula = `${text(fixed)} + max(${text(least)}, ${text(each)} × ${measure})`
  return line('oncarriage', 'On-carriage', formula, Exact.max(least, charged.times(each)).plus(fixed))
}

/** The delivery appointment at an Amazon fulfilment centre. */
export function fbaAppointment({ FBA_APPOINTMENT_FEE: fee }: QuoteConstants): QuoteLine {
  return line('fba', 'FBA appointment', 'flat fee', new Exact(fee))
}

/** The premium on CIF × INSURANCE_UPLIFT, where CIF includes the premium itself; at least INSURANCE_MIN. */
export function cargoInsurance(
  constants: QuoteConstants,
  value: Decimal,
  freight: number,
  oncarriage: number,
): QuoteLine {
  const { INSURANCE_MIN: least, INSURANCE_RATE: rate, INSURANCE_UPLIFT: uplift } = constants
  const base = value.plus(freight).plus(oncarriage)
  const insured = base.times(uplift).div(new Exact(1).minus(new Exact(uplift).times(rate)))
  const cif = `(${text(value)} + ${text(freight)} + ${text(oncarriage)})`
  const formula = `max(${text(least)}, ${cif} × ${text(uplift)} / (1 − ${text(uplift)} × ${text(rate)}) × ${text(rate)})`
  return line('insurance', 'Cargo insurance', formula, Exact.max(least, insured.times(rate)))
}

/** The broker's fee for the customs entry. */
export function customsBrokerage({ CUSTOMS_BROKERAGE_FEE: fee }: QuoteConstants): QuoteLine {
  return line('customs', 'Customs brokerage', 'flat fee', new Exact(fee))
}
