import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { CLIENT_SORTS, type Client, client, deletedClient, impersonationEntry } from '#contract/clients/clients.ts'
import { listOf, type Page } from '#contract/lib/envelope.ts'
import { request } from '#web/lib/api/api.ts'
import { type Filters, listCall } from '#web/lib/list/list-call.ts'

const MOST = 200

/** The list of clients: all, or those whose name, company, email or phone matches, and filtered. */
export const clientsCall = (filters: Filters = {}) =>
  listCall({ key: ['clients'], path: 'admin/user', row: client, sortKeys: CLIENT_SORTS, filters })

/** A client's values from a list, so that its page opens at once. */
export function findSeenClient(cache: QueryClient, id: number): Client | undefined {
  for (const [, page] of cache.getQueriesData<Page<Client>>({ queryKey: ['clients', 'list'] })) {
    const row = page?.items.find((each) => each.id === id)
    if (row) return row
  }
  return undefined
}

/** The members of staff who viewed the customer site as this client. */
export const viewsQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'views', id],
    queryFn: ({ signal }) => request(z.array(impersonationEntry), `admin/user/${id}/impersonations`, { signal }),
  })

/** The clients deleted in the last 30 days, latest first. */
export const deletedClientsQuery = queryOptions({
  queryKey: ['clients', 'deleted'],
  queryFn: async ({ signal }) =>
    (await request(listOf(deletedClient), 'admin/user/deleted', { query: { page: 1, per_page: MOST }, signal })).items,
})
