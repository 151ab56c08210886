import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListCall, pageQuery } from './list-call.ts'
import { type ListState, type Sort, useListState } from './list-state.ts'

interface UseListOptions {
  /** The server's default order where it is not the call's own; it stays out of the address. */
  byDefault?: Sort
  /** A fixed sort order. */
  fixedSort?: Sort
}

/** The list shown at this address: its page, and how to change what it shows. */
export function useList<Row>(call: ListCall<Row>, { byDefault = call.byDefault, fixedSort }: UseListOptions = {}) {
  const { state: asked, change, searchFor, showLast } = useListState()
  const state: ListState = fixedSort ? { ...asked, sort: fixedSort } : asked
  const cache = useQueryClient()
  const query = useQuery(pageQuery(call, state))
  const page = query.data
  const answered = query.isPlaceholderData ? undefined : page?.currentPageNumber
  // The server answers a page past the end with the last one: the address follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new function with every render
  useEffect(() => {
    if (answered === undefined || answered === state.page) return
    // The page is already loaded and not requested again.
    cache.setQueryData(pageQuery(call, { ...state, page: answered }).queryKey, page)
    change({ page: answered }, { replace: true })
  }, [answered, state.page])
  const isDefault = (sort: Sort) => sort.column === byDefault.column && sort.descending === byDefault.descending
  return {
    /** Names the list, as `markAdded` does. */
    key: call.key,
    state,
    change,
    searchFor,
    query,
    page,
    /** The list's parameters, for an export of all its pages. */
    shown: call.query(state),
    sort: state.sort ?? byDefault,
    setSort: (sort: Sort) => change({ sort: isDefault(sort) ? null : sort }),
    showLast,
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(pageQuery(call, { ...state, page: wanted }))
    },
  }
}

/** A list on screen, as `useList` gives it. */
export type List<Row> = ReturnType<typeof useList<Row>>
