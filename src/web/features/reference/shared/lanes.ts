import { queryOptions } from '@tanstack/react-query'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { type OriginKind, originKind } from '#contract/orders/origin.ts'
import { CARTAGE_CATEGORIES_PATH, cartageCategory } from '#contract/reference/cartages.ts'
import { ORIGINS_PATH, origin } from '#contract/reference/depots.ts'
import { type Location, locations } from '#contract/reference/locations.ts'
import { ports } from '#contract/reference/ports.ts'
import { request } from '#web/lib/api/api.ts'
import { CHOICES, queryClient } from '#web/lib/api/query-client.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

const REFERENCE_MS = 60_000
const all = { page: 1, per_page: MAX_PER_PAGE }

/** An option of a select. */
export interface Choice {
  id: number
  name: string
}

const CODE_TOO = ({ city, depot }: Location) => `${city.name} (${city.code}) · ${depot.name}`
const NAMES = [({ city }: Location) => city.name, ({ city, depot }: Location) => `${city.name} · ${depot.name}`]

/** Pick-up locations by city name, with the depot if the city alone is ambiguous. */
export function pickUpChoices(rows: readonly Location[]): Choice[] {
  const ways = NAMES.map((nameOf) => {
    const names = rows.map(nameOf)
    return { nameOf, apart: (name: string) => names.indexOf(name) === names.lastIndexOf(name) }
  })
  return rows
    .map((row) => {
      const { nameOf } = ways.find(({ nameOf, apart }) => apart(nameOf(row))) ?? { nameOf: CODE_TOO }
      return { id: row.id, name: nameOf(row) }
    })
    .sort((one, other) => one.name.localeCompare(other.name))
}

async function locationChoices(): Promise<Choice[]> {
  const { items } = await request(listOf(locations.row), `${locations.path}/get_all`, { query: all })
  return pickUpChoices(items.filter(({ visibility }) => visibility))
}

async function depotChoices(terms: number): Promise<Choice[]> {
  const query = { shipment_trade_terms: terms }
  const { items } = await request(listOf(origin), `${ORIGINS_PATH}/get_all`, { query })
  return items[0]?.depot ?? []
}

const ORIGINS: Record<OriginKind, (terms: number) => Promise<Choice[]>> = {
  port: () => queryClient.fetchQuery(resourceQueries(ports).all()),
  location: locationChoices,
  depot: depotChoices,
}

/** Origins that may be chosen under these terms. */
export const originsQuery = (mode: number, terms: number) =>
  queryOptions({
    queryKey: [CHOICES, 'origins', mode, terms],
    queryFn: () => ORIGINS[originKind({ transportationMode: mode, shipmentTradeTerms: terms })](terms),
    staleTime: REFERENCE_MS,
  })

/** The visible cartages by category. */
export const destinationsQuery = queryOptions({
  queryKey: [CHOICES, 'destinations'],
  queryFn: async () =>
    (await request(listOf(cartageCategory), `${CARTAGE_CATEGORIES_PATH}/get_all`, { query: all })).items,
  staleTime: REFERENCE_MS,
})

/** True for an Amazon cartage, once the destinations are loaded. */
export const isAmazonCartage = (id: unknown) =>
  queryClient
    .getQueryData(destinationsQuery.queryKey)
    ?.some(({ isAmazon, cartages }) => isAmazon && cartages.some((cartage) => cartage.id === id)) ?? false
