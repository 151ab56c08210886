import { beforeEach, expect, test } from 'vitest'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { depots } from '#contract/reference/depots.ts'
import { locations } from '#contract/reference/locations.ts'
import { ports } from '#contract/reference/ports.ts'
import { readListState } from '#web/lib/list/list-state.ts'
import { destinationsQuery, originsQuery } from '#web/model/lanes.ts'
import { queryClient } from './query-client.ts'
import { refreshResource, resourceQueries } from './use-resource.ts'

const OFFERED = {
  'the origins of a pick-up': originsQuery(0, 3),
  'the origins of a full container': originsQuery(1, 3),
  'the destinations': destinationsQuery,
  'all ports': resourceQueries(ports).all(),
  'the depots a search finds': resourceQueries(depots).offered('yan', { status: 'true' }),
}

beforeEach(() => queryClient.clear())

test.each([depots, locations, cartages, cities, ports])(
  'after a save at $path all that is offered is read anew',
  async (saved) => {
    for (const { queryKey } of Object.values(OFFERED)) queryClient.setQueryData(queryKey, [])
    await refreshResource(saved)
    const stale = Object.entries(OFFERED).filter(
      ([, { queryKey }]) => queryClient.getQueryState(queryKey)?.isInvalidated,
    )
    expect(stale.map(([name]) => name)).toEqual(Object.keys(OFFERED))
  },
)

test('after a save its own list is read anew, those of other resources stay', async () => {
  const [own, other] = [depots, ports].map((resource) => resourceQueries(resource).list(readListState({})).queryKey)
  const page = { items: [], totalCount: 0, numItemsPerPage: 10, currentPageNumber: 1 }
  for (const key of [own, other]) queryClient.setQueryData(key ?? [], page)
  await refreshResource(depots)
  expect(queryClient.getQueryState(own ?? [])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(other ?? [])?.isInvalidated).toBe(false)
})
