import { expect, test } from 'vitest'
import { againstPlan, daysApart } from './days-apart.ts'

const now = Date.parse('2026-11-23T14:00:00.000Z')
const at = (text: string) => Date.parse(text)

test('a day is today from its first hour to its last, and counts whole days from then', () => {
  expect(daysApart(at('2026-11-23T00:00:00Z'), now, true)).toBe('today')
  expect(daysApart(at('2026-11-24T00:00:00Z'), now, true)).toBe('in 1 day')
  expect(daysApart(at('2026-11-21T00:00:00Z'), now, true)).toBe('2 days ago')
})

test('a cut-off within a day counts hours', () => {
  expect(daysApart(at('2026-11-23T19:00:00Z'), now, false)).toBe('in 5 hours')
  expect(daysApart(at('2026-11-23T13:50:00Z'), now, false)).toBe('1 hour ago')
  expect(daysApart(at('2026-11-26T14:00:00Z'), now, false)).toBe('in 3 days')
})

test('a date that has happened is compared with its plan', () => {
  expect(againstPlan('2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z')).toBe('3 days late')
  expect(againstPlan('2026-11-20T00:00:00.000Z', '2026-11-19T00:00:00.000Z')).toBe('1 day early')
  expect(againstPlan('2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z')).toBe('as planned')
  expect(againstPlan(null, '2026-11-20T00:00:00.000Z')).toBe('')
})
