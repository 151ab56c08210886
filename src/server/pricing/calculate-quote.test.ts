import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { calculateQuote, type QuoteInput } from './calculate-quote.ts'
import type { QuoteLineCode } from './quote-lines.ts'

const constants = {
  MIN_RT: 1,
  INLAND_KG_PER_CBM: 363,
  ONCARRIAGE_FIXED: 85,
  ONCARRIAGE_VAR: 34,
  ONCARRIAGE_MIN: 110,
  FBA_APPOINTMENT_FEE: 45,
  INSURANCE_UPLIFT: 1.1,
  INSURANCE_RATE: 0.0035,
  INSURANCE_MIN: 35,
  CUSTOMS_BROKERAGE_FEE: 145,
}

const pickUp: QuoteInput = {
  shipmentTradeTerms: 3,
  volume: 3.5,
  weight: 620,
  value: 8500,
  cargoInsurance: true,
  customsBrokerage: true,
  location: { precarFixed: 40, precarVar: 14, precarVarMin: 55 },
  depot: { depotFixed: 48, depotVar: 13, depotVarMin: 28 },
  freight: { cbm: 68, mt: 68 },
  cartage: { exclusion: false, amazon: true },
  delivery: 31,
  constants,
}
const dropOff: QuoteInput = {
  ...pickUp,
  shipmentTradeTerms: 2,
  volume: 2,
  weight: 3400,
  location: null,
  depot: { depotFixed: 45, depotVar: 12, depotVarMin: 25 },
  cartage: { exclusion: false, amazon: false },
}
const fob: QuoteInput = {
  ...dropOff,
  shipmentTradeTerms: 1,
  volume: 0.4,
  weight: 90,
  cargoInsurance: false,
  customsBrokerage: false,
}

function amounts(input: QuoteInput): Partial<Record<QuoteLineCode, number>> {
  return Object.fromEntries(calculateQuote(input).lines.map(({ code, amount }) => [code, amount]))
}

describe('the worked examples come out to the cent', () => {
  test('pick-up, Amazon, insured, with brokerage', () => {
    expect(amounts(pickUp)).toEqual({
      precarriage: 95,
      origin: 93.5,
      ocean: 238,
      oncarriage: 204,
      fba: 45,
      insurance: 35.46,
      customs: 145,
    })
    const { lines: _, ...totals } = calculateQuote(pickUp)
    expect(totals).toEqual({ amzlclCost: 855.96, delivery: 31, freight: 426.5, insurance: 35.46, oncarriage: 249 })
  })

  test('drop-off of heavy cargo, insured, with brokerage', () => {
    expect(amounts(dropOff)).toEqual({ origin: 85.8, ocean: 231.2, oncarriage: 403.46, insurance: 35.64, customs: 145 })
    expect(calculateQuote(dropOff).amzlclCost).toBe(901.1)
  })

  test('FOB, less than one revenue ton', () => {
    expect(amounts(fob)).toEqual({ ocean: 68, oncarriage: 195 })
    expect(calculateQuote(fob).amzlclCost).toBe(263)
  })
})

test('formulas show their numbers and the result', () => {
  expect(calculateQuote(pickUp).lines.map((line) => `${line.label}: ${line.formula}`)).toEqual([
    'Pre-carriage: 40 + max(55, 14 × 3.5) = 95.00',
    'Origin depot: 48 + max(28, 13 × 3.5) = 93.50',
    'Ocean freight: max(68 × 3.5, 68 × 0.62) = 238.00',
    'On-carriage: 85 + max(110, 34 × max(3.5, 620 / 363, 1)) = 204.00',
    'FBA appointment: flat fee = 45.00',
    'Cargo insurance: max(35, (8500 + 426.5 + 249) × 1.1 / (1 − 1.1 × 0.0035) × 0.0035) = 35.46',
    'Customs brokerage: flat fee = 145.00',
  ])
})

describe('which lines apply', () => {
  test('Other trade terms are priced like a drop-off', () => {
    expect(calculateQuote({ ...dropOff, shipmentTradeTerms: 0 })).toEqual(calculateQuote(dropOff))
  })

  test('a location costs nothing unless the shipment is a pick-up', () => {
    expect(calculateQuote({ ...dropOff, location: pickUp.location })).toEqual(calculateQuote(dropOff))
  })

  test('a pick-up without a location is refused, not priced without pre-carriage', () => {
    expect(() => calculateQuote({ ...pickUp, location: null })).toThrow('pick-up location')
  })

  test('an excluded cartage has neither on-carriage nor an FBA appointment', () => {
    const collected = calculateQuote({ ...pickUp, cartage: { exclusion: true, amazon: true } })
    expect(collected.oncarriage).toBe(0)
    expect(collected.lines.map((line) => line.code)).toEqual(['precarriage', 'origin', 'ocean', 'insurance', 'customs'])
  })

  test('a lane without an entry in the delivery matrix has 0 days', () => {
    expect(calculateQuote({ ...fob, delivery: 0 }).delivery).toBe(0)
  })
})

