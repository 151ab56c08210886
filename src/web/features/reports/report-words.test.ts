import { expect, test } from 'vitest'
import { BAD_ORDER, OUT_OF_RANGE, stretchPeriod, TOO_LONG } from '#contract/reports/period.ts'
import { narrowedTo, titleOf } from './behind-columns.tsx'
import { answerOf, askedBy } from './quote-words.ts'
import { behindParams } from './state/behind-link.ts'
import { periodOf, readPeriod, todayIn } from './state/periods.ts'
import { behindSearch, reportSearch, wayBack } from './state/report-search.ts'
import { showChange, showFigure, showShort, showStretch } from './state/show-figure.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('a choice moves with the calendar; a period that is not over ends today', () => {
  const of = (period: 'this-month' | 'last-month' | 'this-quarter' | 'this-year', today = '2026-11-23') =>
    Object.values(periodOf({ period }, today) ?? {}).join(' ')
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

test('unknown parts of the address are dropped', () => {
  expect(reportSearch({ period: 'this-year', compare: '0', page: '2' })).toEqual({ period: 'this-year', compare: '0' })
  expect(reportSearch({ period: 'for-ever', from: '', compare: '1' })).toEqual({})
  expect(behindSearch({ period: 'this-year' })).toBeNull()
})

const NO_DAY = 'Enter a date as MM/dd/yyyy'
test.each([
  [{ from: '2026-12-01', to: '2026-01-01' }, { to: BAD_ORDER }],
  [{ from: '2026-02-30', to: '2026-03-01' }, { from: NO_DAY }],
  [
    { from: '2026-13-45', to: 'soon' },
    { from: NO_DAY, to: NO_DAY },
  ],
  [{ from: '2026-01-01' }, { to: NO_DAY }],
  [{}, { from: NO_DAY, to: NO_DAY }],
  [
    { from: '1999-01-01', to: '1999-02-01' },
    { from: OUT_OF_RANGE, to: OUT_OF_RANGE },
  ],
  [{ from: '2015-01-01', to: '2026-01-01' }, { from: TOO_LONG }],
])('%j is no period: its fields say why, in their own format', (days, problems) => {
  expect(readPeriod(days)).toEqual({ problems, period: null })
  expect(periodOf({ period: 'custom', ...days }, '2026-11-23')).toBeNull()
  expect(JSON.stringify(problems)).not.toContain('yyyy-MM-dd')
})

const asked = { period: { from: '2026-01-01', to: '2026-11-23' }, choice: 'this-year', compare: false } as const
const listOf = (days: { from: string; to: string }) =>
  behindParams(
    { list: 'quotes', period: days, filters: { origin: 'CNSHA', destination: 'none', state: 'booked' } },
    { of: 'Shanghai → X', asked },
  )

test('a list reads its own filters from the address, and none that its report does not know', () => {
  expect(behindSearch({ ...listOf(asked.period), carrierId: '7' })).toEqual({
    report: 'quotes',
    of: 'Shanghai → X',
    filters: { origin: 'CNSHA', destination: 'none', state: 'booked' },
  })
  expect([titleOf('quotes', 'booked'), narrowedTo('quotes', 'booked', 'Shanghai → X')]).toEqual([
    'Quotes requested',
    'Booked · Shanghai → X',
  ])
  expect([titleOf('workload', 'events'), narrowedTo('workload', 'events', 'Priya')]).toEqual(['Events set', 'Priya'])
})

test('a list leads back to the reports as they were: the choice of the period, and whether figures are compared', () => {
  expect(wayBack(listOf(asked.period))).toEqual({ period: 'this-year', compare: '0' })
  const days = { from: '2026-03-01', to: '2026-03-31' }
  expect(wayBack(listOf(days))).toEqual({ period: 'custom', ...days, compare: '0' })
  expect(wayBack({ ...days, period: 'this-month' })).toEqual({})
  expect(wayBack(days)).toEqual({ period: 'custom', ...days })
})

test('a quote names its caller: a member of staff, one of their keys, or the client', () => {
  const kept = { times: 1, weight: 5, answeredAt: null, lines: [], rates: null, missing: null, bookedUsd: null }
  const item = (quote: object, more: object = {}) =>
    ({ who: 'Anna Trading', usd: null, quote: { ...kept, askedBy: 'Priya', apiKey: null, ...quote }, ...more }) as never
  expect(askedBy(item({}))).toBe('Priya')
  expect(askedBy(item({ apiKey: 'Shop' }))).toBe('Priya, API key Shop')
  expect(askedBy(item({ askedBy: null }))).toBe('Anna Trading (client)')
  expect(askedBy(item({ askedBy: null }, { who: '' }))).toBe('Client or visitor')
  expect(answerOf(item({ missing: 'There is no freight rate for this lane.' }))).toMatch(/no freight rate/)
  expect(answerOf(item({}))).toMatch(/awaiting a price/)
  expect(answerOf(item({}, { usd: 12 }))).toMatch(/one sum/)
})

test('a bar leads to its own days, as far as the period has them', () => {
  const period = { from: '2026-01-10', to: '2026-03-05' }
  expect(stretchPeriod('2026-01-01', 'month', period)).toEqual({ from: '2026-01-10', to: '2026-01-31' })
  expect(stretchPeriod('2026-02-01', 'month', period)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(stretchPeriod('2026-03-01', 'month', period)).toEqual({ from: '2026-03-01', to: '2026-03-05' })
})

test('figures show in their units, and changes in words', () => {
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
