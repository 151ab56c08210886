import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '#contract/free-time/days.ts'
import { lastFreeDay } from '#contract/free-time/last-free-day.ts'
import type { Tier } from '#contract/free-time/tiers.ts'
import { accruedCharges } from './accrued-charges.ts'

const tier = (fromDay: number, toDay: number | null, amount: number, rest: Partial<Tier> = {}): Tier => ({
  ...{ fromDay, toDay, amount, per: 'container-day', minimum: null },
  ...rest,
})
const LAST = '2026-12-04'
const NO_UNITS = { cbm: null, revenueTons: null }
const accrued = (
  days: number,
  tiers: readonly Tier[],
  units: { cbm: number | null; revenueTons: number | null } = NO_UNITS,
) => accruedCharges({ lastFreeDay: LAST, until: plusDays(LAST, days), tiers, units })

const STEEP = [tier(1, 4, 85), tier(5, 9, 170), tier(10, null, 255.5)]

test('nothing is charged up to the last free day, and the first day is the one after it', () => {
  for (const days of [-30, -1, 0]) expect(accrued(days, STEEP)).toEqual({ days: 0, amount: 0, perDay: 85, lines: [] })
  expect(accrued(1, STEEP)).toMatchObject({ days: 1, amount: 85, perDay: 85 })
})

// By hand: 4 × 85 = 340; 5 × 170 = 850, together 1190; 2 × 255.5 = 511, together 1701.
test.each([
  [4, 340, 85, ['4 × 85 = 340.00']],
  [5, 510, 170, ['4 × 85 = 340.00', '1 × 170 = 170.00']],
  [9, 1190, 170, ['4 × 85 = 340.00', '5 × 170 = 850.00']],
  [11, 1701, 255.5, ['4 × 85 = 340.00', '5 × 170 = 850.00', '2 × 255.5 = 511.00']],
])('after %i days, each tier has its days', (days, amount, perDay, formulas) => {
  const found = accrued(days, STEEP)
  expect(found).toMatchObject({ days, amount, perDay })
  expect(found?.lines.map(({ formula }) => formula)).toEqual(formulas)
})

test('a line says from which day to which it is, and what was counted', () => {
  expect(accrued(11, STEEP)?.lines.at(-1)).toEqual({
    fromDay: 10,
    toDay: 11,
    days: 2,
    per: 'container-day',
    quantity: 1,
    rate: 255.5,
    amount: 511,
    formula: '2 × 255.5 = 511.00',
  })
})

test('a day costs its rate times the quantity, half up to cents, and a line its days times that', () => {
  // 7.25 × 3.338 is 24.2005, 24.20 a day; 0.5 × 2.01 is 1.005, 1.01 a day, where binary fractions give 1.00.
  const cbm = accrued(4, [tier(1, null, 7.25, { per: 'cbm-day' })], { cbm: 3.338, revenueTons: 9 })
  expect(cbm?.lines[0]).toMatchObject({
    quantity: 3.338,
    amount: 96.8,
    formula: '7.25 × 3.338 = 24.20; 4 × 24.2 = 96.80',
  })
  const tons = accrued(3, [tier(1, null, 0.5, { per: 'rt-day' })], { cbm: 9, revenueTons: 2.01 })
  expect(tons).toMatchObject({ amount: 3.03, perDay: 1.01 })
  expect(tons?.lines[0]?.formula).toBe('0.5 × 2.01 = 1.01; 3 × 1.01 = 3.03')
})

test('a day costs the minimum at least', () => {
  const tiers = [
    tier(1, 2, 7.25, { per: 'cbm-day', minimum: 20 }),
    tier(3, null, 10, { per: 'order-day', minimum: 12.5 }),
  ]
  const found = accrued(3, tiers, { cbm: 1.2, revenueTons: null })
  expect(found).toMatchObject({ amount: 52.5, perDay: 12.5 })
  expect(found?.lines.map(({ formula }) => formula)).toEqual([
    'max(20, 7.25 × 1.2) = 20.00; 2 × 20 = 40.00',
    'max(12.5, 10) = 12.50; 1 × 12.5 = 12.50',
  ])
})

