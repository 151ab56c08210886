import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FILTER_OPERATORS,
  type Filter,
  type FilterField,
  type FilterOperator,
  filteredDays,
  isDay,
  LONGEST_FILTER_TEXT,
  MOST_FILTER_DAYS,
  MOST_FILTER_VALUES,
  PERIODS,
  parseFilter,
  readFilters,
  writeFilter,
} from '#contract/lib/filters.ts'
import { ORDER_FILTERS } from './order-filters.ts'

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((value) => value.normalize('NFC').replaceAll('\0', '').trim())
  .filter((value) => value !== '' && value.length <= 100 && value.isWellFormed())
const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => String(thousandths / 1000))

function anyValue(field: FilterField, operator: FilterOperator): fc.Arbitrary<string> {
  if (operator === 'during') return fc.constantFrom(...Object.keys(PERIODS))
  if (operator === 'last' || operator === 'next')
    return fc.integer({ min: 1, max: MOST_FILTER_DAYS }).map((n) => `${n}d`)
  if (field.kind === 'enum') return fc.constantFrom(...field.choices.map(({ value }) => value))
  if (field.kind === 'ref')
    return fc.oneof(
      fc.integer({ min: 1, max: 2_147_483_647 }).map(String),
      fc.constantFrom(...(field.me ? ['me'] : ['1'])),
    )
  if (field.kind === 'number') return number
  return field.kind === 'date' ? day : text
}

function anyValues(field: FilterField, operator: FilterOperator): fc.Arbitrary<string[]> {
  const value = anyValue(field, operator)
  if (operator === 'empty' || operator === 'filled') return fc.constant([])
  if (operator === 'between')
    return fc
      .tuple(value, value)
      .map((pair) => (field.kind === 'number' ? pair.toSorted((a, b) => Number(a) - Number(b)) : pair.toSorted()))
  const one = field.kind === 'date' || (operator === 'is' && (field.kind === 'enum' || field.kind === 'ref'))
  return fc.array(value, { minLength: 1, maxLength: one || operator === 'more' || operator === 'less' ? 1 : 5 })
}

const anyFilter = fc
  .constantFrom(...Object.values<FilterField>(ORDER_FILTERS))
  .chain((field) =>
    fc
      .constantFrom<FilterOperator>(...FILTER_OPERATORS[field.kind])
      .chain((operator) => anyValues(field, operator).map((values) => ({ field, filter: { operator, values } }))),
  )

test('every filter is read back as it was written', () => {
  fc.assert(
    fc.property(anyFilter, ({ field, filter }) => {
      expect(parseFilter(field, writeFilter(filter))).toEqual(filter)
    }),
    { numRuns: 2_000 },
  )
})

test('any text is either a filter that is written back the same, or an error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values<FilterField>(ORDER_FILTERS)), fc.string(), (field, sent) => {
      const read = parseFilter(field, sent)
      if ('error' in read) expect(read.error).not.toBe('')
      else expect(parseFilter(field, writeFilter(read))).toEqual(read)
    }),
    { numRuns: 2_000 },
  )
})

const FIELDS = {
  status: ORDER_FILTERS.status,
  event: ORDER_FILTERS.event,
  inCharge: ORDER_FILTERS.inCharge,
  company: ORDER_FILTERS.company,
  volume: ORDER_FILTERS.volume,
  eta: ORDER_FILTERS.eta,
}
const long = 'x'.repeat(LONGEST_FILTER_TEXT)

test.each<[keyof typeof FIELDS, string, Filter]>([
  ['status', 'is:0', { operator: 'is', values: ['0'] }],
  ['status', 'in:0,2', { operator: 'in', values: ['0', '2'] }],
  ['status', 'not:1,2', { operator: 'not', values: ['1', '2'] }],
  ['event', 'empty', { operator: 'empty', values: [] }],
  ['inCharge', 'is:me', { operator: 'is', values: ['me'] }],
  ['inCharge', 'in:me,7', { operator: 'in', values: ['me', '7'] }],
  ['company', 'has:Acme%2C Ltd', { operator: 'has', values: ['Acme, Ltd'] }],
  ['company', 'has:acme,berg', { operator: 'has', values: ['acme', 'berg'] }],
  ['company', 'has:100% 20%25 %2c a:b', { operator: 'has', values: ['100% 20% , a:b'] }],
  ['company', `starts:${long}`, { operator: 'starts', values: [long] }],
  ['volume', 'between:-1.5,2', { operator: 'between', values: ['-1.5', '2'] }],
  ['volume', 'between:9,10', { operator: 'between', values: ['9', '10'] }],
  ['eta', 'between:2026-03-01,2026-03-01', { operator: 'between', values: ['2026-03-01', '2026-03-01'] }],
  ['eta', 'during:this-week', { operator: 'during', values: ['this-week'] }],
  ['eta', `next:${MOST_FILTER_DAYS}d`, { operator: 'next', values: [`${MOST_FILTER_DAYS}d`] }],
])('%s=%s is read', (field, sent, filter) => {
  expect(parseFilter(FIELDS[field], sent)).toEqual(filter)
})

