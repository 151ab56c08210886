import { expect, test } from 'vitest'
import { behindHref, stateParams, stretchPeriod } from './behind-link.ts'
import { periodOf, todayIn } from './periods.ts'
import { behindSearch, reportSearch } from './report-search.ts'
import { showChange, showFigure, showShort, showStretch } from './show-figure.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('a choice moves with the calendar; one that is not over ends today', () => {
  const of = (period: 'this-month' | 'last-month' | 'this-quarter' | 'this-year', today = '2026-11-23') =>
    Object.values(periodOf({ period }, today)).join(' ')
  expect(of('this-month')).toBe('2026-11-01 2026-11-23')
  expect(of('last-month')).toBe('2026-10-01 2026-10-31')
  expect(of('last-month', '2026-01-05')).toBe('2025-12-01 2025-12-31')
  expect(of('this-quarter')).toBe('2026-10-01 2026-11-23')
  expect(of('this-quarter', '2026-09-30')).toBe('2026-07-01 2026-09-30')
  expect(of('this-year')).toBe('2026-01-01 2026-11-23')
  const custom = { period: 'custom', from: '2026-02-03', to: '2026-02-04' } as const
  expect(periodOf(custom, '2026-11-23')).toEqual({ from: custom.from, to: custom.to })
})

test('today is the day on the server’s clock', () => {
  const late = new Date('2026-11-23T23:30:00Z')
  expect(todayIn('UTC', late)).toBe('2026-11-23')
  expect(todayIn('Asia/Shanghai', late)).toBe('2026-11-24')
})

test('the address is read with care, and what it does not know is dropped', () => {
  expect(reportSearch({ period: 'this-year', compare: '0', page: '2' })).toEqual({ period: 'this-year', compare: '0' })
  expect(reportSearch({ period: 'for-ever', from: 'x', compare: '1' })).toEqual({})
  expect(behindSearch({ period: 'this-year' })).toBeNull()
  const href = behindHref('quotes', { from: '2026-01-01', to: '2026-01-31' }, 'Shanghai → X', {
    origin: 'CNSHA',
    destination: '',
  })
  const sent = Object.fromEntries(new URLSearchParams(href.slice(href.indexOf('?'))))
  expect(behindSearch({ ...sent, carrierId: '7' })).toEqual({
    report: 'quotes',
    of: 'Shanghai → X',
    filters: { origin: 'CNSHA', destination: 'none' },
  })
})

test('a figure leads to exactly what it counts', () => {
  const period = { from: '2026-01-01', to: '2026-01-31' }
  const of = (...[report, field]: [Parameters<typeof stateParams>[0], string]) => {
    const { state, of: words } = stateParams(report, period, field) as Record<string, string>
    return [state, words]
  }
  expect(of('volume', 'usd')).toEqual(['not-cancelled', 'Without cancelled orders'])
  expect(of('volume', 'cancelled')).toEqual(['cancelled', 'Cancelled'])
  expect(of('quotes', 'asked')).toEqual([undefined, undefined])
  expect(of('on-time', 'onTimeShare')).toEqual(['on-time', 'On time'])
  expect(of('workload', 'closed')).toEqual(['closed', 'Done'])
  expect(stateParams('quotes', period, 'booked')).toEqual({
    report: 'quotes',
    ...period,
    of: 'Booked',
    state: 'booked',
  })
})

test('a bar leads to its own days, as far as the period has them', () => {
  const period = { from: '2026-01-10', to: '2026-03-05' }
  expect(stretchPeriod('2026-01-01', 'month', period)).toEqual({ from: '2026-01-10', to: '2026-01-31' })
  expect(stretchPeriod('2026-02-01', 'month', period)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(stretchPeriod('2026-03-01', 'month', period)).toEqual({ from: '2026-03-01', to: '2026-03-05' })
})

test('figures are shown in their units, and changes in words', () => {
  expect(plain(showFigure(1234567, 'count'))).toBe('1 234 567')
  expect(plain(showFigure(1234.5, 'usd'))).toBe('$1 234.50')
  expect(plain(showShort(1234.5, 'usd'))).toBe('$1 235')
  expect(showFigure(61.5, 'percent')).toBe('61.5%')
  expect(showFigure(null, 'days')).toBe('-')
  expect(showChange(110, 100, 'count')).toBe('+10%')
  expect(showChange(50, 100, 'count')).toBe('−50%')
  expect(showChange(5, 0, 'count')).toBeNull()
  expect(showChange(61.5, 60, 'percent')).toBe('+1.5 points')
  expect(showChange(2, 3.5, 'days')).toBe('−1.5 days')
  expect(showStretch('2026-11-03', 'day')).toBe('Nov 3')
  expect(showStretch('2026-11-01', 'month')).toBe('Nov 2026')
})
