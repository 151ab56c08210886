import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyingRule, type RuleScope } from './applying-rule.ts'

const rule = (id: number, rest: Partial<RuleScope> = {}): RuleScope => ({
  id,
  clock: 'demurrage',
  placeId: null,
  port: null,
  carrierId: null,
  sizeType: null,
  validFrom: '2026-01-01',
  validTo: null,
  ...rest,
})
const clock = {
  clock: 'demurrage',
  placeId: 7,
  port: 'USLAX',
  carrierId: 3,
  sizeType: '45G1',
  start: '2026-06-15',
} as const
const found = (...rules: RuleScope[]) => applyingRule(rules, clock)?.id ?? null

test('a rule fits where each field that it fills agrees', () => {
  expect(found(rule(1))).toBe(1)
  expect(found(rule(1, { placeId: 7, port: 'USLAX', carrierId: 3, sizeType: '45G1' }))).toBe(1)
  for (const other of [{ placeId: 8 }, { port: 'USLGB' }, { carrierId: 4 }, { sizeType: '22G1' }])
    expect(found(rule(1, other)), JSON.stringify(other)).toBeNull()
  expect(found(rule(1, { clock: 'detention' }))).toBeNull()
  expect(found()).toBeNull()
})

test('a rule that names a place fits no clock without one', () => {
  const somewhere = { ...clock, placeId: null, port: null, carrierId: null }
  expect(applyingRule([rule(1, { placeId: 7 }), rule(2, { port: 'USLAX' }), rule(3)], somewhere)?.id).toBe(3)
})

test('a rule holds from its first to its last day, by the day on which the clock starts', () => {
  expect(found(rule(1, { validFrom: '2026-06-15', validTo: '2026-06-15' }))).toBe(1)
  expect(found(rule(1, { validFrom: '2026-06-16' }))).toBeNull()
  expect(found(rule(1, { validTo: '2026-06-14' }))).toBeNull()
})

test('place goes before port, port before carrier, carrier before size type, and any of them before none', () => {
  const ordered = [
    rule(5, { placeId: 7 }),
    rule(4, { port: 'USLAX' }),
    rule(3, { carrierId: 3 }),
    rule(2, { sizeType: '45G1' }),
    rule(1),
  ]
  for (const [at, first] of ordered.entries()) expect(found(...ordered.slice(at).toReversed())).toBe(first.id)
  expect(found(rule(1, { placeId: 7 }), rule(2, { port: 'USLAX', carrierId: 3, sizeType: '45G1' }))).toBe(1)
  expect(found(rule(1, { placeId: 7, carrierId: 3 }), rule(2, { placeId: 7 }))).toBe(1)
})

test('of equally specific rules the later one counts, then the one with the higher id', () => {
  expect(found(rule(2), rule(1, { validFrom: '2026-06-01' }))).toBe(1)
  expect(found(rule(1), rule(2))).toBe(2)
  expect(found(rule(1, { placeId: 7 }), rule(2, { validFrom: '2026-06-01' }))).toBe(1)
})

test('the order in which rules are listed does not matter', () => {
  const anyOr = <T>(value: T) => fc.constantFrom(value, null)
  const anyRule = fc.record({
    clock: fc.constant('demurrage' as const),
    placeId: anyOr(7),
    port: anyOr('USLAX'),
    carrierId: anyOr(3),
    sizeType: anyOr('45G1'),
    validFrom: fc.constantFrom('2026-01-01', '2026-03-01', '2026-07-01'),
    validTo: fc.constantFrom(null, '2026-05-31', '2026-12-31'),
  })
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (drawn, keys) => {
      const rules = drawn.map((each, at) => ({ ...each, id: at + 1 }))
      const mixed = rules
        .map((each) => ({ each, key: keys.next().value }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ each }) => each)
      expect(found(...mixed)).toBe(found(...rules))
    }),
  )
})
