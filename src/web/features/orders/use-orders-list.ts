import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListState, type Sort, useListState } from '#web/lib/list-state.ts'
import { ordersQuery } from './order-queries.ts'

/** The server's default, as the ID column shows it. */
const NEWEST_FIRST: Sort = { column: 'id', descending: true }

/** The orders list at this address: its page, and how to change what it shows. */
export function useOrdersList() {
  const { state, change } = useListState()
  const client = useQueryClient()
  const query = useQuery(ordersQuery(state))
  const page = query.data
  useAnsweredPage(query.isPlaceholderData ? undefined : page?.currentPageNumber, state, change)
  return {
    state,
    change,
    query,
    page,
    sort: state.sort ?? NEWEST_FIRST,
    setSort: (sort: Sort) => change({ sort: sort.column === NEWEST_FIRST.column && sort.descending ? null : sort }),
    prefetch: (wanted: number) => {
      if (wanted > 0) void client.prefetchQuery(ordersQuery({ ...state, page: wanted }))
    },
  }
}

/** A page past the last is answered with the last: the address says so too. */
function useAnsweredPage(
  answered: number | undefined,
  state: ListState,
  change: ReturnType<typeof useListState>['change'],
): void {
  const { page } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render, what it does is not
  useEffect(() => {
    if (answered !== undefined && answered !== page) change({ page: answered }, { replace: true })
  }, [answered, page])
}
