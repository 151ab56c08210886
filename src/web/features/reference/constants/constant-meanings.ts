interface Meaning {
  unit: string
  meaning: string
}

/** Meanings of the calculator's constants, and their units. */
const MEANINGS: Record<string, Meaning> = {
  MIN_RT: { unit: 'RT', meaning: 'Minimum revenue tons charged. Revenue tons are CBM or tons, whichever is greater.' },
  INLAND_KG_PER_CBM: { unit: 'kg', meaning: 'Weight that on-carriage charges as one CBM.' },
  ONCARRIAGE_FIXED: { unit: 'USD', meaning: 'On-carriage per shipment, whatever its size.' },
  ONCARRIAGE_VAR: { unit: 'USD', meaning: 'On-carriage per CBM, on top of the fixed amount.' },
  ONCARRIAGE_MIN: { unit: 'USD', meaning: 'Minimum of the CBM part of on-carriage.' },
  FBA_APPOINTMENT_FEE: { unit: 'USD', meaning: 'Delivery appointment at an Amazon warehouse, per shipment.' },
  INSURANCE_UPLIFT: { unit: 'times', meaning: 'Insured value: 1.10 insures 110% of goods, freight and on-carriage.' },
  INSURANCE_RATE: { unit: 'USD', meaning: 'Premium per USD insured: 0.0035 is 0.35%.' },
  INSURANCE_MIN: { unit: 'USD', meaning: 'Minimum premium of an insured shipment.' },
  CUSTOMS_BROKERAGE_FEE: { unit: 'USD', meaning: 'Customs brokerage per shipment.' },
}

/** A constant's unit and meaning; nothing for one that the calculator does not use. */
export const meaningOf = (name: string): Meaning =>
  MEANINGS[name] ?? { unit: '', meaning: 'The calculator does not use this constant.' }
