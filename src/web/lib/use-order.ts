import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from './api-error.ts'
import { findSeenOrder, orderQuery } from './orders.ts'
import { showError } from './toast.tsx'

/** An order: `head` at once when a list has seen it, `order` when it is loaded. One that does not load is left. */
export function useOrder(id: number) {
  const client = useQueryClient()
  const query = useQuery(orderQuery(id))
  const [seen] = useState(() => findSeenOrder(client, id))
  useLeaveFailed(query.data ? null : query.error)
  return { query, order: query.data, head: query.data ?? seen }
}

/** Back when one came from a page of ours and the order may still be there, otherwise to the list. */
function useLeaveFailed(error: Error | null): void {
  const router = useRouter()
  useEffect(() => {
    if (!error || (error instanceof ApiError && error.code === 401)) return
    showError(error)
    const gone = error instanceof ApiError && error.code === 404
    if (!gone && router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/orders', replace: true })
  }, [error, router])
}
