import type { FastifyRequest } from 'fastify'
import { TradeTerms } from '#contract/codes/order-codes.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { bookingInput, quoteRequestInput } from '#contract/orders/bookings.ts'
import { order } from '#contract/orders/orders.ts'
import { depotQuoteInput, NO_RATE_FIELD, pickUpQuoteInput, quote } from '#contract/quotes/quotes.ts'
import { invalid } from '#server/errors.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { priceShipment } from '#server/pricing/price-shipment.ts'
import type { Services } from '#server/services.ts'
import { bookOrder } from './book-order.ts'
import { keepQuote } from './keep-quote.ts'
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

const tags = ['Calculator and booking']
const priced = { 200: envelope(quote) }
const made = { 200: envelope(order) }

export function quoteRoutes(app: App, services: Services): void {
  const { db, log } = services

  const calculate = async (request: FastifyRequest, asked: Asked, shipmentTradeTerms: TradeTerms, originId: number) => {
    const { cbm: volume, insurance, userId: clientId, ...rest } = asked
    const shipment = { ...rest, shipmentTradeTerms, originId, volume, value: insurance ?? 0 }
    const result = await priceShipment(db, shipment)
    await keepQuote(db, { shipment, priced: result, clientId }, actorOf(request)).catch((error) =>
      log.warn({ err: error }, 'a quote was not kept'),
    )
    if (!result.quote) throw invalid({ [NO_RATE_FIELD]: result.missing })
    return ok(result.quote)
  }

  app.post(
    '/calculator/pick-up_from_supplier',
    { schema: { tags, body: pickUpQuoteInput, response: priced } },
    (request) => calculate(request, request.body, TradeTerms.PICK_UP, request.body.pickUpLocationId),
  )
  app.post(
    '/calculator/drop-off_by_supplier',
    { schema: { tags, body: depotQuoteInput, response: priced } },
    (request) => calculate(request, request.body, TradeTerms.DROP_OFF, request.body.depotId),
  )
  app.post(
    '/calculator/supplier_is_responsible_for_all_origin_fees',
    { schema: { tags, body: depotQuoteInput, response: priced } },
    (request) => calculate(request, request.body, TradeTerms.FOB, request.body.depotId),
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
