import { MailPurpose } from '#contract/mail/mail-codes.ts'
import type { BookingInput } from '#contract/orders/bookings.ts'
import type { Order } from '#contract/orders/orders.ts'
import { calculatorOrigin, originKind } from '#contract/orders/origin.ts'
import { amazonRule } from '#contract/quotes/shipment-rules.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { copyConfirmation } from '#server/orders/confirmation/copy-confirmation.ts'
import { createOrder, holdClient } from '#server/orders/create-order.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { DESTINATION_UNAVAILABLE, findDestination, findOrigin, ORIGIN_UNAVAILABLE } from '#server/orders/origins.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { type Priced, priceShipment, ratesOf } from '#server/pricing/price-shipment.ts'
import { linkQuote } from './keep-quote.ts'

/** Looks up the names of origin and destination. Throws 400 at the fields, including missing Amazon ids. */
async function checkPlaces(tx: Tx, input: BookingInput): Promise<{ cityName: string; cartageName: string }> {
  const errors: Record<string, string> = {}
  const origin = await findOrigin(tx, originKind(input), input.shipmentOriginPort)
  const destination = await findDestination(tx, input.shipmentDestination)
  if (!origin) errors.shipmentOriginPort = ORIGIN_UNAVAILABLE
  if (!destination) errors.shipmentDestination = DESTINATION_UNAVAILABLE
  const add = (field: string, message: string) => (errors[field] ??= message)
  if (destination?.amazon) amazonRule(input, add)
  if (!origin || !destination || Object.keys(errors).length > 0) throw invalid(errors)
  return { cityName: origin.name, cartageName: destination.name }
}

const shipmentOf = (input: BookingInput) => ({
  shipmentTradeTerms: input.shipmentTradeTerms,
  originId: input.shipmentOriginPort,
  cartageId: input.shipmentDestination,
  volume: input.shipmentVolume,
  weight: input.shipmentWeight,
  value: input.shipmentValue ?? 0,
  cargoInsurance: input.cargoInsurance,
  customsBrokerage: input.customBrokerage,
})

/** Stores the price breakdown: inputs, lines, calculated price and booked price. */
async function keepPrice(tx: Tx, orderId: number, input: BookingInput, priced: Priced, actor: Actor): Promise<void> {
  const { quote } = priced
  const { originId, value, ...rest } = shipmentOf(input)
  const origin = calculatorOrigin(input.shipmentTradeTerms, originId)
  const booked = input.estimatedTransportation
  await tx
    .insertInto('orderPrices')
    .values({
      orderId,
      inputs: JSON.stringify({ ...rest, ...origin, insurance: value }),
      lines: JSON.stringify(quote?.lines ?? []),
      calculated: quote?.amzlclCost ?? null,
      booked,
      manual: quote?.amzlclCost !== booked,
      rates: quote && JSON.stringify(ratesOf(priced)),
      userId: actor.userId,
    })
    .execute()
}

/**
 * Books an LCL shipment for a client, and mails the request if asked to. The server calculates the price
 * again: a booked price that differs, or that no rate covers, is stored as a manual rate. Throws 400 at the
 * fields.
 */
export async function bookOrder(tx: Tx, services: MailSettings, input: BookingInput, actor: Actor): Promise<Order> {
  const { userId, sendMail, confirmationOf, ...order } = input
  const { username } = await holdClient(tx, userId)
  const priced = await priceShipment(tx, shipmentOf(input))
  const names = await checkPlaces(tx, input)
  const orderId = await createOrder(tx, { ...order, ...names, userId, username }, actor)
  await keepPrice(tx, orderId, input, priced, actor)
  const booked = input.estimatedTransportation
  await linkQuote(tx, { shipment: shipmentOf(input), orderId, clientId: userId, booked }, actor)
  await copyConfirmation(tx, confirmationOf, orderId)
  if (sendMail)
    await queueOrderMail(tx, services, { orderId, template: { purpose: MailPurpose.BOOKING_REQUEST } }, actor)
  return readOrder(tx, orderId)
}
