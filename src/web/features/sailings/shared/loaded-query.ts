import { queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { loadedOrder } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'
import type { Sort } from '#web/lib/list/list-state.ts'

const BY_POSITION: Sort = { column: 'position', descending: false }

/** All orders on a sailing. */
export const loadedQuery = (id: number, sort: Sort | null) =>
  queryOptions({
    queryKey: [sailings.key, 'orders', id, sort],
    queryFn: async ({ signal }) => {
      const { column, descending } = sort ?? BY_POSITION
      const query = { page: 1, per_page: MAX_PER_PAGE, [`order[${column}]`]: descending ? 'desc' : 'asc' }
      return (await request(listOf(loadedOrder), `${sailings.path}/${id}/orders`, { query, signal })).items
    },
    placeholderData: (before) => before,
  })
