import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAD_ORDER, daysIn, judgePeriod, OUT_OF_RANGE, periodBefore, stepOf, stretchesOf, TOO_LONG } from './period.ts'

describe('the period before', () => {
  test.each([
    ['a whole month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a month so far', '2026-11-01', '2026-11-23', '2026-10-01', '2026-10-23'],
    ['a month so far, longer than the one before', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30'],
    ['a quarter so far', '2026-10-01', '2026-11-23', '2026-07-01', '2026-08-23'],
    ['a year so far', '2026-01-01', '2026-11-23', '2025-01-01', '2025-11-23'],
    ['a January', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['two years', '2024-01-01', '2025-12-31', '2022-01-01', '2023-12-31'],
    ['two months', '2026-11-01', '2026-12-31', '2026-09-01', '2026-10-31'],
    ['a year', '2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31'],
    ['a leap February', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    ['a week', '2026-11-03', '2026-11-09', '2026-10-27', '2026-11-02'],
    ['a day', '2026-03-01', '2026-03-01', '2026-02-01', '2026-02-01'],
    ['another day', '2026-03-02', '2026-03-02', '2026-03-01', '2026-03-01'],
  ])('of %s', (_, from, to, firstBefore, lastBefore) => {
    expect(periodBefore({ from, to })).toEqual({ from: firstBefore, to: lastBefore })
  })

  const days = fc.integer({ min: 11_000, max: 40_000 })
  const dayOf = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)
  test('is a period that ends before the other begins', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1826 }), (first, more) => {
        const period = { from: dayOf(first), to: dayOf(first + more) }
        const before = periodBefore(period)
        expect(before.to < period.from).toBe(true)
        expect(before.from <= before.to).toBe(true)
        expect(stretchesOf(period).length).toBeGreaterThan(0)
      }),
    )
  })
})

test('a period has its days in order, at most five years of them, between 2000 and 2099', () => {
  expect(judgePeriod({ from: '2026-01-02', to: '2026-01-02' })).toBeNull()
  expect(judgePeriod({ from: '2026-01-02', to: '2026-01-01' })).toEqual({ to: BAD_ORDER })
  expect(judgePeriod({ from: '2020-01-01', to: '2024-12-31' })).toBeNull()
  expect(judgePeriod({ from: '2020-01-01', to: '2025-01-01' })).toEqual({ from: TOO_LONG })
  expect(judgePeriod({ from: '1999-12-31', to: '2100-01-01' })).toEqual({ from: OUT_OF_RANGE, to: OUT_OF_RANGE })
})

test('a bar stands for a day up to 45 days, for a month beyond, without gaps', () => {
  const period = { from: '2026-01-01', to: '2026-02-14' }
  expect([daysIn(period), stepOf(period)]).toEqual([45, 'day'])
  expect(stretchesOf(period)).toHaveLength(45)
  const longer = { from: '2025-12-31', to: '2026-02-14' }
  expect(stepOf(longer)).toBe('month')
  expect(stretchesOf(longer)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
})