test.each<[keyof typeof FIELDS, string, string]>([
  ['status', 'has:0', 'Allowed: is, in, not, empty, filled'],
  ['status', '', 'Unknown operator'],
  ['status', '0', 'Unknown operator'],
  ['status', 'is', 'one value'],
  ['status', 'is:0,1', 'one value'],
  ['status', 'in:', 'empty'],
  ['status', 'in:0,,1', 'empty'],
  ['status', 'is:3', 'Allowed: 0, 1, 2'],
  ['status', 'empty:1', 'no value'],
  ['event', 'is:me', 'id of a record'],
  ['event', 'is:0', 'id of a record'],
  ['event', 'is:2147483648', 'id of a record'],
  ['event', `in:${Array.from({ length: MOST_FILTER_VALUES + 1 }, (_, n) => n + 1).join()}`, 'No more than 200'],
  ['inCharge', 'is:you', 'or me'],
  ['company', `has:${long}x`, 'No more than 100'],
  ['company', 'has:a\0b', 'cannot be stored'],
  ['volume', 'is:1e3', 'number'],
  ['volume', 'more:1,2', 'one value'],
  ['volume', 'between:10,9', 'lower'],
  ['eta', 'between:2026-03-01', 'two values'],
  ['eta', 'between:2026-03-02,2026-03-01', 'lower'],
  ['eta', 'after:2026-02-29', 'yyyy-MM-dd'],
  ['eta', 'during:2026-03-01', 'Send one of today'],
  ['eta', 'during:today,tomorrow', 'one value'],
  ['eta', 'during', 'one value'],
  ['eta', 'next:0d', 'number of days'],
  ['eta', `last:${MOST_FILTER_DAYS + 1}d`, 'number of days'],
  ['eta', 'last:7', 'number of days'],
])('%s=%s is refused', (field, sent, message) => {
  expect(parseFilter(FIELDS[field], sent)).toEqual({ error: expect.stringContaining(message) })
})

test('an unknown field names the known ones; an inherited property is no field', () => {
  const { filters, errors } = readFilters(FIELDS, { constructor: 'is:1', colour: 'is:red', status: 'is:1' })
  expect(filters).toEqual({ status: { operator: 'is', values: ['1'] } })
  expect(errors.colour).toBe('Unknown filter. Allowed: status, event, inCharge, company, volume, eta')
  expect(errors.constructor).toContain('Unknown filter')
})

test('relative days count from today, both ends included', () => {
  // The cast: each filter below is a good one.
  const days = (sent: string) => filteredDays(parseFilter(FIELDS.eta, sent) as Filter, '2026-03-01')
  expect(days('last:7d')).toEqual({ from: '2026-02-22', to: '2026-03-01' })
  expect(days('next:1d')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  expect(days('before:2026-03-01')).toEqual({ from: null, to: '2026-02-28' })
  expect(days('after:2024-02-28')).toEqual({ from: '2024-02-29', to: null })
})

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['tomorrow', '2026-03-02', '2026-03-02'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['this-week', '2026-02-23', '2026-03-01'],
  ['next-week', '2026-03-02', '2026-03-08'],
  ['last-week', '2026-02-16', '2026-02-22'],
  ['this-month', '2026-03-01', '2026-03-31'],
  ['next-month', '2026-04-01', '2026-04-30'],
  ['last-month', '2026-02-01', '2026-02-28'],
])('%s on a Sunday is %s to %s: weeks begin on Monday', (period, from, to) => {
  expect(filteredDays({ operator: 'during', values: [period] }, '2026-03-01')).toEqual({ from, to })
})

test('a period crosses the end of a year', () => {
  const days = (period: string) => filteredDays({ operator: 'during', values: [period] }, '2026-12-31')
  expect(days('this-week')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
  expect(days('next-month')).toEqual({ from: '2027-01-01', to: '2027-01-31' })
})

test('a day is one of the calendar, from 1970 to 2199', () => {
  expect(['1970-01-01', '2024-02-29', '2199-12-31'].map(isDay)).toEqual([true, true, true])
  expect(['1969-12-31', '2026-02-29', '2026-13-01', '2200-01-01', '2026-1-1'].map(isDay)).not.toContain(true)
})
