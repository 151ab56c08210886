import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryClient } from '#web/lib/api/query-client.ts'
import { pageQuery } from '#web/lib/list/list-call.ts'
import { readListState } from '#web/lib/list/list-state.ts'
import { refreshResource, resourceQueries } from './use-resource.ts'

const boxes = { key: 'boxes', path: 'box', row: z.object({ id: z.int() }), sortable: [] }
const shelves = { key: 'shelves', path: 'shelf', row: z.object({ id: z.int() }), sortable: [] }

test("a save refreshes the resource's own list and no other", async () => {
  const [own, other] = [boxes, shelves].map(
    (resource) => pageQuery(resourceQueries(resource).list(), readListState({})).queryKey,
  )
  const page = { items: [], totalCount: 0, numItemsPerPage: 10, currentPageNumber: 1 }
  for (const key of [own, other]) queryClient.setQueryData(key ?? [], page)
  await refreshResource(boxes)
  expect(queryClient.getQueryState(own ?? [])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(other ?? [])?.isInvalidated).toBe(false)
})
