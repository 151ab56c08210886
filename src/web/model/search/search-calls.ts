import { queryOptions, skipToken } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { listOf } from '#contract/lib/envelope.ts'
import { codesReply, type RecentEntity, type RecentInput, recents, searchReply } from '#contract/search/search.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const FRESH_MS = 10_000

/** The answer of the box to a text; an empty text asks nothing. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: q === '' ? skipToken : ({ signal }) => request(searchReply, 'search', { query: { q }, signal }),
    staleTime: FRESH_MS,
    gcTime: 6 * FRESH_MS,
    retry: false,
  })

/** The orders of several codes. */
export const codesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ['search', 'codes', codes],
    queryFn:
      codes.length === 0
        ? skipToken
        : ({ signal }) => request(codesReply, 'search/codes', { method: 'POST', body: { codes }, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })

const orderTotal = listOf(z.unknown())
export type Total = Pick<z.infer<typeof orderTotal>, 'totalCount' | 'totalCapped'>

/** The number of orders under these filters of their list; nothing is asked without filters. */
export const countQuery = (filters: Record<string, string> | undefined) =>
  queryOptions({
    queryKey: ['search', 'count', filters],
    queryFn: filters
      ? ({ signal }): Promise<Total> =>
          request(orderTotal, 'request/booking/get_all', { query: { ...filters, page: 1, per_page: 1 }, signal })
      : skipToken,
    staleTime: FRESH_MS,
    retry: false,
  })

/** Records that this person opened last, newest first. */
export const recentsQuery = queryOptions({
  queryKey: ['recents'],
  queryFn: ({ signal }) => request(recents, 'recents', { signal }),
  staleTime: FRESH_MS,
})

/** Notes that a record was opened. False if it is gone; then it has left the recents. */
export async function noteOpened(body: RecentInput): Promise<boolean> {
  try {
    const list = await request(recents, 'recents', { method: 'POST', body })
    queryClient.setQueryData(recentsQuery.queryKey, list)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 404) throw error
    queryClient.setQueryData(recentsQuery.queryKey, (list) =>
      list?.filter(({ entity, id }) => entity !== body.entity || id !== body.id),
    )
    return false
  }
}

/** Notes the record of a page as opened. A failure costs nothing. */
export function useOpened(entity: RecentEntity, id: number): void {
  useEffect(() => {
    if (id > 0) void noteOpened({ entity, id }).catch(() => undefined)
  }, [entity, id])
}
