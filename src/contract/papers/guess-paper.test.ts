import { expect, test } from 'vitest'
import { guessPaper } from './guess-paper.ts'

test.each([
  ['packing list.pdf', 'Packing list'],
  ['PL_2026.xlsx', 'Packing list'],
  ['power-of-attorney signed.pdf', 'Power of attorney'],
  ['FBA box labels.pdf', 'FBA box labels'],
  ['holiday.jpg', undefined],
])('%s is for %s', (fileName, name) => {
  const papers = [
    { id: 1, name: 'Packing list', categoryId: 2 },
    { id: 2, name: 'Power of attorney', categoryId: 5 },
    { id: 3, name: 'FBA box labels', categoryId: 6 },
  ]
  const categories = [
    { id: 2, name: 'Packing list' },
    { id: 5, name: 'Customs' },
    { id: 6, name: 'Other' },
  ]
  expect(guessPaper(fileName, papers, categories)?.name).toBe(name)
})
