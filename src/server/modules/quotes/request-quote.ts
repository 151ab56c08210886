import type { QuoteRequestInput } from '#contract/orders/bookings.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { queueOrderMail } from '#server/mail/order-mail.ts'
import { createOrder, holdClient } from '#server/orders/create-order.ts'
import type { Services } from '#server/services.ts'

/** The names of port and destination, '' where none was chosen; throws 400 at the fields. */
async function findPlaces(
  tx: Tx,
  { origin, destination }: QuoteRequestInput,
): Promise<{ cityName: string; cartageName: string }> {
  const port = origin && (await tx.selectFrom('ports').select('name').where('id', '=', origin).executeTakeFirst())
  const cartage =
    destination &&
    (await tx
      .selectFrom('cartages')
      .select('name')
      .where('id', '=', destination)
      .where('status', '=', true)
      .executeTakeFirst())
  const errors: Record<string, string> = {}
  if (origin && !port) errors.origin = 'This port does not exist'
  if (destination && !cartage) errors.destination = 'This destination does not exist or is hidden'
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { cityName: port ? port.name : '', cartageName: cartage ? cartage.name : '' }
}

/** Makes an order out of an FCL quote request, still without a price, and mails it to the client and the copies. */
export async function requestQuote(
  services: Services,
  tx: Tx,
  input: QuoteRequestInput,
  actor: Actor,
): Promise<number> {
  const client = await holdClient(tx, input.userId)
  const orderId = await createOrder(
    tx,
    {
      ...(await findPlaces(tx, input)),
      userId: input.userId,
      username: client.username,
      companyName: client.companyName,
      companyAddress: client.companyAddress,
      yourName: input.name,
      email: input.email,
      phone: input.phoneNumber,
      additionalInformation: input.message,
      transportationMode: 1,
      shipmentTradeTerms: 0,
      shipmentOriginPort: input.origin,
      shipmentDestination: input.destination,
      shipmentDescription: input.destinationGoods,
      shipmentVolume: input.volume,
      shipmentWeight: input.weight,
      estimatedTransportation: null,
      shipmentValue: null,
    },
    actor,
  )
  await queueOrderMail(tx, services, {
    orderId,
    kind: 'quote-request',
    template: { purpose: 'quote-request' },
    createdBy: actor.userId,
  })
  return orderId
}
