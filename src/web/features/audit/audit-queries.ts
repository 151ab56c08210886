import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { auditEntry, auditFilters, type HistoryOf } from '#contract/audit/audit.ts'
import { listOf } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { type Filters, listCall, NEWEST_FIRST } from '#web/lib/list/list-call.ts'

/** Filters of the trail, as the call takes them. */
export type AuditQuery = Partial<Record<'action' | 'entity' | 'entity_id' | 'user_id' | 'from' | 'to', string>> &
  Filters

/** The audit trail, newest first. */
export const auditCall = (filters: AuditQuery) =>
  listCall({ key: ['audit'], path: 'admin/audit', row: auditEntry, filters, byDefault: NEWEST_FIRST })

export const auditFiltersQuery = queryOptions({
  queryKey: ['audit', 'filters'],
  queryFn: ({ signal }) => request(auditFilters, 'admin/audit/filters', { signal }),
})

/** The history of one record, newest first, 10 entries at a time. */
export const historyQuery = (of: HistoryOf, id: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'history', of, id],
    queryFn: ({ pageParam, signal }) =>
      request(listOf(auditEntry), `admin/history/${of}/${id}`, { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ currentPageNumber, numItemsPerPage, totalCount }) =>
      currentPageNumber * numItemsPerPage < totalCount ? currentPageNumber + 1 : undefined,
    gcTime: 0,
  })
