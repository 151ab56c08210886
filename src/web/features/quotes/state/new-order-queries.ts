import type { TradeTerms } from '#contract/codes/order-codes.ts'
import type { BookingInput, QuoteRequestInput } from '#contract/orders/bookings.ts'
import { order } from '#contract/orders/orders.ts'
import { calculatorOrigin } from '#contract/orders/origin.ts'
import { CALCULATOR_PATHS, quote } from '#contract/quotes/quotes.ts'
import { hints } from '#contract/reference/hints.ts'
import { ports } from '#contract/reference/ports.ts'
import { request } from '#web/lib/api/api.ts'
import { resourceQueries } from '#web/lib/resource/use-resource.ts'

export const hintsQuery = resourceQueries(hints).all()
export const portsQuery = resourceQueries(ports).all()

/** The checked input of the calculator: volume in CBM, weight in kg, value in USD. */
export interface Asked {
  origin: number
  destination: number
  volume: number
  weight: number
  value: number | null
  cargoInsurance: boolean
  customBrokerage: boolean
}

/** The price of a shipment. Throws an ApiError with NO_RATE_FIELD if there is none. */
export function calculate(terms: TradeTerms, asked: Asked, userId: number) {
  const body = {
    userId,
    ...calculatorOrigin(terms, asked.origin),
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
