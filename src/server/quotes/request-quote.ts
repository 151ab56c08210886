import { TradeTerms, TransportationMode } from '#contract/codes/order-codes.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { fieldsOfRequest, type QuoteRequestInput } from '#contract/orders/bookings.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { MailSettings } from '#server/mail/mail-site.ts'
import { copyConfirmation } from '#server/orders/confirmation/copy-confirmation.ts'
import { createOrder, holdClient } from '#server/orders/create-order.ts'
import { queueOrderMail } from '#server/orders/mails/order-mail.ts'
import { DESTINATION_UNAVAILABLE, findDestination, findOrigin, PORT_UNKNOWN } from '#server/orders/origins.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { keepRequest } from './keep-quote.ts'

/** Looks up the names of port and destination; '' if none was chosen. Throws 400 at the fields. */
async function checkPlaces(
  tx: Tx,
  { origin, destination }: QuoteRequestInput,
): Promise<{ cityName: string; cartageName: string }> {
  const port = origin === null ? undefined : await findOrigin(tx, 'port', origin)
  const cartage = destination === null ? undefined : await findDestination(tx, destination)
  const errors: Record<string, string> = {}
  if (origin !== null && !port) errors.origin = PORT_UNKNOWN
  if (destination !== null && !cartage) errors.destination = DESTINATION_UNAVAILABLE
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { cityName: port?.name ?? '', cartageName: cartage?.name ?? '' }
}

/** Creates an order without a price from an FCL quote request, and mails it to the client with copies. */
export async function requestQuote(
  tx: Tx,
  services: MailSettings,
  input: QuoteRequestInput,
  actor: Actor,
): Promise<Order> {
  const client = await holdClient(tx, input.userId)
  const orderId = await createOrder(
    tx,
    {
      ...(await checkPlaces(tx, input)),
      userId: input.userId,
      username: client.username,
      companyName: client.companyName,
      companyAddress: client.companyAddress,
      ...fieldsOfRequest(input),
      transportationMode: TransportationMode.FCL,
      shipmentTradeTerms: TradeTerms.OTHER,
      shipmentOriginPort: input.origin,
      shipmentDestination: input.destination,
      estimatedTransportation: null,
      shipmentValue: null,
    },
    actor,
  )
  const { origin, destination, volume, weight } = input
  const inputs = { origin, destination, volume, weight }
  await keepRequest(tx, { orderId, clientId: input.userId, origin, destination, inputs }, actor)
  await copyConfirmation(tx, input.confirmationOf, orderId)
  await queueOrderMail(tx, services, { orderId, template: { purpose: MailPurpose.QUOTE_REQUEST } }, actor)
  return readOrder(tx, orderId)
}
