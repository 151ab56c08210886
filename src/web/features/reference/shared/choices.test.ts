import { beforeEach, expect, test } from 'vitest'
import { cartages } from '#contract/reference/cartages.ts'
import { cities } from '#contract/reference/cities.ts'
import { depots } from '#contract/reference/depots.ts'
import { locations } from '#contract/reference/locations.ts'
import { ports } from '#contract/reference/ports.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { refreshResource, resourceQueries } from '#web/lib/resource/use-resource.ts'
import { destinationsQuery, originsQuery } from './lanes.ts'

const OFFERED = {
  'the origins of a pick-up': originsQuery(0, 3),
  'the origins of a full container': originsQuery(1, 3),
  'the destinations': destinationsQuery,
  'all ports': resourceQueries(ports).all(),
  'the depots a search finds': resourceQueries(depots).offered('yan', { status: 'true' }),
}

beforeEach(() => queryClient.clear())

test.each([depots, locations, cartages, cities, ports])(
  'a save at $path refreshes every list to choose from',
  async (saved) => {
    for (const { queryKey } of Object.values(OFFERED)) queryClient.setQueryData(queryKey, [])
    await refreshResource(saved)
    const stale = Object.entries(OFFERED).filter(
      ([, { queryKey }]) => queryClient.getQueryState(queryKey)?.isInvalidated,
    )
    expect(stale.map(([name]) => name)).toEqual(Object.keys(OFFERED))
  },
)
