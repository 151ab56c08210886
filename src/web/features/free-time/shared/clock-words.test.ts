import { expect, test } from 'vitest'
import { clock } from './clock.fixture.ts'
import { chargeWords, daysLeftWords, firstClock, freeUntil, isCharged } from './clock-words.ts'

test('a clock says until when it is free, with the weekday and where it runs', () => {
  expect(freeUntil(clock({ lastFreeDay: '2026-12-04' }))).toBe('Fri Dec 4 (terminal)')
  expect(freeUntil(clock({ lastFreeDay: '2026-12-04', clock: 'storage' }))).toBe('Fri Dec 4 (CFS)')
  expect(freeUntil(clock({ lastFreeDay: null }))).toBe('')
})

test('of several clocks that run, the one whose free days end first counts', () => {
  const first = clock({ id: 2, lastFreeDay: '2026-12-01' })
  const ended = clock({ id: 3, lastFreeDay: '2026-11-01', endedOn: '2026-11-02' })
  expect(
    firstClock([clock({ id: 1, lastFreeDay: '2026-12-04' }), first, ended, clock({ id: 4, lastFreeDay: null })]),
  ).toBe(first)
  expect(firstClock([ended])).toBeNull()
})

test('what it costs is said with its currency, and not at all where nobody knows', () => {
  expect(chargeWords(clock({ accrued: { amount: 340, currency: 'USD', perDay: 85 } }))).toBe(
    '$340.00 so far, $85.00 a day',
  )
  expect(chargeWords(clock({ accrued: { amount: 1240.5, currency: 'CAD', perDay: 120 } }))).toBe(
    'CAD 1\u00a0240.50 so far, CAD 120.00 a day',
  )
  expect(chargeWords(clock({ accrued: null }))).toBe('')
})

test.each([
  [2, '2 days left', false],
  [1, '1 day left', false],
  [0, 'today is the last free day', false],
  [-1, '1 day over', true],
])('%i days: %s', (daysLeft, words, charged) => {
  expect(daysLeftWords(daysLeft)).toBe(words)
  expect(isCharged(clock({ daysLeft }))).toBe(charged)
  expect(isCharged(clock({ daysLeft, endedOn: '2026-12-01' }))).toBe(false)
})
