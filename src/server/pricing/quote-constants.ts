const UNSET = {
  MIN_RT: -1,
  INLAND_KG_PER_CBM: -1,
  ONCARRIAGE_FIXED: -1,
  ONCARRIAGE_VAR: -1,
  ONCARRIAGE_MIN: -1,
  FBA_APPOINTMENT_FEE: -1,
  INSURANCE_UPLIFT: -1,
  INSURANCE_RATE: -1,
  INSURANCE_MIN: -1,
  CUSTOMS_BROKERAGE_FEE: -1,
}

/** The constants that the calculator uses. */
export type QuoteConstants = typeof UNSET

function isName(name: string): name is keyof QuoteConstants {
  return Object.hasOwn(UNSET, name)
}

/** Picks the calculator's constants out of the rows; -1 for one without a row. */
export function readConstants(rows: readonly { name: string; value: number }[]): QuoteConstants {
  const constants = { ...UNSET }
  for (const { name, value } of rows) if (isName(name)) constants[name] = value
  return constants
}

/** A sentence about the first constant that rules out a price; null if they all work. */
export function findConstantGap(constants: QuoteConstants): string | null {
  for (const [name, value] of Object.entries(constants)) {
    if (!(value >= 0)) return `The constant ${name} is missing or below 0.`
  }
  if (constants.INLAND_KG_PER_CBM === 0) return 'The constant INLAND_KG_PER_CBM is 0.'
  const premiumShare = constants.INSURANCE_UPLIFT * constants.INSURANCE_RATE
  return premiumShare < 1 ? null : 'INSURANCE_UPLIFT × INSURANCE_RATE must be below 1.'
}
