import { queryOptions } from '@tanstack/react-query'
import type { BookingInput, QuoteRequestInput } from '#contract/bookings.ts'
import { CARTAGE_CATEGORIES_PATH, cartageCategory } from '#contract/cartages.ts'
import { ORIGINS_PATH, origin } from '#contract/depots.ts'
import { hints } from '#contract/hints.ts'
import { listOf, MAX_PER_PAGE } from '#contract/lib/envelope.ts'
import { locations } from '#contract/locations.ts'
import { order } from '#contract/orders.ts'
import { ports } from '#contract/ports.ts'
import { CALCULATOR_PATHS, quote } from '#contract/quotes.ts'
import { request } from '#web/lib/api.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'

export type Terms = 0 | 1 | 2 | 3
export const PICK_UP = 3

/** Something to choose. */
export interface Choice {
  id: number
  name: string
}

const REFERENCE_MS = 60_000
const all = { page: 1, per_page: MAX_PER_PAGE }

const visibleLocations = async (): Promise<Choice[]> => {
  const { items } = await request(listOf(locations.row), `${locations.path}/get_all`, { query: all })
  return items
    .filter(({ visibility }) => visibility)
    .map(({ id, city }) => ({ id, name: city.name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

const depotsOf = async (terms: Terms): Promise<Choice[]> => {
  const { items } = await request(listOf(origin), `${ORIGINS_PATH}/get_all`, { query: { shipment_trade_terms: terms } })
  return items[0]?.depot ?? []
}

/** Where a shipment can start from: pick-up locations with terms 3, else the depots offered for the terms. */
export const originsQuery = (terms: Terms) =>
  queryOptions({
    queryKey: ['origins', terms],
    queryFn: () => (terms === PICK_UP ? visibleLocations() : depotsOf(terms)),
    staleTime: REFERENCE_MS,
  })

/** The visible cartages by category. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: async () =>
    (await request(listOf(cartageCategory), `${CARTAGE_CATEGORIES_PATH}/get_all`, { query: all })).items,
  staleTime: REFERENCE_MS,
})

export const hintsQuery = resourceQueries(hints).all()
export const portsQuery = resourceQueries(ports).all()

/** What the calculator is asked, as typed and checked: volume in CBM, weight in kg, value in USD. */
export interface Asked {
  origin: number
  destination: number
  volume: number
  weight: number
  value: number | null
  cargoInsurance: boolean
  customBrokerage: boolean
}

/** The price of a shipment; an ApiError with NO_RATE_FIELD when there is none. */
export function calculate(terms: Terms, asked: Asked) {
  const body = {
    ...(terms === PICK_UP ? { pickUpLocationId: asked.origin } : { depotId: asked.origin }),
    cartageId: asked.destination,
    weight: asked.weight,
    cbm: asked.volume,
    insurance: asked.value ?? 0,
    cargoInsurance: asked.cargoInsurance,
    customsBrokerage: asked.customBrokerage,
  }
  return request(quote, CALCULATOR_PATHS[terms], { method: 'POST', body })
}

export const sendBooking = (body: BookingInput, idempotencyKey: string) =>
  request(order, 'request/booking', { method: 'POST', body, idempotencyKey })

export const sendQuoteRequest = (body: QuoteRequestInput, idempotencyKey: string) =>
  request(order, 'request/quote', { method: 'POST', body, idempotencyKey })
