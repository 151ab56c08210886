import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/lib/envelope.ts'
import { type ListState, type Sort, useListState } from './list-state.ts'

/** A list call: the cache key it lives under, and how to read a page. */
export interface ListCall<Row> {
  key: readonly string[]
  read: (state: ListState, signal: AbortSignal) => Promise<Page<Row>>
}

/** The query of one page of a list. */
export const pageQuery = <Row>({ key, read }: ListCall<Row>, state: ListState) => ({
  queryKey: [...key, 'list', state] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => read(state, signal),
  placeholderData: keepPreviousData,
})

/** The page of a list at this address, and how to change what it shows; `byDefault` is the server's own order. */
export function usePageOf<Row>(call: ListCall<Row>, byDefault: Sort = { column: 'id', descending: false }) {
  const { state, change, searchFor } = useListState()
  const cache = useQueryClient()
  const query = useQuery(pageQuery(call, state))
  const page = query.data
  const answered = query.isPlaceholderData ? undefined : page?.currentPageNumber
  // A page past the last is answered with the last: the address says so too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render, what it does is not
  useEffect(() => {
    if (answered !== undefined && answered !== state.page) change({ page: answered }, { replace: true })
  }, [answered, state.page])
  const isDefault = (sort: Sort) => sort.column === byDefault.column && sort.descending === byDefault.descending
  return {
    state,
    change,
    searchFor,
    query,
    page,
    sort: state.sort ?? byDefault,
    setSort: (sort: Sort) => change({ sort: isDefault(sort) ? null : sort }),
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(pageQuery(call, { ...state, page: wanted }))
    },
  }
}
