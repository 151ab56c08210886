import { MODE_LABELS, STATUS_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDate, formatMoney, formatZoned } from '#contract/lib/format.ts'
import {
  type BookingConfirmation,
  type CONFIRMATION_COLUMNS,
  CONFIRMATION_DAYS,
  CONFIRMATION_PLACES,
  CONFIRMATION_TIMES,
} from '#contract/orders/confirmation.ts'
import type { FieldKind } from '#contract/orders/field-kinds.ts'
import { MAILED_FIELDS } from '#contract/orders/order-fields.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { TemplateValues } from '#server/mail/rendering/render-template.ts'

/**
 * Facts that mails show about an order: every field with a variable, and what identifies the order. Times in
 * ISO 8601.
 */
export type OrderFacts = Pick<Order, (typeof MAILED_FIELDS)[number]['key'] | 'cityName' | 'cartageName'> & {
  trackingCode: string
  createdAt: string
}

/** The history entry that a mail is about. */
export interface EventFacts {
  name: string
  publicStatus: string
  date: string
  comment: string
}

/** Facts that mails show about a client. */
export interface ClientFacts {
  username: string
  companyName: string
  companyAddress: string
  email: string
  phone: string
  canadianBusinessNumber: string
}

/** A booking confirmation with places and vessel by name; its clauses are sanitised HTML. */
export type ConfirmationFacts = Pick<BookingConfirmation, (typeof CONFIRMATION_COLUMNS)[number]> & { vessel: string }

/** The sailing of an order; departure and arrival are the actual days, else the planned ones. */
export interface SailingFacts {
  vessel: string
  voyage: string
  departure: string | null
  arrival: string | null
  container: string
}

/** The site that links point to (no trailing slash), and the time zone for times. */
export interface MailSite {
  siteUrl: string
  timeZone: string
}

/** The public tracking page of a shipment. */
export const trackingUrl = (siteUrl: string, trackingCode: string) =>
  `${siteUrl}/tracking?code=${encodeURIComponent(trackingCode)}`

/** A field's value as mails print it; blank if unknown or negative. */
function printed(kind: FieldKind, value: unknown): string | number {
  if (typeof value === 'boolean') return value ? 'Yes' : ''
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  if (kind === 'money') return formatMoney(value)
  return CODE_LABELS[kind]?.[value] ?? value
}
const CODE_LABELS: Partial<Record<FieldKind, readonly string[]>> = {
  mode: MODE_LABELS,
  terms: TRADE_TERMS_LABELS,
  status: STATUS_LABELS,
}

const fieldValues = (order: OrderFacts): TemplateValues =>
  Object.fromEntries(MAILED_FIELDS.map(({ key, kind, variable }) => [variable, printed(kind, order[key])]))

const orderValues = (order: OrderFacts, event: EventFacts | null, timeZone: string): TemplateValues => ({
  'order.trackingCode': order.trackingCode,
  'order.createdAt': formatDate(order.createdAt, timeZone),
  'order.event': event?.name ?? '',
  'order.publicStatus': event?.publicStatus ?? '',
  'order.eventDate': formatZoned(event?.date, timeZone),
  'order.eventComment': event?.comment ?? '',
  'order.origin': order.cityName,
  'order.destination': order.cartageName,
  ...fieldValues(order),
})

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

function confirmationValues(confirmation: ConfirmationFacts, timeZone: string): TemplateValues {
  const values: TemplateValues = {
    'confirmation.vessel': confirmation.vessel,
    'confirmation.voyage': confirmation.vesselVoyage,
    'confirmation.clauses': confirmation.bookingClauses,
  }
  for (const key of CONFIRMATION_PLACES) values[`confirmation.${key}`] = confirmation[key]
  for (const key of CONFIRMATION_TIMES) values[`confirmation.${key}`] = formatZoned(confirmation[key], timeZone)
  // Departures and arrivals are days, shown by their UTC date whatever the zone.
  for (const key of CONFIRMATION_DAYS) values[`confirmation.${key}`] = formatDate(confirmation[key], 'UTC')
  return values
}

const sailingValues = ({ vessel, voyage, departure, arrival, container }: SailingFacts): TemplateValues => ({
  'sailing.vessel': vessel,
  'sailing.voyage': voyage,
  'sailing.departure': formatDate(departure, 'UTC'),
  'sailing.arrival': formatDate(arrival, 'UTC'),
  'sailing.container': container,
})

/** Facts that fill a mail about an order. */
interface Facts {
  order: OrderFacts
  event: EventFacts | null
  confirmation: ConfirmationFacts | null
  sailing: SailingFacts | null
  client: ClientFacts
}

/**
 * The values of all variables in a mail about an order: days as 'Nov 20 2026', times as
 * 'Nov 20 2026 9:05 (Europe/Berlin)', money as '$1 234.50', codes as labels. Unknown values are blank.
 */
export function orderVariables(facts: Facts, site: MailSite): TemplateValues {
  return {
    ...orderValues(facts.order, facts.event, site.timeZone),
    ...clientVariables(facts.client),
    ...(facts.confirmation ? confirmationValues(facts.confirmation, site.timeZone) : {}),
    ...(facts.sailing ? sailingValues(facts.sailing) : {}),
    // Filled by mails about changed dates.
    'change.list': '',
    'site.url': site.siteUrl,
    'site.trackingUrl': trackingUrl(site.siteUrl, facts.order.trackingCode),
  }
}
