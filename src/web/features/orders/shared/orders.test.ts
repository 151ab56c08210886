import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findSeenOrder } from './orders.ts'

test("an order opens with the values of a loaded row, from the list or from a client's orders", () => {
  const cache = new QueryClient()
  cache.setQueryData(['orders', 'list', { page: 1 }], { items: [{ id: 1 }, { id: 2 }] })
  cache.setQueryData(['orders', 'quotes', '7', 'list'], { items: [{ id: 2 }, { id: 3 }] })
  expect([1, 2, 3, 4].map((id) => findSeenOrder(cache, id)?.id)).toEqual([1, 2, 3, undefined])
})
