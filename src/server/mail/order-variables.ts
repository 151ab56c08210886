import { formatDate, formatDateTime, formatMoney } from '#contract/lib/format.ts'
import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/orders/codes.ts'
import type { TemplateValues } from '#server/templates/render-template.ts'

/** What of an order mails show. Volume in CBM, weight in kg, money in USD, times in ISO 8601. */
export interface OrderFacts {
  trackingCode: string
  createdAt: string
  status: number
  cityName: string
  cartageName: string
  shipmentTradeTerms: number
  transportationMode: number
  shipmentVolume: number | null
  shipmentWeight: number | null
  shipmentValue: number | null
  estimatedTransportation: number | null
  cargoInsurance: boolean
  customBrokerage: boolean
  shipmentDescription: string
  shipmentPurchase: string
  amazonRefId: string
  shipmentId: string
  additionalInformation: string
  yourName: string
  companyName: string
  companyAddress: string
  email: string
  phone: string
  additionalInfo: string
  companyNameShipper: string
  companyAddressShipper: string
  namePersonCharge: string
  emailShipper: string
  phoneShipper: string
  additionalInformationShipper: string
}

/** The entry of the history that a mail tells of. */
export interface EventFacts {
  name: string
  publicStatus: string
  date: string
  comment: string
}

export interface ClientFacts {
  username: string
  companyName: string
  companyAddress: string
  email: string
  phone: string
  canadianBusinessNumber: string
}

/** A booking confirmation with the names of its places and vessel. */
export interface ConfirmationFacts {
  vessel: string
  vesselVoyage: string
  placeOfReceipt: string
  portOfLoading: string
  portOfDischarge: string
  placeOfDelivery: string
  cargoReadyAt: string | null
  cargoCutOffAt: string | null
  documentationCutOffAt: string | null
  estimatedTimeOfDepartureAt: string | null
  actualTimeOfDepartureAt: string | null
  portEstimatedTimeOfArrivalAt: string | null
  portActualTimeOfArrivalAt: string | null
  placeEstimatedTimeOfArrivalAt: string | null
  placeActualTimeOfArrivalAt: string | null
  /** Rich text, cleaned. */
  bookingClauses: string
}

/** Where links of a mail lead (without a slash at the end), and the zone in which times are shown. */
export interface MailSite {
  siteUrl: string
  timeZone: string
}

/** The public page on which a shipment is tracked. */
export const trackingUrl = (siteUrl: string, trackingCode: string) =>
  `${siteUrl}/tracking?code=${encodeURIComponent(trackingCode)}`

const yes = (flag: boolean) => (flag ? 'Yes' : '')
const money = (amount: number | null) => (amount === null ? '' : formatMoney(amount))

function orderValues(order: OrderFacts, event: EventFacts | null, timeZone: string): TemplateValues {
  return {
    'order.trackingCode': order.trackingCode,
    'order.createdAt': formatDate(order.createdAt, timeZone),
    'order.status': STATUS_LABELS[order.status] ?? '',
    'order.event': event?.name ?? '',
    'order.publicStatus': event?.publicStatus ?? '',
    'order.eventDate': formatDateTime(event?.date, timeZone),
    'order.eventComment': event?.comment ?? '',
    'order.origin': order.cityName,
    'order.destination': order.cartageName,
    'order.tradeTerms': TRADE_TERMS_LABELS[order.shipmentTradeTerms] ?? '',
    'order.mode': MODE_LABELS[order.transportationMode] ?? '',
    'order.volume': order.shipmentVolume ?? '',
    'order.weight': order.shipmentWeight ?? '',
    'order.value': money(order.shipmentValue),
    'order.cost': money(order.estimatedTransportation),
    'order.insurance': yes(order.cargoInsurance),
    'order.brokerage': yes(order.customBrokerage),
    'order.description': order.shipmentDescription,
    'order.purchase': order.shipmentPurchase,
    'order.amazonRefId': order.amazonRefId,
    'order.shipmentId': order.shipmentId,
    'order.additionalInformation': order.additionalInformation,
  }
}

function peopleValues(order: OrderFacts, client: ClientFacts): TemplateValues {
  return {
    'contact.name': order.yourName,
    'contact.company': order.companyName,
    'contact.address': order.companyAddress,
    'contact.email': order.email,
    'contact.phone': order.phone,
    'contact.additionalInfo': order.additionalInfo,
    'shipper.company': order.companyNameShipper,
    'shipper.address': order.companyAddressShipper,
    'shipper.person': order.namePersonCharge,
    'shipper.email': order.emailShipper,
    'shipper.phone': order.phoneShipper,
    'shipper.additionalInfo': order.additionalInformationShipper,
    ...clientVariables(client),
  }
}

/** Values of `client.*`. */
export function clientVariables(client: ClientFacts): TemplateValues {
  return {
    'client.name': client.username,
    'client.company': client.companyName,
    'client.address': client.companyAddress,
    'client.email': client.email,
    'client.phone': client.phone,
    'client.businessNumber': client.canadianBusinessNumber,
  }
}

// Departures and arrivals are days, shown by their UTC date whatever the zone is.
const DAYS = [
  'estimatedTimeOfDepartureAt',
  'actualTimeOfDepartureAt',
  'portEstimatedTimeOfArrivalAt',
  'portActualTimeOfArrivalAt',
  'placeEstimatedTimeOfArrivalAt',
  'placeActualTimeOfArrivalAt',
] as const
const TIMES = ['cargoReadyAt', 'cargoCutOffAt', 'documentationCutOffAt'] as const
const PLACES = ['placeOfReceipt', 'portOfLoading', 'portOfDischarge', 'placeOfDelivery'] as const

function confirmationValues(confirmation: ConfirmationFacts, timeZone: string): TemplateValues {
  const values: TemplateValues = {
    'confirmation.vessel': confirmation.vessel,
    'confirmation.voyage': confirmation.vesselVoyage,
    'confirmation.clauses': confirmation.bookingClauses,
  }
  for (const key of PLACES) values[`confirmation.${key}`] = confirmation[key]
  for (const key of TIMES) values[`confirmation.${key}`] = formatDateTime(confirmation[key], timeZone)
  for (const key of DAYS) values[`confirmation.${key}`] = formatDate(confirmation[key], 'UTC')
  return values
}

/**
 * The values of all variables for a mail on an order: dates as 'Nov 20 2026' (with '9:05' where a time is meant), money
 * as '$1 234.50', codes as their labels. What is unknown is empty.
 */
export function orderVariables(
  facts: { order: OrderFacts; event: EventFacts | null; confirmation: ConfirmationFacts | null; client: ClientFacts },
  site: MailSite,
): TemplateValues {
  return {
    ...orderValues(facts.order, facts.event, site.timeZone),
    ...peopleValues(facts.order, facts.client),
    ...(facts.confirmation ? confirmationValues(facts.confirmation, site.timeZone) : {}),
    'site.url': site.siteUrl,
    'site.trackingUrl': trackingUrl(site.siteUrl, facts.order.trackingCode),
  }
}
