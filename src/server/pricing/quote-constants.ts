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

/** The figures of Constants that the calculator reads. */
export type QuoteConstants = typeof UNSET

function isName(name: string): name is keyof QuoteConstants {
  return Object.hasOwn(UNSET, name)
}

/** The calculator's figures out of the rows of Constants; one without a row is below 0. */
export function readConstants(rows: readonly { name: string; value: number }[]): QuoteConstants {
  const constants = { ...UNSET }
  for (const { name, value } of rows) if (isName(name)) constants[name] = value
  return constants
}

/** Which figure keeps a price from being calculated, in a sentence; null when all will do. */
export function findConstantGap(constants: QuoteConstants): string | null {
  for (const [name, value] of Object.entries(constants)) {
    if (!(value >= 0)) return `The constant ${name} is missing or below 0.`
  }
  if (constants.INLAND_KG_PER_CBM === 0) return 'The constant INLAND_KG_PER_CBM is 0.'
  const premiumShare = constants.INSURANCE_UPLIFT * constants.INSURANCE_RATE
  return premiumShare < 1 ? null : 'The constants INSURANCE_UPLIFT × INSURANCE_RATE come to 1 or more.'
}
