import { expect, test } from 'vitest'
import { backLinkOf } from './back-link-of.ts'

test.each([
  ['/orders/12', 'Back to Orders'],
  ['/set-event/12', 'Back to Orders'],
  ['/clients/3', 'Back to Clients'],
  ['/new-order/3', 'Back to Client'],
  ['/csr/9', 'Back to CSR'],
  ['/sailings/7', 'Back to Sailings'],
  ['/offers/7', 'Back to Offers'],
  ['/runs/7', 'Back to Changes'],
  ['/orders', undefined],
  ['/orders/abc', undefined],
  ['/edit-mail/4', undefined],
])('%s leads %s', (pathname, label) => {
  expect(backLinkOf(pathname)?.label).toBe(label)
})
