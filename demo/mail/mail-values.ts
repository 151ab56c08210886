import { OrderStatus } from '#contract/codes/order-codes.ts'
import type { Confirmation } from '#demo/orders/confirmations.ts'
import type { Entry } from '#demo/orders/planned-order.ts'
import { clientOf } from '#demo/people/staff.ts'
import { eventOf } from '#demo/reference/events.ts'
import { placeName } from '#demo/reference/places.ts'
import { VESSELS } from '#demo/reference/vessels.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'
import { type ConfirmationFacts, type OrderFacts, orderVariables } from '#server/orders/mails/order-variables.ts'

const SITE = { siteUrl: 'https://www.quayside.example', timeZone: 'UTC' }

/** Columns of an order that a mail shows. */
type OrderTexts = Omit<OrderFacts, 'trackingCode' | 'createdAt'> & {
  userId: number
  hashSum: string
  customCode: string
  createdAt: Date
}

/** Every variable of a mail that goes out with an entry, with the values at the time the entry was set. */
export function mailValues(order: OrderTexts, entry: Entry, confirmation: Confirmation | undefined): TemplateValues {
  const { name, publicStatus } = eventOf(entry.event)
  const { person, company, address, businessNumber, ...reached } = clientOf(order.userId)
  return orderVariables(
    {
      order: {
        ...order,
        trackingCode: order.hashSum + order.customCode,
        createdAt: order.createdAt.toISOString(),
        status: OrderStatus.IN_PROGRESS,
      },
      event: { name, publicStatus, date: entry.date.toISOString(), comment: entry.comment },
      confirmation: confirmation && entry.event !== 'received' ? confirmationFacts(confirmation, entry.setAt) : null,
      sailing: null,
      client: {
        ...reached,
        username: person,
        companyName: company,
        companyAddress: address,
        canadianBusinessNumber: businessNumber,
      },
    },
    SITE,
  )
}

/** All planned dates, and the actual dates up to `setAt`. */
function confirmationFacts(confirmation: Confirmation, setAt: Date): ConfirmationFacts {
  const planned = (date: Date) => date.toISOString()
  const actual = (date: Date | null) => (date && date <= setAt ? date.toISOString() : null)
  return {
    vessel: confirmation.vesselId === null ? '' : (VESSELS[confirmation.vesselId - 1]?.[0] ?? ''),
    vesselVoyage: confirmation.vesselVoyage,
    placeOfReceipt: placeName(confirmation.placeOfReceipt),
    portOfLoading: placeName(confirmation.portOfLoading),
    portOfDischarge: placeName(confirmation.portOfDischarge),
    placeOfDelivery: placeName(confirmation.placeOfDelivery),
    cargoReadyAt: planned(confirmation.cargoReadyAt),
    cargoCutOffAt: planned(confirmation.cargoCutOffAt),
    documentationCutOffAt: planned(confirmation.documentationCutOffAt),
    estimatedTimeOfDepartureAt: planned(confirmation.estimatedTimeOfDepartureAt),
    actualTimeOfDepartureAt: actual(confirmation.actualTimeOfDepartureAt),
    portEstimatedTimeOfArrivalAt: planned(confirmation.portEstimatedTimeOfArrivalAt),
    portActualTimeOfArrivalAt: actual(confirmation.portActualTimeOfArrivalAt),
    placeEstimatedTimeOfArrivalAt: planned(confirmation.placeEstimatedTimeOfArrivalAt),
    placeActualTimeOfArrivalAt: actual(confirmation.placeActualTimeOfArrivalAt),
    bookingClauses: confirmation.bookingClauses,
  }
}
