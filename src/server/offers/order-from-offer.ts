import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import type { Offer, OfferOption } from '#contract/offers/offers.ts'
import { calculatorOrigin, originKind } from '#contract/orders/origin.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { createOrder } from '#server/orders/create-order.ts'
import { findDestination, findOrigin } from '#server/orders/origins.ts'
import { keptShipment } from '#server/pricing/kept-shipment.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { nextVersion } from '#server/resource/versions.ts'

/** A client that orders can be made for. */
export interface OrderingClient {
  id: number
  username: string
  companyName: string
  companyAddress: string
  phone: string
}

type Accepted = Pick<Offer, 'id' | 'reference' | 'orderId' | 'name' | 'company' | 'email'>
/** What staff type when they book an accepted offer; the rest is the offer's. */
export type TypedFields = Partial<Parameters<typeof createOrder>[1]>

/** The shipment of an option as fields of an order, with the inputs of its price. */
function shipmentOf({ mode, inputs }: OfferOption) {
  if (mode === TransportationMode.FCL) {
    const { origin = null, cartageId = null, volume = null, weight = null } = inputs as Record<string, number | null> // as priced
    return {
      kept: inputs,
      fields: {
        transportationMode: TransportationMode.FCL,
        shipmentTradeTerms: TradeTerms.OTHER,
        shipmentOriginPort: origin,
        shipmentDestination: cartageId,
        shipmentVolume: volume,
        shipmentWeight: weight,
        shipmentValue: null,
        cargoInsurance: false,
        customBrokerage: false,
      },
    }
  }
  const shipment = keptShipment(inputs)
  const { shipmentTradeTerms, originId, cartageId, volume, weight, value, cargoInsurance, customsBrokerage } = shipment
  const kept = { shipmentTradeTerms, cartageId, volume, weight, cargoInsurance, customsBrokerage, insurance: value }
  return {
    kept: { ...kept, ...calculatorOrigin(shipmentTradeTerms, originId) },
    fields: {
      transportationMode: TransportationMode.LCL,
      shipmentTradeTerms,
      shipmentOriginPort: originId,
      shipmentDestination: cartageId,
      shipmentVolume: volume,
      shipmentWeight: weight,
      shipmentValue: value === 0 ? null : value,
      cargoInsurance,
      customBrokerage: customsBrokerage,
    },
  }
}

/** Freezes the lines of an option as the price of an order, whatever the rates are by now. */
async function keepPrice(
  tx: Tx,
  orderId: number,
  { offer, option }: { offer: Accepted; option: OfferOption },
  actor: Actor,
): Promise<void> {
  const { kept } = shipmentOf(option)
  const booked = option.price ?? 0
  const values = {
    inputs: JSON.stringify(kept),
    lines: JSON.stringify(option.lines),
    calculated: option.manual ? null : booked,
    booked,
    manual: option.manual,
    userId: actor.userId,
    offerId: offer.id,
  }
  await tx
    .insertInto('orderPrices')
    .values({ ...values, orderId })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(values))
    .execute()
}

/** Gives a quote request the accepted price. */
async function priceRequest(tx: Tx, orderId: number, { price }: OfferOption, actor: Actor): Promise<void> {
  const change = { estimatedTransportation: price }
  const before = await tx
    .selectFrom('orders')
    .select('estimatedTransportation')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('orders')
    .set({ ...change, updatedAt: nextVersion() })
    .where('id', '=', orderId)
    .execute()
  const event = { action: 'order.update', entity: 'orders', entityId: orderId, before, after: change }
  await recordAudit(tx, actor, event, Object.keys(change))
}

/**
 * The order of an accepted option: a new one for the client with the shipment of its inputs, person and company of the
 * offer, and no shipper yet; or the quote request that it prices. Its price is the option's. Returns its id.
 */
export async function orderFromOffer(
  tx: Tx,
  {
    offer,
    option,
    client,
    typed = {},
  }: { offer: Accepted; option: OfferOption; client: OrderingClient; typed?: TypedFields },
  actor: Actor,
): Promise<number> {
  if (offer.orderId !== null) {
    await priceRequest(tx, offer.orderId, option, actor)
    await keepPrice(tx, offer.orderId, { offer, option }, actor)
    return offer.orderId
  }
  const { fields } = shipmentOf(option)
  const { shipmentOriginPort: originId, shipmentDestination: destinationId } = fields
  // A place may have been hidden or deleted since; the order then names none, and staff choose one.
  const origin = originId === null ? undefined : await findOrigin(tx, originKind(fields), originId)
  const destination = destinationId === null ? undefined : await findDestination(tx, destinationId)
  const orderId = await createOrder(
    tx,
    {
      ...fields,
      shipmentOriginPort: origin ? originId : null,
      shipmentDestination: destination ? destinationId : null,
      cityName: origin?.name ?? '',
      cartageName: destination?.name ?? '',
      userId: client.id,
      username: client.username,
      yourName: offer.name,
      email: offer.email || '',
      phone: client.phone,
      companyName: offer.company || client.companyName,
      companyAddress: client.companyAddress,
      ...typed,
      estimatedTransportation: option.price,
    },
    actor,
  )
  await keepPrice(tx, orderId, { offer, option }, actor)
  if (option.quoteId !== null)
    await tx
      .updateTable('quotes')
      .set({ orderId, clientId: client.id, bookedAt: new Date().toISOString(), bookedPrice: option.price })
      .where('id', '=', option.quoteId)
      .where('bookedAt', 'is', null)
      .execute()
  return orderId
}
