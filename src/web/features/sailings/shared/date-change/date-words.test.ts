import { expect, test } from 'vitest'
import { buttonWords, dayRange, differsWords, moveWords } from './date-words.ts'

const day = (text: string) => `${text}T00:00:00.000Z`

test.each([
  ['2026-03-12', '2026-03-17', 'moves 5 days later (Thu Mar 12 → Tue Mar 17 2026)'],
  ['2026-03-12', '2026-03-11', 'moves 1 day earlier (Thu Mar 12 → Wed Mar 11 2026)'],
  ['2026-02-28', '2026-03-03', 'moves 3 days later (Sat Feb 28 → Tue Mar 3 2026)'],
])('%s to %s %s', (from, to, words) => {
  expect(moveWords({ from: day(from), to: day(to) })).toBe(words)
})

test('a first date is set, a cleared one is removed, and less than a day is counted in hours', () => {
  expect(moveWords({ from: null, to: day('2026-03-17') })).toBe('set to Tue Mar 17 2026')
  expect(moveWords({ from: day('2026-03-12'), to: null })).toBe('removed (was Thu Mar 12 2026)')
  expect(moveWords({ from: '2026-03-12T08:00:00.000Z', to: '2026-03-12T14:00:00.000Z' })).toBe(
    'moves 6 hours later (Thu Mar 12 → Thu Mar 12 2026)',
  )
})

test('a range over the turn of the year names both years', () => {
  expect(dayRange(day('2026-12-28'), day('2027-01-03'))).toBe('Mon Dec 28 2026 → Sun Jan 3 2027')
})

test('the button says how many orders change and how many clients get a mail', () => {
  expect(buttonWords({ orders: 38, mails: 31 })).toBe('Change 38 orders, mail 31 clients')
  expect(buttonWords({ orders: 1, mails: 1 })).toBe('Change 1 order, mail 1 client')
  expect(buttonWords({ orders: 2, mails: 0 })).toBe('Change 2 orders')
  expect(buttonWords({ orders: 0, mails: 0 })).toBe('Change the dates only')
})

test('an order with a date of its own says both', () => {
  const field = 'portEstimatedTimeOfArrivalAt' as const
  const fields = [{ field, from: day('2026-03-12'), to: day('2026-03-17') }]
  expect(differsWords({ differs: true, fields }, () => day('2026-03-10'))).toBe(
    'was Thu Mar 12 2026, sailing said Tue Mar 10 2026',
  )
  expect(differsWords({ differs: false, fields }, () => day('2026-03-10'))).toBe('')
})
