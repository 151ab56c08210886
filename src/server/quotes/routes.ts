import type { FastifyRequest } from 'fastify'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { bookingInput, quoteRequestInput } from '#contract/orders/bookings.ts'
import { order } from '#contract/orders/orders.ts'
import { calculatorQuery, depotQuoteInput, NO_RATE_FIELD, pickUpQuoteInput, quote } from '#contract/quotes/quotes.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { requireScope } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { priceShipment, ratesOf } from '#server/pricing/price-shipment.ts'
import { priceOn } from '#server/rates/price-on.ts'
import type { Services } from '#server/services.ts'
import { bookOrder } from './book-order.ts'
import { keepQuote, type QuotedShipment } from './keep-quote.ts'
import { requestQuote } from './request-quote.ts'

interface Asked {
  userId: number | null
  cartageId: number
  weight: number
  cbm: number
  insurance: number | null
  cargoInsurance: boolean
  customsBrokerage: boolean
}

type Place = Pick<QuotedShipment, 'shipmentTradeTerms' | 'originId'>

const tags = ['Calculator and booking']
const priced = { 200: envelope(quote) }
const made = { 200: envelope(order) }

export function quoteRoutes(app: App, services: Services): void {
  const { db, log } = services

  const { timeZone } = services.config

  /** Prices at today's rates, and keeps the quote. */
  const priceNow = async (request: FastifyRequest, shipment: QuotedShipment, clientId: number | null) => {
    const result = await priceShipment(db, shipment)
    const quoteId = await keepQuote(db, { shipment, priced: result, clientId }, actorOf(request)).catch((error) => {
      log.warn({ err: error }, 'a quote was not kept')
      return null
    })
    return { result, at: new Date().toISOString(), quoteId }
  }

  const calculate = async (request: FastifyRequest, on: string | null, asked: Asked, place: Place) => {
    const { cbm: volume, insurance, userId: clientId, ...rest } = asked
    const shipment = { ...rest, ...place, volume, value: insurance ?? 0 }
    if (on !== null) requireScope(request, 'reference:read')
    const { result, at, quoteId } =
      on === null ? await priceNow(request, shipment, clientId) : await priceOn(db, shipment, { on, timeZone })
    if (!result.quote) throw invalid({ [NO_RATE_FIELD]: result.missing })
    return ok({ ...result.quote, rates: { on: at, ...ratesOf(result) }, quoteId })
  }

  const calls = { tags, querystring: calculatorQuery, response: priced }
  app.post('/calculator/pick-up_from_supplier', { schema: { ...calls, body: pickUpQuoteInput } }, (request) => {
    const { pickUpLocationId: originId, ...asked } = request.body
    return calculate(request, request.query.on, asked, { shipmentTradeTerms: TradeTerms.PICK_UP, originId })
  })
  app.post('/calculator/drop-off_by_supplier', { schema: { ...calls, body: depotQuoteInput } }, (request) => {
    const { depotId: originId, ...asked } = request.body
    return calculate(request, request.query.on, asked, { shipmentTradeTerms: TradeTerms.DROP_OFF, originId })
  })
  app.post(
    '/calculator/supplier_is_responsible_for_all_origin_fees',
    { schema: { ...calls, body: depotQuoteInput } },
    (request) => {
      const { depotId: originId, ...asked } = request.body
      return calculate(request, request.query.on, asked, { shipmentTradeTerms: TradeTerms.FOB, originId })
    },
  )

  app.post(
    '/request/booking',
    { config: { once: true }, schema: { tags, body: bookingInput, response: made } },
    async (request) => ok(await run(request, services, bookOrder, request.body)),
  )
  app.post(
    '/request/quote',
    { config: { once: true }, schema: { tags, body: quoteRequestInput, response: made } },
    async (request) => ok(await run(request, services, requestQuote, request.body)),
  )
}
