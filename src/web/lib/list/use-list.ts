import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ListCall, pageQuery } from './list-call.ts'
import { type ListBase, type ListState, type Sort, useListState } from './list-state.ts'

interface UseListOptions {
  /** A fixed sort order. */
  fixedSort?: Sort
  /** What the address leaves out. */
  base?: ListBase & { sort?: Sort }
  /** Nothing is read yet: what the list is narrowed by is not known. */
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
  // The server answers a page past the end with the last one: the address follows.
  const follow = useEffectEvent((last: number) => {
    // The page is already loaded and not requested again.
    cache.setQueryData(pageQuery(call, { ...state, page: last }).queryKey, page)
    correctPage(last)
  })
  useEffect(() => {
    if (answered !== undefined && answered !== state.page) follow(answered)
  }, [answered, state.page])
  const isDefault = (sort: Sort) => sort.column === byDefault.column && sort.descending === byDefault.descending
  return {
    call,
    /** Names the list, as `markAdded` does. */
    key: call.key,
    state,
    change,
    searchFor,
    query,
    page,
    /** Reads another page, for what concerns all of them. */
    read: call.read,
    /** The list's parameters, for an export of all its pages. */
    shown: call.query(state),
    /** The rows are still those of the page before. */
    stale: pending !== null || query.isPlaceholderData,
    /** The page and size asked for, at once after a click; those on screen when nothing else is. */
    wanted: {
      page: pending?.page ?? (query.isPlaceholderData ? state.page : page?.currentPageNumber),
      perPage: (pending ?? state).perPage,
    },
    /** The sorted column, at once after a click. */
    sort: (pending ?? state).sort ?? byDefault,
    setSort: (sort: Sort) => change({ sort: isDefault(sort) ? null : sort }),
    showLast,
    prefetch: (wanted: number) => {
      if (wanted > 0) void cache.prefetchQuery(pageQuery(call, { ...state, page: wanted }))
    },
  }
}

/** A list on screen, as `useList` gives it. */
export type List<Row> = ReturnType<typeof useList<Row>>
