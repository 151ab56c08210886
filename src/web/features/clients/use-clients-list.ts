import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Sort, useListState } from '#web/lib/list-state.ts'
import { clientsQuery } from './client-queries.ts'

/** The server's default. */
const BY_ID: Sort = { column: 'id', descending: false }

/** The clients list at this address: its page, and how to change what it shows. */
export function useClientsList() {
  const { state, change } = useListState()
  const cache = useQueryClient()
  const query = useQuery(clientsQuery(state))
  const page = query.data
  const answered = query.isPlaceholderData ? undefined : page?.currentPageNumber
  // A page past the last is answered with the last: the address says so too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render, what it does is not
  useEffect(() => {
    if (answered !== undefined && answered !== state.page) change({ page: answered }, { replace: true })
  }, [answered, state.page])
  return {
    state,
    change,
    query,
    page,
    sort: state.sort ?? BY_ID,
    setSort: (sort: Sort) => change({ sort: sort.column === BY_ID.column && !sort.descending ? null : sort }),
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(clientsQuery({ ...state, page: wanted }))
    },
  }
}
