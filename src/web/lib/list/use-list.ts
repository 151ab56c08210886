import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ListCall, pageQuery } from './list-call.ts'
import { type ListBase, type ListState, type Sort, useListState } from './list-state.ts'

interface UseListOptions {
  /** A fixed sort order. */
  fixedSort?: Sort
  /** Values that the address leaves out, in place of the defaults. */
  base?: ListBase & { sort?: Sort }
  /** True while nothing may be read, because the filters are not known yet. */
  waiting?: boolean
}

/** The list shown at this address: its page, and how to change what it shows. */
export function useList<Row>(call: ListCall<Row>, { fixedSort, base, waiting = false }: UseListOptions = {}) {
  const { state: asked, pending, change, correctPage, searchFor, showLast } = useListState(base)
  const sort = fixedSort ?? asked.sort ?? base?.sort ?? null
  const byDefault = base?.sort ?? call.byDefault
  const state: ListState = sort === asked.sort ? asked : { ...asked, sort }
  const cache = useQueryClient()
  const query = useQuery({ ...pageQuery(call, state), enabled: !waiting })
  const page = waiting ? undefined : query.data
  const answered = query.isPlaceholderData ? undefined : page?.currentPageNumber
  // The server answers a page past the end with the last page: the address follows.
  const follow = useEffectEvent((last: number) => {
    // The page is already here and must not be requested again.
    cache.setQueryData(pageQuery(call, { ...state, page: last }).queryKey, page)
    correctPage(last)
  })
  useEffect(() => {
    if (answered !== undefined && answered !== state.page) follow(answered)
  }, [answered, state.page])
  const isDefault = (sort: Sort) => sort.column === byDefault.column && sort.descending === byDefault.descending
  return {
    call,
    /** The name of the list, for `markAdded`. */
    key: call.key,
    state,
    change,
    searchFor,
    query,
    page,
    /** Reads another page, for work on all of them. */
    read: call.read,
    /** Parameters of the list, for an export of all its pages. */
    shown: call.query(state),
    /** True while the rows are still those of the page before. */
    stale: pending !== null || query.isPlaceholderData,
    /** The page and size that were asked for, right after a click; otherwise those on screen. */
    wanted: {
      page: pending?.page ?? (query.isPlaceholderData ? state.page : page?.currentPageNumber),
      perPage: (pending ?? state).perPage,
    },
    /** The sorted column, right after a click. */
    sort: (pending ?? state).sort ?? byDefault,
    setSort: (sort: Sort) => change({ sort: isDefault(sort) ? null : sort }),
    showLast,
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(pageQuery(call, { ...state, page: wanted }))
    },
  }
}

/** A list on screen, from `useList`. */
export type List<Row> = ReturnType<typeof useList<Row>>
