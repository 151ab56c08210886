import { expect, test } from 'vitest'
import { calculateQuote } from './calculate-quote.ts'
import { completeQuote, type QuoteParts } from './complete-quote.ts'
import { readConstants } from './quote-constants.ts'

const rows = [
  { name: 'MIN_RT', value: 1 },
  { name: 'INLAND_KG_PER_CBM', value: 363 },
  { name: 'ONCARRIAGE_FIXED', value: 85 },
  { name: 'ONCARRIAGE_VAR', value: 34 },
  { name: 'ONCARRIAGE_MIN', value: 110 },
  { name: 'FBA_APPOINTMENT_FEE', value: 45 },
  { name: 'INSURANCE_UPLIFT', value: 1.1 },
  { name: 'INSURANCE_RATE', value: 0.0035 },
  { name: 'INSURANCE_MIN', value: 35 },
  { name: 'CUSTOMS_BROKERAGE_FEE', value: 145 },
]
const location = { name: 'Foshan', visibility: true, precarFixed: 42, precarVar: 14, precarVarMin: 55 }
const depot = {
  name: 'Nansha CFS',
  tier: 2,
  status: true,
  visibility: true,
  depotFixed: 50,
  depotVar: 14,
  depotVarMin: 30,
}
const cartage = { name: 'MDW2', dest: 'US-CHI', status: true, exclusion: false, amazon: true }
const complete: QuoteParts = {
  shipmentTradeTerms: 3,
  volume: 2,
  weight: 400,
  value: 0,
  cargoInsurance: false,
  customsBrokerage: false,
  location,
  depot,
  cartage,
  freight: { cbm: 106, mt: 121.9 },
  delivery: 37,
  constants: readConstants(rows),
}

const INSTEAD = 'Use a quote request or a manual rate instead.'

test('complete parts become the input of the calculator', () => {
  const found = completeQuote(complete)
  expect('input' in found && calculateQuote(found.input).amzlclCost).toBe(42 + 55 + 50 + 30 + 212 + 195 + 45)
})

test.each<[string, Partial<QuoteParts>]>([
  ['No freight rate for tier 2 and destination US-CHI.', { freight: null }],
  ['The freight rate for tier 2 and destination US-CHI is 0.', { freight: { cbm: 0, mt: 0 } }],
  ['This pick-up location does not exist.', { location: null }],
  ['Pick-up location Foshan is hidden.', { location: { ...location, visibility: false } }],
  ['This depot does not exist.', { depot: null }],
  ['Depot Nansha CFS is hidden.', { shipmentTradeTerms: 2, depot: { ...depot, visibility: false } }],
  ['Depot Nansha CFS is not in service.', { depot: { ...depot, status: false } }],
  ['This cartage does not exist.', { cartage: null }],
  ['Cartage MDW2 is hidden.', { cartage: { ...cartage, status: false } }],
  ['The constant MIN_RT is missing or below 0.', { constants: readConstants(rows.slice(1)) }],
])('%s', (sentence, change) => {
  expect(completeQuote({ ...complete, ...change })).toEqual({ missing: `${sentence} ${INSTEAD}` })
})

test.each([
  ['INLAND_KG_PER_CBM', 0, 'The constant INLAND_KG_PER_CBM is 0.'],
  ['INSURANCE_RATE', 0.95, 'INSURANCE_UPLIFT × INSURANCE_RATE must be below 1.'],
  ['ONCARRIAGE_VAR', -1, 'The constant ONCARRIAGE_VAR is missing or below 0.'],
])('a %s of %d gives no price', (name, value, sentence) => {
  const constants = readConstants([...rows, { name, value }])
  expect(completeQuote({ ...complete, constants })).toEqual({ missing: `${sentence} ${INSTEAD}` })
})

test('the depot of a pick-up location may itself be hidden', () => {
  expect(completeQuote({ ...complete, depot: { ...depot, visibility: false } })).toHaveProperty('input')
})

test('only pick-ups need a location', () => {
  expect(completeQuote({ ...complete, shipmentTradeTerms: 1, location: null })).toHaveProperty('input')
})
