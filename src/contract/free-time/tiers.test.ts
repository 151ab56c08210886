import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors, withRules } from '#contract/lib/rules.ts'
import { tiersInput, tiersRule } from './tiers.ts'

const schema = withRules(z.object({ tiers: tiersInput }), ({ tiers }, add) => {
  if (Array.isArray(tiers)) tiersRule(tiers, add)
})
const tier = (fromDay: unknown, toDay: unknown, rest: object = {}) => ({
  ...{ fromDay, toDay, amount: 85, per: 'container-day', minimum: null },
  ...rest,
})
const errors = (...tiers: object[]) => {
  const { error } = schema.safeParse({ tiers })
  return error ? fieldErrors(error) : null
}

test('tiers begin with day 1 and follow each other, the last one without an end', () => {
  expect(errors()).toBeNull()
  expect(errors(tier(1, null))).toBeNull()
  expect(errors(tier(1, 4), tier(5, 5), tier(6, null))).toBeNull()
  expect(schema.parse({ tiers: [tier('1', '')] }).tiers).toEqual([tier(1, null)])
})

test.each([
  [
    'a start after day 1',
    [tier(2, null)],
    { 'tiers.0.fromDay': 'This must be day 1: days follow each other without a gap' },
  ],
  [
    'a gap',
    [tier(1, 4), tier(6, null)],
    { 'tiers.1.fromDay': 'This must be day 5: days follow each other without a gap' },
  ],
  [
    'an overlap',
    [tier(1, 4), tier(4, null)],
    { 'tiers.1.fromDay': 'This must be day 5: days follow each other without a gap' },
  ],
  [
    'an end before the start',
    [tier(1, 4), tier(5, 3), tier(4, null)],
    { 'tiers.1.toDay': 'The last day is before the first' },
  ],
  [
    'an end of the last one',
    [tier(1, 4), tier(5, 9)],
    { 'tiers.1.toDay': 'The last tier has no end: leave this empty' },
  ],
  ['no end of another one', [tier(1, null), tier(5, null)], { 'tiers.0.toDay': 'Only the last tier has no end' }],
  [
    'two that are wrong',
    [tier(3, 4), tier(5, 9)],
    {
      'tiers.0.fromDay': 'This must be day 1: days follow each other without a gap',
      'tiers.1.toDay': 'The last tier has no end: leave this empty',
    },
  ],
] as const)('%s is refused at its field', (_, tiers, expected) => {
  expect(errors(...tiers)).toEqual(expected)
})

test('values that cannot be read have their own message, and nothing is said about what follows them', () => {
  expect(errors(tier('x', 4), tier(5, null))).toEqual({ 'tiers.0.fromDay': 'Please enter a number' })
  expect(errors(tier(1, 'x'), tier(7, null))).toEqual({ 'tiers.0.toDay': 'Please enter a number' })
  expect(errors(tier(1, 1.5), tier(7, null))).toEqual({ 'tiers.0.toDay': 'Please enter a whole number' })
  expect(errors(tier(1, null, { amount: -1, per: 'week', minimum: 1.234 }))).toEqual({
    'tiers.0.amount': 'No less than 0',
    'tiers.0.per': 'Choose one from the list',
    'tiers.0.minimum': 'No more than 2 decimals',
  })
  expect(errors(tier(0, null))).toEqual({ 'tiers.0.fromDay': 'No less than 1' })
})

test('there are at most 20 of them, with days up to 9999 and amounts up to 999999.99', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => tier(at + 1, at === count - 1 ? null : at + 1, { amount: 999_999.99 }))
  expect(errors(...days(20))).toBeNull()
  expect(errors(...days(21))).toEqual({ tiers: 'No more than 20' })
  expect(errors(tier(1, 9999), tier(10_000, null))).toEqual({ 'tiers.1.fromDay': 'No more than 9999' })
  expect(errors(tier(1, null, { amount: 1_000_000 }))).toEqual({ 'tiers.0.amount': 'No more than 999999.99' })
})
