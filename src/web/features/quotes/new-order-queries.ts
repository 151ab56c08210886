import type { BookingInput, QuoteRequestInput } from '#contract/bookings.ts'
import { hints } from '#contract/hints.ts'
import { order } from '#contract/orders.ts'
import { ports } from '#contract/ports.ts'
import { CALCULATOR_PATHS, quote } from '#contract/quotes.ts'
import { request } from '#web/lib/api.ts'
import { PICK_UP } from '#web/lib/lanes.ts'
import { resourceQueries } from '#web/lib/use-resource.ts'

export type Terms = 0 | 1 | 2 | 3
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
