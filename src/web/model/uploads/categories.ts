import { queryOptions } from '@tanstack/react-query'
import { listOf } from '#contract/lib/envelope.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { request } from '#web/lib/api/api.ts'

/** The document categories. */
export const categoriesQuery = queryOptions({
  queryKey: ['document/category'],
  queryFn: async ({ signal }) => (await request(listOf(namedRecord), 'document/category/get_all', { signal })).items,
  staleTime: 60_000,
})