describe('boundaries', () => {
  const line = (input: QuoteInput, code: QuoteLineCode) => amounts(input)[code]

  test('0.001 CBM pays for one revenue ton', () => {
    expect(calculateQuote({ ...dropOff, volume: 0.001, weight: 0.001 }).lines).toMatchObject([
      { code: 'origin', amount: 70 },
      { code: 'ocean', amount: 68 },
      { code: 'oncarriage', amount: 195 },
      { code: 'insurance', amount: 35 },
      { code: 'customs', amount: 145 },
    ])
  })

  test('16 CBM is charged by volume', () => {
    expect(amounts({ ...dropOff, volume: 16, weight: 900 })).toMatchObject({
      origin: 237,
      ocean: 1088,
      oncarriage: 629,
    })
  })

  test('weight counts once it outweighs the volume, not before', () => {
    expect(line({ ...dropOff, volume: 2, weight: 2000 }, 'ocean')).toBe(136)
    expect(line({ ...dropOff, volume: 2, weight: 2000.001 }, 'ocean')).toBe(136)
    expect(line({ ...dropOff, volume: 2, weight: 2001 }, 'ocean')).toBe(136.07)
    expect(line({ ...dropOff, volume: 2.5, weight: 2501 }, 'origin')).toBe(75.01)
    expect(line({ ...dropOff, volume: 10, weight: 3630 }, 'oncarriage')).toBe(425)
    expect(line({ ...dropOff, volume: 10, weight: 3641 }, 'oncarriage')).toBe(426.03)
  })

  test('the ton rate applies to weight, the CBM rate to volume', () => {
    const rate = { cbm: 98, mt: 112.7 }
    expect(line({ ...dropOff, freight: rate, volume: 2, weight: 1500 }, 'ocean')).toBe(196)
    expect(line({ ...dropOff, freight: rate, volume: 2, weight: 1800 }, 'ocean')).toBe(202.86)
  })

  test('volume and weight are rounded half up to three decimals, value to two', () => {
    const given = calculateQuote({ ...dropOff, volume: 3.4565, weight: 3400.0005, value: 8500.005 })
    expect(given).toEqual(calculateQuote({ ...dropOff, volume: 3.457, weight: 3400.001, value: 8500.01 }))
    expect(given).not.toEqual(calculateQuote({ ...dropOff, volume: 3.456, weight: 3400.001, value: 8500.01 }))
  })

  test('half a cent is rounded up even where binary floats would round down', () => {
    expect(line({ ...dropOff, volume: 2.01, weight: 1, freight: { cbm: 0.5, mt: 0 } }, 'ocean')).toBe(1.01)
    expect(line({ ...dropOff, volume: 1.005, weight: 1, freight: { cbm: 1, mt: 1 } }, 'ocean')).toBe(1.01)
  })
})

describe('for any shipment', () => {
  const decimal = (max: number, decimals: number) =>
    fc.integer({ min: 1, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals)
  const fee = fc.integer({ min: 0, max: 400 })
  const shipment: fc.Arbitrary<QuoteInput> = fc.record({
    shipmentTradeTerms: fc.constantFrom<QuoteInput['shipmentTradeTerms'][]>(0, 1, 2, 3),
    volume: decimal(16, 3),
    weight: decimal(30_000, 3),
    value: decimal(500_000, 2),
    cargoInsurance: fc.boolean(),
    customsBrokerage: fc.boolean(),
    location: fc.record({ precarFixed: fee, precarVar: fee, precarVarMin: fee }),
    depot: fc.record({ depotFixed: fee, depotVar: fee, depotVarMin: fee }),
    freight: fc.record({ cbm: decimal(400, 2), mt: decimal(400, 2) }),
    cartage: fc.record({ exclusion: fc.boolean(), amazon: fc.boolean() }),
    delivery: fc.integer({ min: 0, max: 1000 }),
    constants: fc.constant(constants),
  })
  const cents = (value: number) => Math.round(value * 100)

  it('costs the sum of its lines, each rounded to the cent', () => {
    fc.assert(
      fc.property(shipment, (input) => {
        const quote = calculateQuote(input)
        const total = quote.lines.reduce((sum, { amount }) => sum + cents(amount), 0)
        expect(cents(quote.amzlclCost)).toBe(total)
        for (const { amount } of quote.lines) expect(amount).toBe(cents(amount) / 100)
        const parts = cents(quote.freight) + cents(quote.oncarriage) + cents(quote.insurance)
        expect(total - parts).toBe(input.customsBrokerage ? 145_00 : 0)
      }),
    )
  })

  it.each(['volume', 'weight', 'value'] as const)('has no line that gets cheaper with more %s', (measure) => {
    const increase = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 1000)
    fc.assert(
      fc.property(shipment, increase, (input, more) => {
        const before = calculateQuote(input).lines
        const after = calculateQuote({ ...input, [measure]: input[measure] + more }).lines
        for (const [at, { amount }] of after.entries()) {
          expect(amount).toBeGreaterThanOrEqual(before[at]?.amount ?? Infinity)
        }
      }),
    )
  })

  it('never costs less than the minimums, and is never free', () => {
    fc.assert(
      fc.property(shipment, (input) => {
        const found = amounts(input)
        const { precarFixed = 0, precarVarMin = 0 } = input.location ?? {}
        expect(found.precarriage ?? Infinity).toBeGreaterThanOrEqual(precarFixed + precarVarMin)
        expect(found.origin ?? Infinity).toBeGreaterThanOrEqual(input.depot.depotFixed + input.depot.depotVarMin)
        expect(found.ocean).toBeGreaterThanOrEqual(input.freight.cbm)
        expect(found.oncarriage ?? Infinity).toBeGreaterThanOrEqual(195)
        expect(found.insurance ?? Infinity).toBeGreaterThanOrEqual(35)
        expect(calculateQuote(input).amzlclCost).toBeGreaterThan(0)
      }),
    )
  })

  it('gets the same price every time', () => {
    fc.assert(
      fc.property(shipment, (input) => {
        expect(calculateQuote(input)).toEqual(calculateQuote({ ...input }))
      }),
    )
  })
})
