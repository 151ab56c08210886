import { envelope } from '#contract/lib/envelope.ts'
import { bookingInput, quoteRequestInput } from '#contract/orders/bookings.ts'
import { TradeTerms } from '#contract/orders/codes.ts'
import { order } from '#contract/orders/orders.ts'
import { depotQuoteInput, NO_RATE_FIELD, pickUpQuoteInput, quote } from '#contract/quotes/quotes.ts'
import { invalid } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { runOnce } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { priceShipment } from '#server/pricing/price-shipment.ts'
import type { Services } from '#server/services.ts'
import { bookOrder } from './book-order.ts'
import { requestQuote } from './request-quote.ts'

interface Asked {
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
  const { db } = services

  const calculate = async (shipmentTradeTerms: TradeTerms, originId: number, asked: Asked) => {
    const { cbm: volume, insurance, ...rest } = asked
    const result = await priceShipment(db, { ...rest, shipmentTradeTerms, originId, volume, value: insurance ?? 0 })
    if (!result.quote) throw invalid({ [NO_RATE_FIELD]: result.missing })
    return ok(result.quote)
  }

  app.post(
    '/calculator/pick-up_from_supplier',
    { schema: { tags, body: pickUpQuoteInput, response: priced } },
    (request) => calculate(TradeTerms.PICK_UP, request.body.pickUpLocationId, request.body),
  )
  app.post(
    '/calculator/drop-off_by_supplier',
    { schema: { tags, body: depotQuoteInput, response: priced } },
    (request) => calculate(TradeTerms.DROP_OFF, request.body.depotId, request.body),
  )
  app.post(
    '/calculator/supplier_is_responsible_for_all_origin_fees',
    { schema: { tags, body: depotQuoteInput, response: priced } },
    (request) => calculate(TradeTerms.FOB, request.body.depotId, request.body),
  )

  app.post('/request/booking', { schema: { tags, body: bookingInput, response: made } }, async (request) =>
    ok(await runOnce(request, services, bookOrder, request.body)),
  )
  app.post('/request/quote', { schema: { tags, body: quoteRequestInput, response: made } }, async (request) =>
    ok(await runOnce(request, services, requestQuote, request.body)),
  )
}
