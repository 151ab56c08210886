import { queryOptions } from '@tanstack/react-query'
import { listOf } from '#contract/lib/envelope.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { STAFF_PATH } from '#contract/orders/in-charge.ts'
import { request } from '#web/lib/api/api.ts'

const STALE_MS = 60_000

/** Members of staff who can look after orders, by name. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => request(listOf(namedRecord), STAFF_PATH, { signal }),
  staleTime: STALE_MS,
})
