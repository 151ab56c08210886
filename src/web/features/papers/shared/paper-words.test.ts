import { expect, test } from 'vitest'
import type { Paper } from '#contract/papers/papers.ts'
import { datesIn } from '#web/lib/format/dates.ts'
import { dueWords, summaryOf } from './paper-words.ts'

const DATES = datesIn('UTC')
const paper = (values: Partial<Paper> = {}): Paper => ({
  id: 1,
  orderId: 1,
  requirementId: 1,
  name: 'Packing list',
  categoryId: 2,
  category: { id: 2, name: 'Packing list' },
  supplier: 'client',
  makes: null,
  mandatory: true,
  basis: 'documentation-cut-off',
  offsetDays: -3,
  dueAt: null,
  dueByHand: false,
  overdue: false,
  noLongerAsked: false,
  state: 'open',
  documentId: null,
  document: null,
  reason: '',
  requestedAt: null,
  requestedTo: null,
  updatedAt: '',
  ...values,
})

test('a summary counts papers that are there and overdue ones, and says what is due next', () => {
  const dueAt = '2026-11-26T12:00:00.000Z'
  const papers = [
    paper({ state: 'accepted' }),
    paper({ state: 'waived' }),
    paper({ state: 'open', noLongerAsked: true }),
    paper({ dueAt }),
    paper({ dueAt, state: 'requested' }),
    paper({ dueAt: '2026-12-01T12:00:00.000Z' }),
  ]
  expect(summaryOf(papers, DATES)).toBe('2 of 5, 2 due by Nov 26 2026 12:00')
  const late = paper({ state: 'rejected', overdue: true, dueAt: '2026-11-01T12:00:00.000Z' })
  expect(summaryOf([late], DATES)).toBe('0 of 1, 1 overdue')
  expect(summaryOf([paper({ state: 'received' })], DATES)).toBe('1 of 1')
})

test('a paper without its date names what it depends on', () => {
  expect(dueWords(paper(), DATES)).toBe('due 3 days before the documentation cut-off, once that is known')
  expect(dueWords(paper({ basis: 'etd', offsetDays: 0 }), DATES)).toBe('due at the departure (ETD), once that is known')
  expect(dueWords(paper({ basis: null }), DATES)).toBe('')
  expect(dueWords(paper({ dueAt: '2026-11-26T12:00:00.000Z' }), DATES)).toBe('due Nov 26 2026 12:00')
  // A due time counted from a departure is a day in every time zone, until somebody sets a time.
  const day = { basis: 'etd', dueAt: '2026-11-26T00:00:00.000Z' } as const
  expect(dueWords(paper(day), datesIn('America/Vancouver'))).toBe('due Nov 26 2026')
  expect(dueWords(paper({ ...day, dueByHand: true }), DATES)).toBe('due Nov 26 2026 0:00')
})
