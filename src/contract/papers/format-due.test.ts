import { expect, test } from 'vitest'
import { askedBy } from './format-due.ts'

const paper = { basis: null, offsetDays: 0, dueByHand: false, overdue: false } as const
const now = new Date('2026-11-26T08:00:00Z')
const zone = 'Asia/Shanghai'

test('a client is asked by a day, without the year while it is this one', () => {
  expect(askedBy({ ...paper, dueAt: '2026-11-28T17:00:00Z', basis: 'booking', offsetDays: 2 }, zone, now)).toBe(
    'by Nov 29',
  )
  expect(askedBy({ ...paper, dueAt: '2027-01-02T00:00:00Z', dueByHand: true }, zone, now)).toBe('by Jan 2 2027')
  expect(askedBy({ ...paper, dueAt: '2026-12-04T00:00:00Z', basis: 'etd' }, 'America/Vancouver', now)).toBe('by Dec 4')
  expect(askedBy({ ...paper, dueAt: null }, zone, now)).toBe('')
})

test('an overdue paper is asked for as soon as possible', () => {
  expect(
    askedBy({ ...paper, dueAt: '2026-11-21T08:48:00Z', basis: 'documentation-cut-off', overdue: true }, zone, now),
  ).toBe('as soon as possible; it was due Nov 21')
})

test('only a cut-off itself has its time, with the zone', () => {
  const dueAt = '2026-11-29T08:00:00Z'
  expect(askedBy({ ...paper, dueAt, basis: 'cargo-cut-off' }, zone, now)).toBe('by Nov 29 2026 16:00 (Asia/Shanghai)')
  expect(askedBy({ ...paper, dueAt, basis: 'cargo-cut-off', offsetDays: -1 }, zone, now)).toBe('by Nov 29')
  expect(askedBy({ ...paper, dueAt, basis: 'cargo-cut-off', dueByHand: true }, zone, now)).toBe('by Nov 29')
})
