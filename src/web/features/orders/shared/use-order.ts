import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLeaveFailed } from '#web/lib/saving/use-leave-failed.ts'
import { findSeenOrder, orderQuery } from './orders.ts'

/** An order: `head` at once if a list has loaded it, `order` once loaded. Navigates away if loading fails. */
export function useOrder(id: number) {
  const client = useQueryClient()
  const query = useQuery(orderQuery(id))
  const [seen] = useState(() => findSeenOrder(client, id))
  useLeaveFailed(query.data ? null : query.error, '/orders', { mayGoBack: true })
  return { query, order: query.data, head: query.data ?? seen }
}