test('nobody knows what days cost without tiers, or without the quantity of one that is reached', () => {
  expect(accrued(3, [])).toBeNull()
  const later = [tier(1, 2, 85), tier(3, null, 5, { per: 'cbm-day' })]
  expect(accrued(2, later)).toMatchObject({ amount: 170 })
  expect(accrued(3, later)).toBeNull()
})

test('the largest amounts are exact', () => {
  const found = accrued(36_525, [tier(1, null, 999_999.99, { per: 'cbm-day' })], { cbm: 999.999, revenueTons: null })
  expect(found).toMatchObject({ days: 36_525, perDay: 999_998_990, amount: 36_524_963_109_750 })
})

const anyTiers = fc
  .array(
    fc.record({ length: fc.integer({ min: 1, max: 9 }), cents: fc.nat(50_000), least: fc.option(fc.nat(50_000)) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((drawn) => {
    let next = 1
    return drawn.map(({ length, cents, least }, at) => {
      const fromDay = next
      next += length
      const minimum = least === null ? null : least / 100
      return tier(fromDay, at === drawn.length - 1 ? null : next - 1, cents / 100, { per: 'cbm-day', minimum })
    })
  })
const cents = (amount: number | undefined) => Math.round((amount ?? Number.NaN) * 100)

test('the amount is the sum over the days, one by one, and of its lines', () => {
  fc.assert(
    fc.property(anyTiers, fc.integer({ min: 0, max: 80 }), fc.nat(20_000), (tiers, days, litres) => {
      const units = { cbm: litres / 1000, revenueTons: null }
      const ofDay = (day: number) => {
        const here = tiers.find(({ fromDay, toDay }) => fromDay <= day && day <= (toDay ?? day))
        const one =
          here &&
          accruedCharges({ lastFreeDay: LAST, until: plusDays(LAST, 1), tiers: [{ ...here, fromDay: 1 }], units })
        return cents(one?.amount)
      }
      const found = accrued(days, tiers, units)
      const byDay = Array.from({ length: days }, (_, at) => ofDay(at + 1))
      expect(cents(found?.amount)).toBe(byDay.reduce((sum, each) => sum + each, 0))
      expect(found?.lines.reduce((sum, line) => sum + line.days, 0)).toBe(days)
      expect(found?.lines.reduce((sum, line) => sum + cents(line.amount), 0)).toBe(cents(found?.amount))
    }),
  )
})

test('more free days never cost more, a later start never does, and a day more never costs less', () => {
  const holidays = ['2026-11-26', '2026-12-25', '2027-01-01']
  fc.assert(
    fc.property(
      anyTiers,
      fc.record({
        days: fc.integer({ min: 0, max: 60 }),
        unit: fc.constantFrom('calendar', 'working'),
        firstDay: fc.constantFrom('same', 'next'),
      }),
      fc.nat(120),
      fc.nat(15),
      (tiers, freeTime, later, more) => {
        const cost = (days: number, start: string, until: string) => {
          const last = lastFreeDay({ ...freeTime, days, start, holidays }) ?? ''
          return (
            accruedCharges({ lastFreeDay: last, until, tiers, units: { cbm: 3.5, revenueTons: null } })?.amount ?? -1
          )
        }
        const until = plusDays('2026-11-20', later)
        const now = cost(freeTime.days, '2026-11-20', until)
        expect(cost(freeTime.days + more, '2026-11-20', until)).toBeLessThanOrEqual(now)
        expect(cost(freeTime.days, plusDays('2026-11-20', more), until)).toBeLessThanOrEqual(now)
        expect(cost(freeTime.days, '2026-11-20', plusDays(until, more))).toBeGreaterThanOrEqual(now)
      },
    ),
    { numRuns: 300 },
  )
})
