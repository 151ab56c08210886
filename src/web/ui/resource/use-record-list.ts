import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { Page } from '#contract/lib/envelope.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { type Filters, resourceQueries } from '#web/lib/api/use-resource.ts'
import { type ListState, listQuery, type Sort, useListState } from '#web/lib/list/list-state.ts'

/** The server's default. */
const BY_ID: Sort = { column: 'id', descending: false }

export interface ListOptions<Row extends z.ZodObject> {
  /** Narrows the list. */
  filters?: Filters
  /** An order that cannot be changed. */
  fixedSort?: Sort
  /** How a page is read, when the list is not answered by pages. */
  read?: (state: ListState) => Promise<Page<z.output<Row>>>
}

/** The list of a resource at this address, and how to change what it shows. */
export function useRecordList<Row extends z.ZodObject, Input extends z.ZodObject>(
  resource: Resource<Row, Input>,
  { filters = {}, fixedSort, read }: ListOptions<Row>,
) {
  const { state: asked, change, searchFor } = useListState()
  const state = fixedSort ? { ...asked, sort: fixedSort } : asked
  const cache = useQueryClient()
  const pageOf = (wanted: ListState) => {
    const options = resourceQueries<Row>(resource).list(wanted, filters)
    return { ...options, queryFn: read ? () => read(wanted) : options.queryFn }
  }
  const query = useQuery(pageOf(state))
  const page: Page<z.output<Row>> | undefined = query.data
  const answered = query.isPlaceholderData ? undefined : page?.currentPageNumber
  // A page past the last is answered with the last: the address says so too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new on every render, what it does is not
  useEffect(() => {
    if (answered !== undefined && answered !== state.page) change({ page: answered }, { replace: true })
  }, [answered, state.page])
  const sortKeys = Object.fromEntries(resource.sortable.map((key) => [key, key]))
  return {
    state,
    /** The query of what is shown, on all pages. */
    shown: { ...listQuery(state, sortKeys), search: state.search, ...filters },
    change,
    searchFor,
    query,
    page,
    sort: state.sort ?? BY_ID,
    setSort: (sort: Sort) => change({ sort: sort.column === BY_ID.column && !sort.descending ? null : sort }),
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(pageOf({ ...state, page: wanted }))
    },
  }
}
