import { expect, test } from 'vitest'
import type { FilterField } from '#contract/lib/filters.ts'
import { readTyped, typedOf } from './filter-values.ts'
import { filterWords } from './filter-words.ts'

const CUT_OFF: FilterField = { kind: 'date', label: 'Next cut-off', hours: true }
const ETD: FilterField = { kind: 'date', label: 'ETD', days: true }

test('a date whose hours matter is filtered by hours from now, others by days', () => {
  expect(readTyped(CUT_OFF, { operator: 'next', values: ['48'] })).toEqual({ operator: 'next', values: ['48h'] })
  expect(readTyped(ETD, { operator: 'next', values: ['7'] })).toEqual({ operator: 'next', values: ['7d'] })
  expect(readTyped(CUT_OFF, { operator: 'next', values: ['7d'] })).toEqual({
    error: 'Send a number of hours, 1h to 999h',
  })
  expect(typedOf(CUT_OFF, { operator: 'next', values: ['48h'] })).toEqual({ operator: 'next', values: ['48'] })
})

test('the words of such a filter count hours', () => {
  expect(filterWords(CUT_OFF, { operator: 'next', values: ['48h'] })).toBe('Next cut-off in the next 48 hours')
  expect(filterWords(CUT_OFF, { operator: 'last', values: ['1h'] })).toBe('Next cut-off in the last hour')
  expect(filterWords(ETD, { operator: 'next', values: ['1d'] })).toBe('ETD in the next day')
})
