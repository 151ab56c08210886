import type { BookingInput } from '#contract/orders/bookings.ts'
import { amazonRule, valueRule } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { queueOrderMail } from '#server/mail/order-mail.ts'
import { createOrder, holdClient } from '#server/orders/create-order.ts'
import type { Lane } from '#server/pricing/find-lane.ts'
import { type Priced, priceShipment } from '#server/pricing/price-shipment.ts'
import type { Services } from '#server/services.ts'

/** The names of origin and destination; throws 400 at the fields, the Amazon ids among them. */
function checkLane(input: BookingInput, { location, depot, cartage }: Lane): { cityName: string; cartageName: string } {
  const errors: Record<string, string> = {}
  const pickUp = input.shipmentTradeTerms === 3
  const origin = pickUp ? location : depot
  const offered = pickUp ? location?.visibility : depot?.visibility && depot.status
  if (!origin || !offered) errors.shipmentOriginPort = 'This origin does not exist or is hidden'
  if (!cartage?.status) errors.shipmentDestination = 'This destination does not exist or is hidden'
  const add = (field: string, message: string) => (errors[field] ??= message)
  valueRule(input, add)
  if (cartage?.amazon) amazonRule(input, add)
  if (!origin || !cartage || Object.keys(errors).length > 0) throw invalid(errors)
  return { cityName: origin.name, cartageName: cartage.name }
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

/** Keeps how the price came about: inputs, lines, what was calculated and what was booked. */
async function keepPrice(tx: Tx, orderId: number, input: BookingInput, { quote }: Priced, actor: Actor): Promise<void> {
  const { originId, cartageId, volume, value, ...rest } = shipmentOf(input)
  const origin = input.shipmentTradeTerms === 3 ? { pickUpLocationId: originId } : { depotId: originId }
  const booked = input.estimatedTransportation
  await tx
    .insertInto('orderPrices')
    .values({
      orderId,
      inputs: JSON.stringify({ ...rest, ...origin, cartageId, cbm: volume, insurance: value }),
      lines: JSON.stringify(quote?.lines ?? []),
      calculated: quote?.amzlclCost ?? null,
      booked,
      manual: quote?.amzlclCost !== booked,
      userId: actor.userId,
    })
    .execute()
}

/**
 * Books an LCL shipment for a client and mails the request when asked. The server calculates for itself: a booked
 * price that differs, or one where there is no rate, is kept as a manual rate. Throws 400 at the fields.
 */
export async function bookOrder(services: Services, tx: Tx, input: BookingInput, actor: Actor): Promise<number> {
  const { userId, sendMail, ...order } = input
  const { username } = await holdClient(tx, userId)
  const priced = await priceShipment(tx, shipmentOf(input))
  const names = checkLane(input, priced.lane)
  const orderId = await createOrder(tx, { ...order, ...names, userId, username }, actor)
  await keepPrice(tx, orderId, input, priced, actor)
  if (sendMail) {
    await queueOrderMail(tx, services, {
      orderId,
      kind: 'booking-request',
      template: { purpose: 'booking-request' },
      createdBy: actor.userId,
    })
  }
  return orderId
}
