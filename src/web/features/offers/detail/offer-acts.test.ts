import { expect, test } from 'vitest'
import type { Offer } from '#contract/offers/offers.ts'
import { type Act, actsOf } from './offer-acts.ts'

test.each<[Offer['state'], Act | null, Act[]]>([
  ['draft', 'send', ['edit', 'delete']],
  ['sent', 'followUp', ['accept', 'plan', 'replace', 'withdraw']],
  ['expired', 'replace', ['accept', 'plan', 'withdraw']],
  ['declined', 'replace', []],
  ['withdrawn', 'replace', []],
  ['accepted', 'book', []],
  ['replaced', null, []],
])('an offer that is %s offers first %s', (state, main, others) => {
  const acts = actsOf({ state, orderId: null })
  expect([acts.main, [...acts.beside, ...acts.further]]).toEqual([main, others])
})

test('an accepted offer with its order has nothing left to do', () => {
  expect(actsOf({ state: 'accepted', orderId: 7 }).main).toBeNull()
})
