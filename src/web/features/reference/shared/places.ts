import { queryOptions, useQuery } from '@tanstack/react-query'
import { contains } from '#contract/lib/fold.ts'
import { cities } from '#contract/reference/cities.ts'
import { ports } from '#contract/reference/ports.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

const SEPARATOR = ' — '

/** A port or a city. */
export interface Place {
  code: string
  name: string
}

/** A place in words, 'USLAX — Los Angeles'; the code alone until the name is loaded. */
export const placeLabel = ({ code, name }: Place) => (name ? `${code}${SEPARATOR}${name}` : code)

/** Places as options of a select, by code. */
export const placeOptions = (places: readonly Place[]) =>
  places.map((place) => ({ value: place.code, label: placeLabel(place) }))

async function findName(code: string): Promise<string> {
  for (const resource of [ports, cities]) {
    const found = await queryClient.fetchQuery(resourceQueries(resource).offered(code))
    const place = found.find((each) => each.code === code)
    if (place) return place.name
  }
  return ''
}

const placeNameQuery = (code: string) =>
  queryOptions({
    queryKey: [CHOICES, 'place-name', code],
    queryFn: () => findName(code),
    enabled: code !== '',
    staleTime: 60_000,
  })

/** The place with a code; its name is '' until loaded. */
export function usePlace(code: string): Place {
  const { data: name = '' } = useQuery(placeNameQuery(code))
  return { code, name }
}

/**
 * The server's matches for a code or name: ports, then cities that are not also ports; `searching` while
 * newer ones are on their way. The words of a place ('USLAX — Los Angeles') are searched by their code, and match
 * as far as they agree.
 */
export function useOfferedPlaces(typed: string): { ports: Place[]; cities: Place[]; searching: boolean } {
  const [search = '', name] = typed.split(SEPARATOR).map((part) => part.trim())
  const agrees = (place: Place) => name === undefined || contains(placeLabel(place), typed)
  const offeredPorts = useQuery(resourceQueries(ports).offered(search))
  const offeredCities = useQuery(resourceQueries(cities).offered(search))
  const foundPorts = offeredPorts.data?.filter(agrees) ?? []
  const foundCities = offeredCities.data?.filter(agrees) ?? []
  return {
    ports: foundPorts,
    cities: foundCities.filter(({ code }) => !foundPorts.some((port) => port.code === code)),
    searching: offeredPorts.isFetching || offeredCities.isFetching,
  }
}
